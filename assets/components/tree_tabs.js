// The trees of a set as a row of tabs: a miniature, its name, a line below it. A click chooses the tree.
export default function ({ data, parentElement, setTriggerValue }) {
  const row = parentElement.querySelector(".tabs") ?? parentElement.appendChild(document.createElement("div"))
  row.className = "tabs"
  row.setAttribute("role", "group")
  row.setAttribute("aria-label", "Trees to read")
  for (const [name, colour] of Object.entries(data.colours)) row.style.setProperty(`--${name}`, colour)
  const focused = row.getRootNode().activeElement?.dataset?.tree
  row.replaceChildren(
    ...data.trees.map((tree) => {
      const tab = document.createElement("button")
      tab.type = "button"
      tab.className = tree.active ? "tab active" : "tab"
      tab.dataset.tree = tree.number
      tab.title = tree.said
      tab.setAttribute("aria-pressed", String(tree.shown))
      tab.setAttribute("aria-label", tree.label)
      const picture = document.createElement("span")
      picture.className = "picture"
      picture.setAttribute("aria-hidden", "true")
      picture.innerHTML = tree.picture
      const words = document.createElement("span")
      words.className = "words"
      const [name, below] = [document.createElement("b"), document.createElement("span")]
      name.textContent = tree.name
      below.textContent = tree.below
      words.append(name, below)
      tab.append(picture, words)
      tab.onclick = () => setTriggerValue("chosen", tree.number)
      return tab
    }),
  )
  row.querySelector(".active")?.scrollIntoView({ block: "nearest", inline: "nearest" })
  if (focused) row.querySelector(`[data-tree="${focused}"]`)?.focus()
}
