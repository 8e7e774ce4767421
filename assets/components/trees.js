// Trees side by side: pick a node, fold a subtree, zoom, pan, full screen. The drawings come as SVG from the server,
// every name in them escaped: of each tree several, the fullest first, of which the fullest is shown that the room
// allows. This runs again at every change of data, so handlers are assigned, never added.

const STEP = 1.2
const SMALLEST = 0.2
const LARGEST = 6
const kept = new WeakMap() // element of a tree -> its zoom and shift, which outlive a redraw
const choices = new WeakMap() // view of a tree -> its drawings
const rooms = new ResizeObserver((entries) => entries.forEach(({ target }) => draw(target)))

const SIGNS = {
  "Zoom in": "M8 3v10M3 8h10",
  "Zoom out": "M3 8h10",
  Fit: "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3M6 6h4v4H6z",
  "Full screen": "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3",
}

function button(label, action) {
  const made = document.createElement("button")
  made.type = "button"
  made.innerHTML = `<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><path d="${SIGNS[label]}"/></svg>`
  made.title = label
  made.setAttribute("aria-label", label)
  made.onclick = action
  return made
}

function part(name, text) {
  const made = document.createElement("div")
  made.className = name
  if (text !== undefined) made.textContent = text
  return made
}

// No drawing is made smaller than it is, so that its letters stay readable: one that is too wide scrolls.
function draw(view) {
  const room = view.clientWidth
  const drawings = choices.get(view)
  if (!room || !drawings) return
  const fitting = drawings.find(({ least }) => least <= room) ?? drawings.at(-1)
  const number = String(drawings.indexOf(fitting))
  if (view.dataset.drawn !== number) {
    view.innerHTML = fitting.svg
    view.dataset.drawn = number
  }
  const full = view.getRootNode().fullscreenElement === view.parentElement
  const most = full ? room : fitting.most
  view.firstElementChild.style.width = `${Math.max(fitting.width, Math.min(room, most))}px`
  view.nextElementSibling.textContent = fitting.hint
  place(view.parentElement)
}

function lookOf(panel) {
  if (!kept.has(panel)) kept.set(panel, { zoom: 1, x: 0, y: 0 })
  return kept.get(panel)
}

function place(panel) {
  const { zoom, x, y } = lookOf(panel)
  const svg = panel.querySelector("svg.ksdt-tree")
  if (svg) svg.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`
}

function zoomBy(panel, factor) {
  const look = lookOf(panel)
  look.zoom = Math.min(LARGEST, Math.max(SMALLEST, look.zoom * factor))
  place(panel)
}

function fit(panel) {
  kept.set(panel, { zoom: 1, x: 0, y: 0 })
  place(panel)
}

function makePannable(panel, view) {
  view.onwheel = (event) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomBy(panel, event.deltaY < 0 ? STEP : 1 / STEP)
  }
  view.onpointerdown = (event) => {
    if (event.button !== 0) return
    const look = lookOf(panel)
    const start = { x: event.clientX - look.x, y: event.clientY - look.y }
    let moved = false
    view.onpointermove = (move) => {
      const [x, y] = [move.clientX - start.x, move.clientY - start.y]
      if (!moved && Math.hypot(x - look.x, y - look.y) < 5) return
      if (!moved) view.setPointerCapture(move.pointerId)
      moved = true
      look.x = x
      look.y = y
      place(panel)
    }
    view.onpointerup = view.onpointercancel = () => {
      view.onpointermove = view.onpointerup = view.onpointercancel = null
      view.dataset.dragged = moved ? "yes" : ""
    }
  }
}

function nextNode(links, node, key) {
  const own = links[node]
  if (!own) return undefined
  if (key === "ArrowUp") return own.parent
  if (key === "ArrowDown") return own.left
  const parent = links[own.parent]
  if (!parent) return undefined
  return key === "ArrowLeft" ? parent.left : parent.right
}

function lightUp(root, attribute) {
  for (const node of root.querySelectorAll("g.node")) {
    node.classList.toggle("lit", attribute !== null && node.dataset.attribute === attribute)
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".trees") ?? parentElement.appendChild(part("trees"))
  root.style.setProperty("--columns", data.columns)
  root.style.setProperty("--least", data.columns > 2 ? "330px" : "430px")
  root.style.setProperty("--muted", data.muted)
  const before = new Map([...root.children].map((panel) => [panel.dataset.tree, panel]))
  const shown = []
  const panels = data.trees.map((tree) => {
    const panel = before.get(String(tree.number)) ?? part("panel")
    panel.dataset.tree = tree.number
    const head = part("head")
    head.append(part("title", tree.title))
    const tools = part("tools")
    tools.append(
      button("Zoom in", () => zoomBy(panel, STEP)),
      button("Zoom out", () => zoomBy(panel, 1 / STEP)),
      button("Fit", () => fit(panel)),
      button("Full screen", () =>
        document.fullscreenElement ? document.exitFullscreen() : panel.requestFullscreen(),
      ),
    )
    head.append(tools, ...tree.notes.map((note) => part("note", note)))
    const view = part("view")
    choices.set(view, tree.drawings)
    const focused = panel.dataset.focus
    const old = panel.querySelector(".view")
    const scrolled = old ? old.scrollLeft : 0
    if (old) rooms.unobserve(old)
    panel.replaceChildren(head, view, part("note hint"))
    makePannable(panel, view)
    const pick = (node) => {
      panel.dataset.focus = node.dataset.node
      setTriggerValue("picked", { tree: tree.number, node: Number(node.dataset.node) })
    }
    view.onclick = (event) => {
      const node = event.target.closest("g.node")
      if (node && view.dataset.dragged !== "yes") pick(node)
      view.dataset.dragged = ""
    }
    view.ondblclick = (event) => {
      const node = event.target.closest("g.node")
      if (node) setTriggerValue("folded", { tree: tree.number, node: Number(node.dataset.node) })
    }
    view.onkeydown = (event) => {
      const node = event.target.closest("g.node")
      if (!node) return
      if (event.key === "Enter" || event.key === " ") pick(node)
      else if (event.key === "f") setTriggerValue("folded", { tree: tree.number, node: Number(node.dataset.node) })
      else if (event.key.startsWith("Arrow")) {
        const next = nextNode(tree.links, node.dataset.node, event.key)
        const target = view.querySelector(`g.node[data-node="${next}"]`)
        if (target) target.focus()
      } else return
      event.preventDefault()
    }
    view.onmouseover = (event) => {
      const node = event.target.closest("g.node")
      lightUp(root, node && node.dataset.attribute !== undefined ? node.dataset.attribute : null)
    }
    view.onmouseleave = () => lightUp(root, null)
    shown.push(() => {
      draw(view)
      view.scrollLeft = scrolled
      rooms.observe(view)
      if (focused !== undefined && String(data.selectedTree) === panel.dataset.tree) {
        const node = view.querySelector(`g.node[data-node="${focused}"]`)
        if (node) node.focus({ preventScroll: true })
      }
    })
    return panel
  })
  root.replaceChildren(...panels)
  shown.forEach((act) => act()) // now that there is a room to measure
}
