// The weight triangle on one canvas: its regions, or some points of it. Places are whole numbers, so that a pointer is
// looked up among the cells themselves: each is convex. Where there is no room for a triangle, a ranked list of the best
// weightings replaces it. This runs again at every change of data, so handlers are assigned, never added.

const HEIGHT = Math.sqrt(3) / 2
const SIDE = 396 // the longest side, in pixels
const [ABOVE, BELOW, BESIDE] = [20, 20, 34] // room for the names of the corners and for numbers
const NARROW = 440 // pixels; below it the list is shown
const STEP = 20 // a click between points takes weights in steps of a twentieth
const WAIT = 150 // milliseconds before a tooltip
const rooms = new ResizeObserver((entries) => entries.forEach(({ target }) => target.redraw?.()))

function part(name, text, tag = "div") {
  const made = document.createElement(tag)
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

// Where the triangle lies on the canvas, in pixels.
function frameOf(canvas) {
  const side = Math.min(SIDE, canvas.clientWidth - 2 * BESIDE)
  return { side, left: (canvas.clientWidth - side) / 2, scale: side }
}

function at(data, frame, [x, y]) {
  return [frame.left + (x / data.unit) * frame.side, ABOVE + (y / data.unit) * frame.side * HEIGHT]
}

function pointAt(data, frame, x, y) {
  let [best, nearest] = [null, data.disc / 2]
  data.points.forEach((point, i) => {
    const [px, py] = at(data, frame, point)
    const distance = Math.hypot(px - x, py - y)
    if (distance <= nearest) [best, nearest] = [i, distance]
  })
  return best
}

// The weights of a place between points; null outside the triangle.
function weightsAt(frame, x, y) {
  const gain = 1 - (y - ABOVE) / (frame.side * HEIGHT)
  const diversity = (x - frame.left) / frame.side - gain / 2
  if (gain <= 0 || diversity <= 0 || gain + diversity >= 1) return null
  const whole = [gain, diversity].map((weight) => Math.max(1, Math.round(weight * STEP)))
  while (whole[0] + whole[1] > STEP - 1) whole[whole[0] > whole[1] ? 0 : 1] -= 1
  return [whole[0] / STEP, (STEP - whole[0] - whole[1]) / STEP, whole[1] / STEP]
}

function trace(context, cell) {
  context.moveTo(cell[0], cell[1])
  for (let i = 2; i < cell.length; i += 2) context.lineTo(cell[i], cell[i + 1])
  context.closePath()
}

function outline(context, data, region, { width, dash, scale }) {
  context.beginPath()
  data.cells.forEach((cell, i) => data.regionOf[i] === region && trace(context, cell))
  context.strokeStyle = data.ink
  context.lineWidth = width / scale
  context.setLineDash(dash.map((length) => length / scale))
  context.stroke()
  context.setLineDash([])
}

function ringAround(context, [x, y], radius, data, width = 2) {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.lineWidth = width + 2
  context.strokeStyle = data.page
  context.stroke()
  context.lineWidth = width
  context.strokeStyle = data.ink
  context.stroke()
}

function sized(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const context = canvas.getContext("2d")
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  return context
}

function onPlaces(context, data, frame) {
  const ratio = window.devicePixelRatio || 1
  const scale = frame.side / data.unit
  context.setTransform(scale * ratio, 0, 0, scale * HEIGHT * ratio, frame.left * ratio, ABOVE * ratio)
  return scale
}

function numbers(context, data, frame) {
  context.font = '12px "Source Sans", "Source Sans Pro", sans-serif'
  context.fillStyle = data.muted
  context.textBaseline = "middle"
  for (const share of [0.2, 0.4, 0.6, 0.8]) {
    const text = share.toFixed(1)
    const [leftX, leftY] = at(data, frame, [(data.unit * share) / 2, data.unit * (1 - share)])
    context.textAlign = "right"
    context.fillText(text, leftX - 7, leftY - 2)
    const [rightX, rightY] = at(data, frame, [data.unit * (1 + share) / 2, data.unit * share])
    context.textAlign = "left"
    context.fillText(text, rightX + 7, rightY - 2)
    const [bottomX, bottomY] = at(data, frame, [data.unit * (1 - share), data.unit])
    context.textAlign = "center"
    context.fillText(text, bottomX, bottomY + 11)
  }
}

function cellsOn(context, data, frame) {
  const scale = onPlaces(context, data, frame)
  context.lineJoin = "round"
  data.cells.forEach((cell, i) => {
    context.beginPath()
    trace(context, cell)
    context.fillStyle = context.strokeStyle = data.fills[data.regionOf[i]]
    context.lineWidth = 0.7 / scale // no seams between cells
    context.fill()
    context.stroke()
  })
  context.strokeStyle = data.page
  context.lineWidth = 0.8 / scale
  context.globalAlpha = 0.45 // borders tell regions apart, colours tell how good they are
  for (let region = 0; region < data.bordered; region++) {
    context.beginPath()
    data.cells.forEach((cell, i) => data.regionOf[i] === region && trace(context, cell))
    context.stroke()
  }
  context.globalAlpha = 1
}

function pointsOn(context, data, frame) {
  data.points.forEach((point, i) => {
    const [x, y] = at(data, frame, point)
    context.beginPath()
    context.arc(x, y, data.disc / 2 - 1, 0, 2 * Math.PI)
    context.fillStyle = data.fills[i]
    context.fill()
    if (!data.texts) return
    context.font = '11px "Source Sans", "Source Sans Pro", sans-serif'
    context.textAlign = "center"
    context.textBaseline = "middle"
    context.fillStyle = data.textFills[i]
    context.fillText(data.texts[i], x, y)
  })
}

// What stays while the pointer moves.
function ground(canvas, data) {
  const made = document.createElement("canvas")
  const frame = frameOf(canvas)
  const context = sized(made, canvas.clientWidth, ABOVE + frame.side * HEIGHT + BELOW)
  numbers(context, data, frame)
  if (data.points) pointsOn(context, data, frame)
  else cellsOn(context, data, frame)
  const scale = onPlaces(context, data, frame)
  context.beginPath()
  trace(context, [data.unit / 2, 0, data.unit, data.unit, 0, data.unit])
  context.strokeStyle = data.edge
  context.lineWidth = 1 / scale
  context.stroke()
  return made
}

function paint(canvas, data, lit, base) {
  const frame = frameOf(canvas)
  const height = ABOVE + frame.side * HEIGHT + BELOW
  canvas.style.height = `${height}px`
  const context = sized(canvas, canvas.clientWidth, height)
  context.drawImage(base, 0, 0, canvas.clientWidth, height)
  if (data.points) {
    if (lit !== null) ringAround(context, at(data, frame, data.points[lit]), data.disc / 2, data, 1.3)
  } else {
    const scale = onPlaces(context, data, frame)
    if (lit !== null) outline(context, data, lit, { width: 1.3, dash: [4, 3], scale })
    if (data.current !== null) outline(context, data, data.current, { width: 2, dash: [], scale })
    const ratio = window.devicePixelRatio || 1
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
  }
  const chosen = at(data, frame, data.chosen)
  if (data.points) ringAround(context, chosen, data.disc / 2 + 1, data, 2.5)
  else {
    context.beginPath()
    context.arc(...chosen, 6, 0, 2 * Math.PI)
    context.fillStyle = data.page
    context.fill()
    ringAround(context, chosen, 6, data)
  }
  if (!data.best) return
  const [starX, starY] = at(data, frame, data.best)
  const above = data.points ? data.disc / 2 + 1 : 0
  context.font = "18px sans-serif"
  context.textAlign = "center"
  context.textBaseline = "middle"
  context.lineWidth = 3
  context.strokeStyle = data.page
  context.strokeText("★", starX, starY - above)
  context.fillStyle = data.ink
  context.fillText("★", starX, starY - above)
}

function built(parent, data) {
  const root = part("weights")
  const canvas = part("picture", undefined, "canvas")
  canvas.setAttribute("role", "img")
  const [top, left, right] = data.corners
  root.append(
    canvas, part("legend"), part("corner top", top), part("corner left", left), part("corner right", right),
    part("said"), part("ranked", undefined, "ol")
  )
  parent.append(root)
  rooms.observe(root)
  return root
}

function mark(sign, text) {
  const made = part("mark")
  const drawn = part(sign === "○" ? "sign ring" : "sign", sign === "○" ? "" : sign, "span")
  drawn.setAttribute("aria-hidden", "true")
  made.append(drawn, part("name", text, "span"))
  return made
}

function showLegend(legend, data) {
  const bar = part("bar")
  bar.style.background = `linear-gradient(to right, ${data.scale.colours.join(", ")})`
  const ticks = part("ticks")
  ticks.append(...data.scale.ticks.map((tick) => part("tick", tick, "span")))
  ticks.style.color = data.muted
  const marks = data.marks.map(([sign, text]) => mark(sign, text))
  const scale = data.scale.ticks.length > 1 ? [part("name", data.scoreName), bar, ticks] : []
  legend.replaceChildren(...scale, ...marks)
}

function showRanked(list, data, pick) {
  list.style.setProperty("--line", data.line)
  list.style.setProperty("--panel", data.panel)
  list.replaceChildren(
    ...data.ranked.map(({ number, rank, score, names, share }) => {
      const button = part("row", undefined, "button")
      button.type = "button"
      button.append(
        part("rank", rank, "span"), part("score", score, "span"), part("names", names, "span"), part("share", share, "span")
      )
      if (number === data.current) button.setAttribute("aria-current", "true")
      button.onclick = () => pick({ region: number })
      const item = part("item", undefined, "li")
      item.append(button)
      return item
    })
  )
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".weights") ?? built(parentElement, data)
  const [canvas, said] = [root.querySelector("canvas"), root.querySelector(".said")]
  const found = data.points ? [] : boxes(data.cells)
  let [lit, timer, base, width] = [null, undefined, null, 0]
  root.style.color = data.ink
  root.dataset.weights = data.weights
  canvas.setAttribute("aria-label", data.alt)
  Object.assign(said.style, { background: data.ink, color: data.page })
  said.hidden = true
  const pick = (choice) => setTriggerValue("picked", choice)
  showLegend(root.querySelector(".legend"), data)
  showRanked(root.querySelector(".ranked"), data, pick)

  const draw = () => {
    root.classList.toggle("narrow", data.ranked.length > 0 && root.clientWidth < NARROW)
    if (canvas.clientWidth <= 0) return
    if (width !== canvas.clientWidth) [base, width] = [ground(canvas, data), canvas.clientWidth]
    paint(canvas, data, lit, base)
  }
  const placeOf = (event) => {
    const [box, frame] = [canvas.getBoundingClientRect(), frameOf(canvas)]
    return [event.clientX - box.left, event.clientY - box.top, frame]
  }
  const regionOf = (event) => {
    const [x, y, frame] = placeOf(event)
    if (data.points) return pointAt(data, frame, x, y)
    const [left, top] = [(x - frame.left) / frame.side, (y - ABOVE) / (frame.side * HEIGHT)]
    return regionAt(data, found, left * data.unit, top * data.unit)
  }
  const light = (region, event) => {
    clearTimeout(timer)
    if (region !== lit) {
      lit = region
      draw()
    }
    said.hidden = true
    if (region === null) return
    const [left, top] = [event.offsetX, event.offsetY]
    timer = setTimeout(() => {
      said.textContent = data.said[region]
      said.hidden = false
      const above = top + 12 + said.offsetHeight > root.clientHeight ? top - 12 - said.offsetHeight : top + 12
      said.style.top = `${above}px`
      said.style.left = `${Math.max(0, Math.min(left + 12, root.clientWidth - said.offsetWidth))}px`
    }, WAIT)
  }
  root.redraw = draw
  canvas.onpointermove = (event) => light(regionOf(event), event)
  canvas.onpointerleave = (event) => light(null, event)
  canvas.onclick = (event) => {
    const region = regionOf(event)
    if (region !== null) return pick({ region })
    const [x, y, frame] = placeOf(event)
    const weights = data.points ? weightsAt(frame, x, y) : null
    if (weights) pick({ weights })
  }
  draw()
}
