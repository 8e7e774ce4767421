// Slides: one tree each. Arrow keys reveal level after level and go from slide to slide; Esc ends.
export default function ({ data, parentElement, setTriggerValue }) {
  const slides = parentElement.querySelector("dialog") ?? parentElement.appendChild(document.createElement("dialog"))
  for (const [name, colour] of Object.entries(data.colours)) slides.style.setProperty(`--${name}`, colour)
  slides.setAttribute("aria-label", "Presentation")
  const at = (slides.at ??= { slide: 0, level: 1 })
  const part = (name, text) => {
    const made = document.createElement("div")
    made.className = name
    if (text) made.textContent = text
    return made
  }
  const depthOf = (slide) => Math.max(...Object.values(slide.levels))

  function draw() {
    const slide = data.slides[at.slide]
    const [view, caption] = [part("view"), part("caption", slide.caption)]
    caption.setAttribute("aria-live", "polite")
    const title = part("title", slide.title)
    title.append(part("count", `${at.slide + 1} of ${data.slides.length}`))
    const key = part("key")
    const sign = (kind, text, colour) => {
      const item = part("item")
      const mark = part(`sign ${kind}`)
      if (colour) mark.style.background = colour
      item.append(mark, text)
      key.append(item)
    }
    sign("square", `${data.legend.left}: left bar`)
    sign("round", `${data.legend.right}: right bar`)
    data.legend.classes.forEach(({ name, colour }) => sign("square", name, colour))
    slides.replaceChildren(title, key, view, caption, part("keys", "→ next level or tree   ← back   Esc end   (slides as PDF: Export)"))
    const scaleOf = (drawing) => Math.min(view.clientWidth / drawing.width, view.clientHeight / drawing.height)
    const best = slide.drawings.find((drawing) => scaleOf(drawing) >= Math.max(1, drawing.least)) ?? slide.drawings.at(-1)
    view.innerHTML = best.svg
    const svg = view.firstElementChild
    svg.style.width = `${best.width * scaleOf(best)}px`
    svg.style.height = `${best.height * scaleOf(best)}px`
    for (const node of svg.querySelectorAll(".node")) {
      node.style.visibility = slide.levels[node.dataset.node] <= at.level ? "visible" : "hidden"
      node.setAttribute("tabindex", "-1")
    }
    for (const edge of svg.querySelectorAll("[data-to]")) {
      edge.style.visibility = slide.levels[edge.dataset.to] <= at.level ? "visible" : "hidden"
    }
  }

  function go(step) {
    const depth = depthOf(data.slides[at.slide])
    if (step > 0 && at.level < depth) at.level += 1
    else if (step < 0 && at.level > 1) at.level -= 1
    else if (data.slides[at.slide + step]) {
      at.slide += step
      at.level = step > 0 ? 1 : depthOf(data.slides[at.slide])
    }
    draw()
  }

  slides.onkeydown = (event) => {
    if (["ArrowRight", "ArrowDown", " ", "PageDown"].includes(event.key)) go(1)
    else if (["ArrowLeft", "ArrowUp", "PageUp"].includes(event.key)) go(-1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  slides.onclick = () => go(1)
  slides.onclose = () => setTriggerValue("ended", true)
  if (!slides.open) slides.showModal()
  slides.focus()
  draw()
}
