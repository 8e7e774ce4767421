// Trees side by side: select a node, fold a subtree, zoom, pan, full screen, and an outline where there is little room.
// The drawings come as SVG from the server, every name in them escaped: of each tree several, the fullest first. Shown is
// the first that fits its room with letters that can be read. What is selected comes apart from the drawings
// (tree_marks.js), so that a click sends little. This runs again at every change of data: handlers are assigned, never
// added, but for those of the document, which are added once.

const STEP = 1.2
const [SMALLEST, LARGEST] = [0.5, 6]
const [STRETCHED, STRETCHED_FULL] = [1.25, 1.8] // drawings grow no further by themselves
const OUTLINE_BELOW = 560 // pixels
const TIP_DELAY = 150
const TIP_AWAY = 12
const looks = new WeakMap() // panel -> its zoom and shift, which outlive a redraw
const given = new WeakMap() // panel -> its tree as it came
const roots = new Set() // every canvas on the page
const rooms = new ResizeObserver((entries) => entries.forEach(({ target }) => redraw(target.closest(".panel"))))

const SIGNS = {
  "Zoom in": "M8 3v10M3 8h10",
  "Zoom out": "M3 8h10",
  Fit: "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3M6 6h4v4H6z",
  "Full screen": "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3",
}

function make(tag, name, text) {
  const made = document.createElement(tag)
  if (name) made.className = name
  if (text !== undefined) made.textContent = text
  return made
}

function button(label, action) {
  const made = make("button")
  made.type = "button"
  made.innerHTML = `<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><path d="${SIGNS[label]}"/></svg>`
  made.setAttribute("aria-label", label)
  made.title = label
  made.onclick = action
  return made
}

function redraw(panel) {
  const root = panel?.closest(".trees")
  if (root) keepingFocus(root, () => draw(panel))
}

// The drawing, fitted: nothing of it lies outside its panel until the reader zooms.
function draw(panel) {
  const tree = given.get(panel)
  const view = panel.querySelector(".view")
  if (!tree || !view || !view.clientWidth) return
  const root = panel.closest(".trees")
  const isNarrow = root.clientWidth < OUTLINE_BELOW && Boolean(tree.outline)
  root.classList.toggle("narrow", isNarrow)
  if (isNarrow) return drawOutline(panel, tree)
  const [width, height] = [view.clientWidth, view.clientHeight]
  const scaleOf = (drawing) => Math.min(width / drawing.width, height / drawing.height)
  const fitting = tree.drawings.find((drawing) => scaleOf(drawing) >= drawing.least) ?? tree.drawings.at(-1)
  const number = `${tree.version}/${tree.drawings.indexOf(fitting)}`
  if (view.dataset.drawn !== number) {
    view.innerHTML = fitting.svg
    view.dataset.drawn = number
  }
  const svg = view.firstElementChild
  const scale = Math.min(scaleOf(fitting), root.classList.contains("full") ? STRETCHED_FULL : STRETCHED)
  svg.style.width = `${fitting.width * scale}px`
  svg.style.height = `${fitting.height * scale}px`
  panel.querySelector(".hint").textContent = fitting.hint
  const map = panel.querySelector(".map")
  map.hidden = !fitting.folded || !tree.map
  place(panel)
  mark(root)
}

function lookOf(panel) {
  if (!looks.has(panel)) looks.set(panel, { zoom: 1, x: 0, y: 0 })
  return looks.get(panel)
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
  looks.set(panel, { zoom: 1, x: 0, y: 0 })
  place(panel)
}

