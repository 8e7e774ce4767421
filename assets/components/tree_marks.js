// What is selected in the drawings of trees. It is sent apart from them, so that a click sends a few letters.
export default function ({ data }) {
  globalThis.ksdtMarks = data
  document.dispatchEvent(new CustomEvent("ksdt-marks"))
}
