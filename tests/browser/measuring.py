"""What is measured on a page: places and sizes of all that is seen, in one call."""

from __future__ import annotations

LEAST_TEXT, LEAST_IN_DRAWINGS = 11, 9  # pixels
NUMBER = r"(^|[\s(|=≤>])-\.?\d|(^|[\s(|])\.\d|\d%"  # no true minus, no leading zero, no space before the sign
MARKUP = r"\*\*|:material|:gray|\$w|\\[*_]"

# Names of what is wrong, each with a few examples. Texts are measured letter by letter, as far as they are not cut by a
# frame around them, also inside of components. The logo and the button of the sidebar must not lie on a text. Formulas
# and tables on a canvas draw themselves.
MEASURE = (
    """() => {
    const main = document.querySelector('[data-testid=stMain]')
    const around = e => e.parentElement ?? e.getRootNode().host  // also out of a component
    const inside = root => [...(root?.querySelectorAll('*') ?? [])].flatMap(e => [e, ...inside(e.shadowRoot)])
    const every = inside(main), select = names => every.filter(e => e.matches(names))
    const own = '.katex, [data-testid=stDataFrame], [data-testid=stIconMaterial], .modebar, .ksdt-unseen, '
        + '[data-testid=stTooltipHoverTarget] > div[role=tooltip]'
    const say = e => `${e.tagName}.${(e.getAttribute('class') || '').slice(0, 60)} ${e.textContent.slice(0, 40)}`
    const style = e => getComputedStyle(e)
    const seen = e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest(own)
    const fits = box => box.right <= window.innerWidth + 1
    const frames = new Map()  // elements share the frames around them: each is looked at once
    const frame = e => {  // what the frames around an element leave to see; null: it is not bound to its place
        if (!e || e === main) return { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }
        if (!frames.has(e)) frames.set(e, framed(e))
        return frames.get(e)
    }
    const framed = e => {
        const { overflowX, overflowY, position, clipPath } = style(e)
        if (position === 'fixed' || clipPath.startsWith('inset(50%')) return null
        const outer = frame(around(e))
        if (!outer || (overflowX === 'visible' && overflowY === 'visible')) return outer
        const own = e.getBoundingClientRect(), { left, top, right, bottom } = outer
        return {
            left: overflowX === 'visible' ? left : Math.max(left, own.left),
            right: overflowX === 'visible' ? right : Math.min(right, own.right),
            top: overflowY === 'visible' ? top : Math.max(top, own.top),
            bottom: overflowY === 'visible' ? bottom : Math.min(bottom, own.bottom),
        }
    }
    const cut = (e, box) => {  // what of a box is left by the frames around it
        const around = frame(e)
        if (!around) return null
        const left = Math.max(box.left, around.left), right = Math.min(box.right, around.right)
        const top = Math.max(box.top, around.top), bottom = Math.min(box.bottom, around.bottom)
        return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null
    }

    const overflowing = every.map(e => [e, e.getBoundingClientRect()]).filter(([e, box]) => !fits(box) && seen(e))
        .filter(([e, box]) => { const left = cut(e, box); return left && !fits(left) }).map(([e]) => e)

    const header = [...document.querySelectorAll('[data-testid=stHeader] :is(img, button)')]
    const texts = header.filter(seen).map(e => ({ e, box: e.getBoundingClientRect(), drawn: null }))
    const small = [], numbers = []
    for (const node of every.flatMap(e => [...e.childNodes]).filter(node => node.nodeType === Node.TEXT_NODE)) {
        const e = node.parentElement
        if (!node.data.trim() || ['STYLE', 'SCRIPT', 'TITLE'].includes(e.tagName) || !seen(e)) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const boxes = [...range.getClientRects()].map(box => cut(e, box)).filter(box => box)
        if (!boxes.length) continue
        const drawn = e.ownerSVGElement
        const size = parseFloat(style(e).fontSize) * (drawn ? Math.abs(e.getScreenCTM()?.a || 1) : 1)
        if (size < (drawn ? LEAST_IN_DRAWINGS : LEAST_TEXT) - 0.05) small.push(e)
        if (!drawn && !e.closest('.pill, .steps') && /NUMBER/.test(node.data)) numbers.push(e)
        boxes.forEach(box => texts.push({ e, box, drawn }))
    }
    const overlapping = []
    texts.sort((a, b) => a.box.top - b.box.top)  // those that begin below a text do not lie on it
    for (let i = 0; i < texts.length; i++) for (let j = i + 1; j < texts.length && overlapping.length < 5; j++) {
        const [a, b] = [texts[i], texts[j]]
        if (b.box.top >= a.box.bottom) break
        if (a.e === b.e || (a.drawn && a.drawn === b.drawn) || a.e.contains(b.e) || b.e.contains(a.e)) continue
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
        if (wide > 2 && high > 0.35 * Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top))
            overlapping.push(`${say(a.e)} | ${say(b.e)}`)
    }

    const named = e => [
        e.getAttribute('aria-label'), e.title, e.textContent, e.placeholder, e.alt, e.querySelector('img')?.alt,
        (e.getAttribute('aria-labelledby') || '').split(' ').map(id => document.getElementById(id)?.textContent).join(),
        ...[...(e.labels || [])].map(label => label.textContent),
    ].find(name => name && name.trim())
    const controls = select('button, input, select, textarea, a[href], [role=tab], [role=combobox], '
        + '[role=switch], [role=slider], [role=radio]').filter(e => e.checkVisibility() && e.type !== 'file')
    const unnamed = controls.filter(e => !named(e))
    const markup = select('[aria-label], img[alt]').filter(e =>
        /MARKUP/.test(`${e.getAttribute('aria-label') || ''} ${e.alt || ''}`))
    const few = found => found.slice(0, 5).map(say)
    return {
        overflowing: few(overflowing), overlapping, small: few(small), unnamed: few(unnamed),
        markup: few(markup), numbers: few(numbers),
        height: main.scrollHeight,
    }
}""".replace("LEAST_IN_DRAWINGS", str(LEAST_IN_DRAWINGS))
    .replace("LEAST_TEXT", str(LEAST_TEXT))
    .replace("MARKUP", MARKUP)
    .replace("NUMBER", NUMBER)
)