function makePannable(panel, view) {
  view.onwheel = (event) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomBy(panel, event.deltaY < 0 ? STEP : 1 / STEP)
  }
  view.onpointerdown = (event) => {
    if (event.button !== 0 || !view.querySelector("svg.ksdt-tree")) return
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

// On a phone: a line for each node, with the classes of both tables as two bars.
function drawOutline(panel, tree) {
  const view = panel.querySelector(".view")
  const closed = (panel.closedRows ??= new Set())
  const number = `${tree.version}/outline/${[...closed].join(",")}`
  if (view.dataset.drawn === number) return mark(panel.closest(".trees"))
  const hidden = new Set()
  const rows = []
  for (const node of tree.outline) {
    if (hidden.has(node.parent) || closed.has(node.parent)) {
      hidden.add(node.node)
      continue
    }
    rows.push(outlineRow(node, tree, closed))
  }
  const list = make("div", "outline")
  list.setAttribute("role", "tree")
  list.setAttribute("aria-label", tree.title)
  list.append(...rows)
  rows[0].tabIndex = 0
  view.replaceChildren(list)
  view.dataset.drawn = number
  panel.querySelector(".hint").textContent = ""
  panel.querySelector(".map").hidden = true
  mark(panel.closest(".trees"))
}

function outlineRow(node, tree, closed) {
  const row = make("div", node.leaf ? "node row leaf" : "node row")
  row.dataset.node = node.node
  if (node.parent >= 0) row.dataset.parent = node.parent
  if (!node.leaf) row.dataset.attribute = node.name
  row.setAttribute("role", "treeitem")
  row.setAttribute("aria-level", node.level)
  row.setAttribute("aria-selected", "false")
  row.setAttribute("aria-label", node.words)
  row.tabIndex = -1
  row.style.setProperty("--level", node.level)
  const name = make("span", "name")
  name.append(make("span", "sign", node.sign))
  if (!node.leaf) {
    row.setAttribute("aria-expanded", String(!closed.has(node.node)))
    name.append(make("span", "arrow", closed.has(node.node) ? "▸" : "▾"))
  }
  const words = make("span", "words")
  words.append(make("b", "", node.name))
  if (node.question) words.append(make("span", "test", node.question))
  if (node.leaf) {
    words.style.borderColor = node.colour
    words.style.background = node.tint
  }
  name.append(words)
  const bars = make("span", "bars")
  node.counts.forEach((counts, side) => {
    const bar = make("span", side ? "bar round" : "bar")
    counts.forEach((count, group) => {
      const part = make("span")
      part.style.flexGrow = count
      part.style.background = tree.colours[group]
      bar.append(part)
    })
    bars.append(bar, make("span", "counts", node.texts[side]))
  })
  const pill = make("span", "pill", node.dsn)
  pill.style.background = node.fill
  pill.style.color = node.ink
  row.append(name, bars, pill)
  return row
}

function nodesOf(panel) {
  return [...panel.querySelectorAll(".node")]
}

function pathTo(panel, number) {
  const links = given.get(panel).links
  const path = new Set()
  for (let at = number; at !== undefined; at = links[at]?.parent) path.add(Number(at))
  return path
}

// Shows what is selected: its ring, the way to it, and the same attribute elsewhere. A rule that is pointed at lights up.
function mark(root, rule) {
  const marks = globalThis.ksdtMarks ?? {}
  const picked = root.querySelector(`.panel[data-tree="${marks.tree}"]`)
  const chosen = picked && picked.querySelector(`.node[data-node="${marks.node}"]`)
  const attribute = chosen?.dataset.attribute
  const first = picked ?? root.querySelector(".panel")
  for (const panel of root.querySelectorAll(".panel")) {
    if (!given.get(panel)?.marked) continue
    panel.classList.toggle("current", panel === first)
    const number = Number(panel.dataset.tree)
    const traced = marks.traced?.[number]
    const at = traced ?? (panel === picked ? marks.node : undefined)
    const lit = rule && rule.tree === number ? pathTo(panel, rule.leaf) : new Set()
    const path = at === undefined || at === null ? new Set() : pathTo(panel, at)
    for (const node of nodesOf(panel)) {
      const own = Number(node.dataset.node)
      node.classList.toggle("selected", own === at)
      node.classList.toggle("ruled", lit.has(own))
      node.classList.toggle("same", attribute !== undefined && node !== chosen && node.dataset.attribute === attribute)
      node.setAttribute("aria-selected", String(own === at))
    }
    for (const edge of panel.querySelectorAll(".edge")) {
      edge.classList.toggle("on", path.has(Number(edge.dataset.to)) || lit.has(Number(edge.dataset.to)))
    }
  }
}

function lightUp(root, attribute) {
  for (const node of root.querySelectorAll(".node")) {
    node.classList.toggle("lit", attribute !== undefined && node.dataset.attribute === attribute)
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

// In an outline Up and Down go from line to line, as they do in every list.
function nextRow(panel, row, key) {
  const rows = nodesOf(panel)
  if (key === "ArrowLeft") return panel.querySelector(`.row[data-node="${row.dataset.parent}"]`)
  return rows[rows.indexOf(row) + (key === "ArrowUp" ? -1 : 1)]
}

function focusOn(panel, target) {
  if (!target) return
  for (const node of nodesOf(panel)) node.setAttribute("tabindex", node === target ? "0" : "-1")
  target.focus({ preventScroll: target.tagName === "g" })
}

// What is drawn again may hold the focus: the same node has it afterwards, so that a reader stays where they are.
function keepingFocus(root, change) {
  const focused = () => root.getRootNode().activeElement
  const before = root.contains(focused()) ? focused() : null
  const [tree, node] = [before?.closest(".panel")?.dataset.tree, before?.closest(".node")?.dataset.node]
  const name = before?.closest(".tools") ? before.getAttribute("aria-label") : null
  change()
  if (!before || focused() === before) return
  const panel = [...root.querySelectorAll(".panel")].find((each) => each.dataset.tree === tree)
  if (panel && node !== undefined) focusOn(panel, panel.querySelector(`.node[data-node="${node}"]`))
  if (name) root.querySelector(`.tools [aria-label="${name}"]`)?.focus()
}

// Beside the node, never over it.
function showTip(root, node) {
  const tip = root.querySelector(".tip")
  clearTimeout(root.tipTimer)
  if (!node || !node.dataset.tip) {
    tip.hidden = true
    return
  }
  root.tipTimer = setTimeout(() => {
    tip.textContent = node.dataset.tip
    tip.hidden = false
    const [at, own] = [node.getBoundingClientRect(), tip.getBoundingClientRect()]
    const right = at.right + TIP_AWAY
    const left = at.left - TIP_AWAY - own.width
    const beside = right + own.width <= window.innerWidth ? right : left
    tip.style.left = `${Math.max(4, beside)}px`
    tip.style.top = `${Math.max(4, Math.min(at.top, window.innerHeight - own.height - 4))}px`
    if (beside < 4) tip.style.top = `${at.bottom + TIP_AWAY}px`
  }, TIP_DELAY)
}

function stageOf(root) {
  return root.getRootNode().host?.closest("[class*='st-key-stage']") ?? root
}

function legendOf(legend) {
  const made = make("div", "legend")
  const item = (name, text, colour) => {
    const span = make("span", "item")
    const sign = make("span", `swatch ${name}`)
    if (colour) sign.style.background = colour
    span.append(sign, text)
    made.append(span)
  }
  item("square", legend.left)
  item("round", legend.right)
  legend.classes.forEach(({ name, colour }) => item("class", name, colour))
  const scale = make("span", "item", legend.similarity)
  const steps = make("span", "steps")
  for (const { text, fill, ink } of legend.dsn) {
    const step = make("span", "", text)
    step.style.background = fill
    step.style.color = ink
    steps.append(step)
  }
  scale.append(steps)
  made.append(scale)
  item("diamond", "not the majority here")
  if (legend.claimed) item("dot", "shared attribute")
  return made
}

function panelOf(root, tree, act) {
  const panel = [...root.querySelectorAll(".panel")].find((each) => each.dataset.tree === String(tree.number)) ?? make("section", "panel")
  panel.dataset.tree = tree.number
  panel.setAttribute("aria-label", tree.title)
  const known = given.get(panel)
  given.set(panel, tree)
  wire(root, panel, tree, act)
  if (known?.version === tree.version && panel.firstElementChild) return panel
  const head = make("div", "head")
  const noted = tree.notes.map((note) => {
    const made = make("div", "note", note)
    made.title = note // where it is too long for its line
    return made
  })
  head.append(make("div", "title", tree.title), ...noted)
  const map = make("div", "map")
  map.innerHTML = tree.map ?? ""
  map.hidden = true
  const view = panel.querySelector(".view") ?? make("div", "view")
  panel.replaceChildren(head, map, view, make("div", "hint"))
  wire(root, panel, tree, act)
  rooms.observe(view)
  return panel
}

function wire(root, panel, tree, { pick, fold }) {
  const view = panel.querySelector(".view")
  if (!view) return
  makePannable(panel, view)
  const nodeOf = (event) => event.target.closest(".node")
  view.onclick = (event) => {
    const node = nodeOf(event)
    if (event.target.closest(".arrow")) toggleRow(panel, node)
    else if (node && view.dataset.dragged !== "yes") {
      focusOn(panel, node)
      pick(tree, node)
    }
    view.dataset.dragged = ""
  }
  view.ondblclick = (event) => {
    const node = nodeOf(event)
    if (node && !node.classList.contains("row")) fold(tree, node)
  }
  view.onkeydown = (event) => {
    const node = nodeOf(event)
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return
    const isRow = node.classList.contains("row")
    if (event.key === "Enter" || event.key === " ") pick(tree, node)
    else if (event.key === "f") isRow ? toggleRow(panel, node) : fold(tree, node)
    else if (event.key.startsWith("Arrow")) {
      const next = isRow
        ? nextRow(panel, node, event.key)
        : panel.querySelector(`.node[data-node="${nextNode(tree.links, node.dataset.node, event.key)}"]`)
      focusOn(panel, next)
    } else return
    event.preventDefault()
  }
  view.onmouseover = (event) => {
    const node = nodeOf(event)
    lightUp(root, node?.dataset.attribute)
    showTip(root, node)
  }
  view.onmouseleave = () => {
    lightUp(root)
    showTip(root)
  }
}

function toggleRow(panel, row) {
  const closed = (panel.closedRows ??= new Set())
  const number = Number(row.dataset.node)
  if (!closed.delete(number)) closed.add(number)
  draw(panel)
  focusOn(panel, panel.querySelector(`.row[data-node="${number}"]`))
}

function goFull(root) {
  const stage = stageOf(root)
  return document.fullscreenElement ? document.exitFullscreen() : stage.requestFullscreen()
}

if (!globalThis.ksdtListens) {
  globalThis.ksdtListens = true
  const live = () => [...(globalThis.ksdtRoots ?? [])].filter((root) => root.isConnected)
  document.addEventListener("ksdt-marks", () => live().forEach((root) => root.markAgain()))
  document.addEventListener("fullscreenchange", () =>
    live().forEach((root) => root.classList.toggle("full", document.fullscreenElement === stageOf(root))),
  )
  document.addEventListener("mouseover", (event) => {
    const row = event.target.closest?.("tr[data-leaf]")
    const rule = row ? { tree: Number(row.dataset.tree), leaf: Number(row.dataset.leaf) } : undefined
    live().forEach((root) => root.markAgain(rule))
  })
  document.addEventListener("keydown", (event) => {
    const busy = event.composedPath()[0].closest?.("input, textarea, select, [contenteditable=true]")
    if (event.key !== "p" || busy || event.ctrlKey || event.metaKey || event.altKey) return
    live().forEach((root) => root.present?.())
  })
}
globalThis.ksdtRoots ??= roots

function show(root, data, act) {
  const panels = data.trees.map((tree) => panelOf(root, { ...tree, marked: data.marked }, act))
  const all = () => [...root.querySelectorAll(".panel")]
  const grid = root.querySelector(".panels") ?? make("div", "panels")
  if (panels.some((panel, i) => grid.children[i] !== panel) || grid.children.length !== panels.length) {
    grid.replaceChildren(...panels)
  }
  const tools = make("div", "tools")
  tools.append(
    button("Zoom out", () => all().forEach((panel) => zoomBy(panel, 1 / STEP))),
    button("Zoom in", () => all().forEach((panel) => zoomBy(panel, STEP))),
    button("Fit", () => all().forEach(fit)),
  )
  if (data.legend) tools.append(button("Full screen", () => goFull(root)))
  const foot = make("div", "foot")
  if (data.legend) foot.append(legendOf(data.legend))
  foot.append(tools)
  const tip = root.querySelector(".tip") ?? make("div", "tip")
  tip.hidden = true
  tip.setAttribute("aria-hidden", "true")
  if (!grid.isConnected) root.replaceChildren(grid, foot, tip)
  else root.querySelector(".foot").replaceWith(foot)
  panels.forEach(draw) // now that there is a room to measure
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".trees") ?? parentElement.appendChild(make("div", "trees"))
  globalThis.ksdtRoots.add(root)
  root.markAgain = (rule) => mark(root, rule)
  root.present = data.presents ? () => setTriggerValue("present", true) : undefined
  root.dataset.layout = data.layout
  root.style.setProperty("--columns", data.columns)
  for (const [name, colour] of Object.entries(data.colours)) root.style.setProperty(`--${name}`, colour)
  const act = {
    pick: (tree, node) => {
      showTip(root)
      if (data.marked) globalThis.ksdtMarks = { tree: tree.number, node: Number(node.dataset.node) }
      mark(root)
      setTriggerValue("picked", { tree: tree.number, node: Number(node.dataset.node) })
    },
    fold: (tree, node) => {
      if (!node.classList.contains("leaf")) setTriggerValue("folded", { tree: tree.number, node: Number(node.dataset.node) })
    },
  }
  keepingFocus(root, () => show(root, data, act))
}
