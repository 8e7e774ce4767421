// The command palette: pages, attributes of the current pair and saved runs, found by a part of their name. Opened by its
// button or Ctrl-K (Cmd-K). Names come from files: they are only ever set as text. What there is to find is asked for when
// the palette is opened first, and kept until another pair or run is looked at.
const MOST = 60
const SIGN = "<svg viewBox='0 0 24 24' aria-hidden='true'><circle cx='11' cy='11' r='6.5'/><path d='M16 16l4.5 4.5'/></svg>"
const known = new Map() // what is looked at -> its items
const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const make = (tag, name, text) => {
  const made = document.createElement(tag)
  if (name) made.className = name
  if (text) made.textContent = text
  return made
}

// 0 the very name, 1 its start, 2 the start of a word in it, 3 anywhere; undefined where it does not fit.
function rank(item, wanted) {
  const name = item.name.toLowerCase()
  const at = name.indexOf(wanted)
  if (at < 0) return undefined
  if (name === wanted) return 0
  if (at === 0) return 1
  return /[\p{L}\p{N}]/u.test(name[at - 1]) ? 3 : 2
}

function found(items, wanted) {
  if (!wanted) return items.filter((item) => item.first)
  return items
    .map((item, order) => ({ item, order, rank: rank(item, wanted) }))
    .filter((each) => each.rank !== undefined)
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .map((each) => each.item)
}

if (!globalThis.ksdtPaletteListens) {
  globalThis.ksdtPaletteListens = true
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key?.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (!globalThis.ksdtPalette?.isConnected()) return
      event.preventDefault()
      event.stopPropagation()
      globalThis.ksdtPalette.toggle()
    },
    true,
  )
}

export default function ({ data, parentElement, setTriggerValue }) {
  if (data.items) known.set(data.of, JSON.parse(data.items))
  const [pages, groups] = [JSON.parse(data.pages), JSON.parse(data.groups)]
  let root = parentElement.querySelector(".palette")
  if (!root) {
    root = parentElement.appendChild(make("div", "palette"))
    const open = make("button", "open")
    open.type = "button"
    open.innerHTML = `${SIGN}<span>Search</span><kbd>${isMac ? "⌘K" : "Ctrl K"}</kbd>`
    open.setAttribute("aria-label", "Search pages, attributes and runs")
    open.setAttribute("aria-haspopup", "dialog")
    open.setAttribute("aria-keyshortcuts", "Control+K Meta+K")
    const dialog = make("dialog")
    dialog.setAttribute("aria-label", "Search")
    const input = make("input")
    const list = make("div")
    list.id = "found"
    list.setAttribute("role", "listbox")
    list.setAttribute("aria-label", "Found")
    for (const [name, value] of Object.entries({
      type: "text", role: "combobox", placeholder: "Page, attribute or run", autocomplete: "off", spellcheck: "false",
      "aria-label": "Page, attribute or run", "aria-controls": "found", "aria-expanded": "true", "aria-autocomplete": "list",
    })) input.setAttribute(name, value)
    const said = make("div", "said")
    said.setAttribute("role", "status")
    dialog.append(input, list, said)
    root.append(open, dialog)
  }
  root.style.setProperty("--muted", data.muted)
  const [open, dialog] = root.children
  const [input, list, said] = dialog.children
  const itemsNow = () => known.get(data.of) ?? pages
  let shown = []
  let at = 0

  function choose(item) {
    dialog.close()
    setTriggerValue("chosen", { kind: item.kind, id: item.id, ...(item.tree ? { tree: item.tree, node: item.node } : {}) })
  }

  function mark() {
    const options = [...list.querySelectorAll("[role=option]")]
    options.forEach((option, number) => option.setAttribute("aria-selected", String(number === at)))
    if (options[at]) {
      input.setAttribute("aria-activedescendant", options[at].id)
      options[at].scrollIntoView({ block: "nearest" })
    } else input.removeAttribute("aria-activedescendant")
  }

  function draw() {
    const all = found(itemsNow(), input.value.trim().toLowerCase())
    const first = all.slice(0, MOST)
    shown = groups.flatMap(({ kind }) => first.filter((item) => item.kind === kind))
    list.replaceChildren()
    for (const { kind, title } of groups) {
      const own = shown.filter((item) => item.kind === kind)
      if (!own.length) continue
      const group = make("div")
      group.setAttribute("role", "group")
      group.setAttribute("aria-label", title)
      const heading = make("div", "group", title)
      heading.setAttribute("aria-hidden", "true")
      group.append(heading)
      for (const item of own) {
        const option = make("div")
        option.id = `option-${shown.indexOf(item)}`
        option.setAttribute("role", "option")
        option.append(make("span", "", item.name), make("small", "", item.about ?? ""))
        option.onclick = () => choose(item)
        option.onmousemove = () => {
          at = shown.indexOf(item)
          mark()
        }
        group.append(option)
      }
      list.append(group)
    }
    if (!shown.length && !list.children.length) list.setAttribute("aria-label", "Nothing found")
    else list.setAttribute("aria-label", "Found")
    const rest = all.length - shown.length
    said.textContent = !known.has(data.of)
      ? "Reading names …"
      : !all.length
        ? "Nothing found."
        : `${all.length.toLocaleString("en")} found${rest ? `, the first ${shown.length} listed` : ""}. Enter opens, Esc closes.`
    at = Math.min(at, Math.max(0, shown.length - 1))
    mark()
  }

  const show = () => {
    input.value = ""
    at = 0
    if (!known.has(data.of)) setTriggerValue("opened", true)
    draw()
    dialog.showModal()
    input.focus()
  }
  open.onclick = show
  input.oninput = () => {
    at = 0
    draw()
  }
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close()
  }
  dialog.onkeydown = (event) => {
    if (event.key === "ArrowDown") at = shown.length ? (at + 1) % shown.length : 0
    else if (event.key === "ArrowUp") at = shown.length ? (at + shown.length - 1) % shown.length : 0
    else if (event.key === "Enter" && shown[at]) choose(shown[at])
    else {
      if (event.key !== "Escape") event.stopPropagation() // letters are typed here, not keys of the page
      return
    }
    event.preventDefault()
    event.stopPropagation()
    mark()
  }
  globalThis.ksdtPalette = { isConnected: () => root.isConnected, toggle: () => (dialog.open ? dialog.close() : show()) }
  if (dialog.open) draw()
}
