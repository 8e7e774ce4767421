"""What shuffles reached beside what the set reached: one dot a shuffle, one row a null. It runs no script."""

from __future__ import annotations

import math
from collections import Counter

from ksdt_core.evidence.set_chance import Significance
from ksdt_core.figures.escaping import xml_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.svg_parts import FONT, rect, text
from ksdt_core.text import p_text, score
from ksdt_core.trees.text import TableNames

WIDTH, SIDE = 680.0, 14.0  # pixels
TOP, TITLE, PILE, GAP, AXIS = 22.0, 18.0, 44.0, 8.0, 26.0
RADIUS = 2.4
MOST_TICKS = 6
N_BINS = 60


def null_svg(tested: Significance, names: TableNames, *, palette: Palette = LIGHT, prefix: str = "nulls") -> str:
    """A row of dots for each null that keeps its shuffles, a line at the set; empty where no null does."""
    titles = null_titles(names)
    rows = [(titles[null], found.values) for null, found in tested.nulls if found is not None and found.values]
    if not rows:
        return ""
    everything = [tested.statistic, *(value for _, values in rows for value in values)]
    low, high = min(everything), max(everything)
    width = (high - low) / N_BINS or 0.001
    start, scale = low - 2 * width, (WIDTH - 2 * SIDE) / (high - low + 4 * width)

    def place(value: float) -> float:
        return SIDE + (value - start) * scale

    parts, top = [], TOP
    for title, values in rows:
        parts.append(text(title, SIDE, top + 12, size=11.5, fill=palette.ink, anchor="start"))
        bottom = top + TITLE + PILE
        xs, heights = stacked(values, low=low, width=width)
        pitch = min(2 * RADIUS, (PILE - 2 * RADIUS) / max(*heights, 1))
        dots = "".join(
            f'<circle cx="{place(x):.5g}" cy="{bottom - RADIUS - height * pitch:.5g}" r="{RADIUS}"/>'
            for x, height in zip(xs, heights, strict=True)
        )
        parts.append(f'<g class="null" fill="{palette.faint}">{dots}</g>')
        parts.append(rect(SIDE, bottom, WIDTH - 2 * SIDE, 1, fill=palette.edge))
        top = bottom + GAP
    marks = ticks(low, high)
    decimals = max(len(f"{tick:g}".partition(".")[2]) for tick in marks)
    for tick in marks:
        parts.append(rect(place(tick) - 0.5, top - GAP, 1, 5, fill=palette.edge))
        parts.append(text(f"{tick:.{decimals}f}", place(tick), top + 10, size=10.5, fill=palette.muted))
    x = place(tested.statistic)
    parts.append(rect(x - 1, TOP - 4, 2, top - GAP - TOP + 4, fill=palette.ink, more=' class="observed"'))
    at_right = x > WIDTH / 2
    words, anchor = f"trees of this set {score(tested.statistic)}", "end" if at_right else "start"
    start_at = x + (1 if at_right else -1)
    said = text(words, start_at, TOP - 9, size=11.5, fill=palette.ink, anchor=anchor, bold=True)
    observed = f"{score(tested.statistic)} of this set; {p_text(tested.p_value)}"
    title = f"Mean quality (SDTQ) of shuffled pairs compared with {observed}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="nulls" viewBox="0 0 {WIDTH:g} {top + AXIS - GAP:g}" '
        f'width="{WIDTH:g}" height="{top + AXIS - GAP:g}" font-family="{FONT}" role="img" '
        f'aria-labelledby="{prefix}-title"><title id="{prefix}-title">{xml_text(title)}</title>'
        f"{''.join(parts)}{said}</svg>"
    )


def null_titles(names: TableNames) -> dict[str, str]:
    """What each null shuffles."""
    return {
        "left": f"classes of {names.left} shuffled",
        "right": f"classes of {names.right} shuffled",
        "matching": "attributes matched at random",
    }


def stacked(values: tuple[float, ...], *, low: float, width: float) -> tuple[list[float], list[int]]:
    """The middle of each value's bin and its place in the pile there."""
    piled: Counter[int] = Counter()
    xs, ys = [], []
    for value in sorted(values):
        position = int((value - low) / width)
        xs.append(low + (position + 0.5) * width)
        ys.append(piled[position])
        piled[position] += 1
    return xs, ys


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two others, at most MOST_TICKS of them."""
    if not high > low:
        return [low]
    step = 10 ** math.floor(math.log10((high - low) / MOST_TICKS))
    step *= next(times for times in (1, 2, 5, 10, 20) if (high - low) / (times * step) <= MOST_TICKS - 1)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(number * step, 12) for number in range(first, last + 1)]
