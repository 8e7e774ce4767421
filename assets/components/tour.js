// The tour: marks beside the parts of a page, one after another. Nothing of the page is blocked: it can be used meanwhile.
// Arrow keys or the buttons go on and back, Esc ends it. That it was seen is remembered in this browser.
const SEEN = "ksdt-tour-seen"
const AWAY = 10 // pixels between a mark and what it describes
const calm = window.matchMedia("(prefers-reduced-motion: reduce)")

const make = (tag, name, text) => {
  const made = document.createElement(tag)
  if (name) made.className = name
  if (text) made.textContent = text
  return made
}

// What a mark describes: the first part that is on the page and not hidden.
function partOf(step) {
  return [...document.querySelectorAll(step.place)].find((part) => part.getBoundingClientRect().width > 0)
}

function put(tour, step) {
  const [ring, mark] = tour.children
  const part = partOf(step)
  ring.hidden = !part
  const own = mark.getBoundingClientRect()
  const [width, height] = [window.innerWidth, window.innerHeight]
  let [x, y] = [width - own.width - 12, height - own.height - 12]
  if (part) {
    const at = part.getBoundingClientRect()
    Object.assign(ring.style, { left: `${at.left - 4}px`, top: `${at.top - 4}px`, width: `${at.width + 8}px`, height: `${at.height + 8}px` })
    const [below, above] = [at.bottom + AWAY, at.top - AWAY - own.height]
    x = at.left
    if (below + own.height <= height) y = below
    else if (above >= 44) y = above
    else if (at.right + AWAY + own.width <= width) [x, y] = [at.right + AWAY, at.top]
  }
  mark.style.left = `${Math.max(12, Math.min(x, width - own.width - 12))}px`
  mark.style.top = `${Math.max(12, Math.min(y, height - own.height - 12))}px`
}

if (!globalThis.ksdtTourListens) {
  globalThis.ksdtTourListens = true
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) globalThis.ksdtTour?.end()
  })
}

export default function ({ data, parentElement, setTriggerValue }) {
  const tour = parentElement.querySelector(".tour") ?? parentElement.appendChild(make("div", "tour"))
  if (tour.ended === data.number || tour.number === data.number) return // it runs, or the server has not heard of its end yet
  tour.number = data.number
  tour.hidden = false
  tour.classList.toggle("moving", !calm.matches)
  window.localStorage.setItem(SEEN, "yes")
  const before = document.activeElement
  let at = 0
  const ring = make("div", "ring")
  const mark = make("div", "mark")
  mark.setAttribute("role", "dialog")
  mark.setAttribute("aria-labelledby", "title")
  mark.setAttribute("aria-describedby", "text")
  tour.replaceChildren(ring, mark)

  function end() {
    clearInterval(tour.timer)
    if (tour.hidden) return
    tour.hidden = true
    tour.ended = data.number
    globalThis.ksdtTour = undefined
    before?.focus?.({ preventScroll: true })
    setTriggerValue("ended", true)
  }

  function go(step) {
    at = Math.max(0, at + step)
    if (at >= data.steps.length) return end()
    const { title, text } = data.steps[at]
    const [heading, words, row] = [make("h2", "", title), make("p", "", text), make("div", "row")]
    heading.id = "title"
    words.id = "text"
    const button = (name, label, action) => {
      const made = make("button", name, label)
      made.type = "button"
      made.onclick = action
      return made
    }
    const next = button("next", at + 1 < data.steps.length ? "Next" : "Done", () => go(1))
    row.append(make("span", "", `${at + 1} of ${data.steps.length}`))
    if (at) row.append(button("back", "Back", () => go(-1)))
    if (at + 1 < data.steps.length) row.append(button("end", "End tour", end))
    row.append(next)
    mark.replaceChildren(heading, words, row)
    partOf(data.steps[at])?.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" })
    put(tour, data.steps[at])
    next.focus({ preventScroll: true })
  }

  mark.onkeydown = (event) => {
    if (event.key === "ArrowRight") go(1)
    else if (event.key === "ArrowLeft") go(-1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  globalThis.ksdtTour = { end }
  clearInterval(tour.timer)
  tour.timer = setInterval(() => (tour.isConnected ? put(tour, data.steps[at]) : clearInterval(tour.timer)), 200)
  go(0)
}
