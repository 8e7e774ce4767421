"""How far blocks of a page move while it is loaded: the browser's own measure (CLS)."""

from __future__ import annotations

from playwright.sync_api import Page

MOST = 0.05  # after the first paint
_OBSERVED = """window.ksdtShifts = []
const said = ({ node, previousRect: from, currentRect: to }) =>
    `${node?.className ?? "(gone)"} “${(node?.textContent ?? "").trim().slice(0, 30)}” ` +
    `${[from, to].map(each => `${each.x},${each.y} ${each.width}×${each.height}`).join(" → ")}`
new PerformanceObserver(list => list.getEntries().filter(entry => !entry.hadRecentInput).forEach(entry =>
    window.ksdtShifts.push({ value: entry.value, moved: entry.sources.map(said) })
)).observe({ type: "layout-shift", buffered: true })"""


def observe(page: Page) -> None:
    """Before the page is opened: note every shift of it."""
    page.add_init_script(_OBSERVED)


def shifts(page: Page) -> list[tuple[float, list[str]]]:
    """Each shift so far: its size, and what moved."""
    return [(float(each["value"]), each["moved"]) for each in page.evaluate("window.ksdtShifts")]
