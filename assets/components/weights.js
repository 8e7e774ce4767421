// The weight triangle as its regions, drawn on one canvas. Places are whole numbers, so that a pointer is looked up among
// the cells themselves: each is convex. This runs again at every change of data, so handlers are assigned, never added.

const HEIGHT = Math.sqrt(3) / 2
const MARGIN = 8
const WAIT = 150 // milliseconds before a tooltip
const rooms = new ResizeObserver((entries) => entries.forEach(({ target }) => target.redraw?.()))

function part(name, text) {
  const made = document.createElement("div")
  made.className = name
  if (text !== undefined) made.textContent = text
  return made
}

// The box of each cell, for a quick look before the exact one.
function boxes(cells) {
  return cells.map((cell) => {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
    for (let i = 0; i < cell.length; i += 2) {
      left = Math.min(left, cell[i])
      right = Math.max(right, cell[i])
      top = Math.min(top, cell[i + 1])
      bottom = Math.max(bottom, cell[i + 1])
    }
    return [left, right, top, bottom]
  })
}

function holds(cell, x, y) {
  let side = 0
  for (let i = 0; i < cell.length; i += 2) {
    const j = (i + 2) % cell.length
    const turn = (cell[j] - cell[i]) * (y - cell[i + 1]) - (cell[j + 1] - cell[i + 1]) * (x - cell[i])
    if (turn === 0) continue
    if (side !== 0 && Math.sign(turn) !== side) return false
    side = Math.sign(turn)
  }
  return true
}

function regionAt(data, found, x, y) {
  for (let i = 0; i < data.cells.length; i++) {
    const [left, right, top, bottom] = found[i]
    if (x >= left && x <= right && y >= top && y <= bottom && holds(data.cells[i], x, y)) return data.regionOf[i]
  }
  return null
}

function trace(context, cell) {
  context.moveTo(cell[0], cell[1])
  for (let i = 2; i < cell.length; i += 2) context.lineTo(cell[i], cell[i + 1])
  context.closePath()
}

function outline(context, data, region, width, dash, scale) {
  context.beginPath()
  data.cells.forEach((cell, i) => data.regionOf[i] === region && trace(context, cell))
  context.strokeStyle = data.ink
  context.lineWidth = width / scale
  context.setLineDash(dash.map((length) => length / scale))
  context.stroke()
  context.setLineDash([])
}

function paint(canvas, data, lit) {
  const side = canvas.clientWidth - 2 * MARGIN
  if (side <= 0) return
  const ratio = window.devicePixelRatio || 1
  canvas.width = Math.round(canvas.clientWidth * ratio)
  canvas.height = Math.round((side * HEIGHT + 2 * MARGIN) * ratio)
  canvas.style.height = `${side * HEIGHT + 2 * MARGIN}px`
  const context = canvas.getContext("2d")
  const scale = side / data.unit
  const place = () => context.setTransform(scale * ratio, 0, 0, scale * HEIGHT * ratio, MARGIN * ratio, MARGIN * ratio)
  place()
  context.lineJoin = "round"
  data.cells.forEach((cell, i) => {
    context.beginPath()
    trace(context, cell)
    context.fillStyle = context.strokeStyle = data.fills[data.regionOf[i]]
    context.lineWidth = 0.7 / scale // no seams between cells
    context.fill()
    context.stroke()
  })
  for (let region = 0; region < data.bordered; region++) {
    context.beginPath()
    data.cells.forEach((cell, i) => data.regionOf[i] === region && trace(context, cell))
    context.strokeStyle = data.page
    context.lineWidth = 0.8 / scale
    context.stroke()
  }
  context.beginPath()
  trace(context, [data.unit / 2, 0, data.unit, data.unit, 0, data.unit])
  context.strokeStyle = data.edge
  context.lineWidth = 1 / scale
  context.stroke()
  if (lit !== null) outline(context, data, lit, 1.3, [4, 3], scale)
  if (data.current !== null) outline(context, data, data.current, 2, [], scale)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const at = ([x, y]) => [MARGIN + x * scale, MARGIN + y * scale * HEIGHT]
  const [x, y] = at(data.chosen)
  context.beginPath()
  context.arc(x, y, 6, 0, 2 * Math.PI)
  context.lineWidth = 4
  context.strokeStyle = data.page
  context.stroke()
  context.lineWidth = 2
  context.strokeStyle = data.ink
  context.stroke()
  const [starX, starY] = at(data.best)
  context.font = "18px sans-serif"
  context.textAlign = "center"
  context.textBaseline = "middle"
  context.lineWidth = 3
  context.strokeStyle = data.page
  context.strokeText("★", starX, starY)
  context.fillStyle = data.ink
  context.fillText("★", starX, starY)
}

function built(parent, data) {
  const root = part("weights")
  const canvas = document.createElement("canvas")
  canvas.setAttribute("role", "img")
  const bottom = part("bottom")
  bottom.append(part("corner", data.corners[1]), part("corner", data.corners[2]))
  root.append(part("corner top", data.corners[0]), canvas, bottom, part("scale"), part("said"))
  parent.append(root)
  rooms.observe(canvas)
  return root
}

function showScale(scale, data) {
  const bar = part("bar")
  bar.style.background = `linear-gradient(to right, ${data.scale.colours.join(", ")})`
  const [low, , high] = data.scale.ticks
  scale.style.color = data.muted
  scale.replaceChildren(part("name", data.scoreName), part("low", low), bar, part("high", high), part("star", "★ best SDTSQ"))
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".weights") ?? built(parentElement, data)
  const canvas = root.querySelector("canvas")
  const said = root.querySelector(".said")
  const found = boxes(data.cells)
  let lit = null
  let timer
  root.style.color = data.ink
  canvas.setAttribute("aria-label", data.alt)
  Object.assign(said.style, { background: data.page, color: data.ink, borderColor: data.edge })
  said.hidden = true
  showScale(root.querySelector(".scale"), data)

  const regionOf = (event) => {
    const box = canvas.getBoundingClientRect()
    const side = box.width - 2 * MARGIN
    const x = ((event.clientX - box.left - MARGIN) / side) * data.unit
    const y = ((event.clientY - box.top - MARGIN) / (side * HEIGHT)) * data.unit
    return regionAt(data, found, x, y)
  }
  const light = (region, event) => {
    clearTimeout(timer)
    if (region !== lit) {
      lit = region
      paint(canvas, data, lit)
    }
    said.hidden = true
    if (region === null) return
    const [left, top] = [event.offsetX, event.offsetY + canvas.offsetTop]
    timer = setTimeout(() => {
      said.textContent = data.said[region]
      said.hidden = false
      said.style.top = `${top + 12}px`
      said.style.left = `${Math.max(0, Math.min(left + 12, root.clientWidth - said.offsetWidth))}px`
    }, WAIT)
  }
  canvas.redraw = () => paint(canvas, data, lit)
  canvas.onpointermove = (event) => light(regionOf(event), event)
  canvas.onpointerleave = (event) => light(null, event)
  canvas.onclick = (event) => {
    const region = regionOf(event)
    if (region !== null) setTriggerValue("picked", { region })
  }
  canvas.redraw()
}
