"""The values of a node's attribute in the rows that reach it: a histogram for each table, with the threshold drawn in.

Both histograms share one axis where the ranges of the tables are comparable, and the side that passes the test is
shaded. Classes are stacked in their colours. A categorical attribute has a bar for each value.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.figures.class_groups import ClassGroups
from ksdt_core.figures.palette import LIGHT, Palette, mix
from ksdt_core.figures.svg_parts import FONT, number, rect, text
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_words import count_text, shorten
from ksdt_core.figures.value_bins import Bins, common_axis, value_bins
from ksdt_core.text import true_minus

WIDTH = 270.0
PLOT = 78.0  # height of the bars
HEAD, FOOT = 30.0, 20.0  # for the title with the threshold, and for the axis
SIZE = 11.0
MOST_VALUES = 8  # of a categorical attribute; the rarer ones are one bar
MOST_TICKS = 5

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class NodeValues:
    """The cells of one attribute in the rows of one table at a node."""

    title: str
    cells: Floats
    classes: NDArray[np.intp]
    threshold: float | None  # in the units of the table; None for a categorical attribute
    threshold_text: str = ""


def values_svg(
    sides: tuple[NodeValues, NodeValues],
    groups: ClassGroups,
    *,
    values: tuple[str, ...] | None = None,
    category: int = -1,
    palette: Palette = LIGHT,
) -> str:
    """Both tables below each other; `values` and `category` are those of a categorical attribute."""
    pen = _Pen(groups, palette)
    plots = pen.numeric(sides) if values is None else pen.categorical(sides, values, category)
    step = HEAD + PLOT + FOOT
    inside = "".join(
        f'<g transform="translate(0 {number(step * place)})">{plot}</g>' for place, plot in enumerate(plots)
    )
    height = number(2 * step)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(WIDTH)}" height="{height}" '
        f'viewBox="0 0 {number(WIDTH)} {height}" font-family="Source Sans, {FONT}">{inside}</svg>'
    )


@dataclass(frozen=True, slots=True)
class _Pen:
    groups: ClassGroups
    palette: Palette

    def numeric(self, sides: tuple[NodeValues, NodeValues]) -> list[str]:
        columns = [side.cells for side in sides]
        if common_axis(*columns):
            both = _with_threshold(value_bins(columns), [side.threshold for side in sides])
            bins = [both, both]
        else:
            bins = [_with_threshold(value_bins([side.cells]), [side.threshold]) for side in sides]
        return [self._histogram(sign, side, each) for sign, side, each in zip("■●", sides, bins, strict=True)]

    def categorical(self, sides: tuple[NodeValues, NodeValues], values: tuple[str, ...], category: int) -> list[str]:
        counts = sum(np.bincount(side.cells.astype(np.intp), minlength=len(values)) for side in sides)
        order = [int(value) for value in np.argsort(-np.asarray(counts), kind="stable") if value != category]
        shown = [category, *order[: MOST_VALUES - 1]]
        return [self._values(sign, side, values, shown) for sign, side in zip("■●", sides, strict=True)]

    def _histogram(self, sign: str, side: NodeValues, bins: Bins) -> str:
        low, high = float(bins.edges[0]), float(bins.edges[-1])

        def place(value: float) -> float:
            return WIDTH * (min(max(value, low), high) - low) / (high - low)

        stacks = np.array([bins.counts(side.cells[self._is(side, group)]) for group in range(self.groups.n_groups)])
        parts = [self._title(sign, side)]
        if side.threshold is not None:
            shaded = mix(self.palette.line, self.palette.page, share=0.55)
            parts.append(rect(0, HEAD, place(side.threshold), PLOT, fill=shaded))
        edges = [place(float(edge)) for edge in bins.edges]
        parts += self._stacks(stacks, edges)
        parts.append(rect(0, HEAD + PLOT, WIDTH, 1, fill=self.palette.edge))
        for tick, words in _ticks(low, high):
            anchor = "start" if place(tick) < 14 else "end" if place(tick) > WIDTH - 14 else "middle"
            x = min(max(place(tick), 0.0), WIDTH)
            parts.append(text(words, x, HEAD + PLOT + 14, size=SIZE, fill=self.palette.muted, anchor=anchor))
        if side.threshold is not None:
            x = place(side.threshold)
            parts.append(rect(x - 1, HEAD - 2, 2, PLOT + 2, fill=self.palette.ink))
            half = text_width(side.threshold_text, SIZE, bold=True) / 2
            at = min(max(x, half), WIDTH - half)
            parts.append(text(side.threshold_text, at, HEAD - 5, size=SIZE, fill=self.palette.ink, bold=True))
        return "".join(parts)

    def _values(self, sign: str, side: NodeValues, values: tuple[str, ...], shown: list[int]) -> str:
        step = WIDTH / len(shown)
        stacks = np.array(
            [
                [int(((side.cells == value) & self._is(side, group)).sum()) for value in shown]
                for group in range(self.groups.n_groups)
            ]
        )
        parts = [self._title(sign, side)]
        parts.append(rect(0, HEAD, step, PLOT, fill=mix(self.palette.line, self.palette.page, share=0.55)))
        parts += self._stacks(stacks, [step * place for place in range(len(shown) + 1)], gap=0.2 * step)
        parts.append(rect(0, HEAD + PLOT, WIDTH, 1, fill=self.palette.edge))
        letters = max(3, int(step / (0.55 * SIZE)))
        for place, value in enumerate(shown):
            words = shorten(values[value], letters)
            x, colour = step * (place + 0.5), self.palette.muted if place else self.palette.ink
            parts.append(text(words, x, HEAD + PLOT + 14, size=SIZE, fill=colour, bold=not place))
        return "".join(parts)

    def _title(self, sign: str, side: NodeValues) -> str:
        words = f"{sign} {shorten(side.title, 26)}, {count_text(side.cells.size)} rows"
        return text(words, 0, 11, size=SIZE, fill=self.palette.muted, anchor="start")

    def _is(self, side: NodeValues, group: int) -> NDArray[np.bool_]:
        return np.asarray(np.asarray(self.groups.group)[side.classes] == group)

    def _stacks(self, stacks: NDArray[np.int64], edges: list[float], *, gap: float = 0.0) -> list[str]:
        """Bars between edges, class 1 on top."""
        highest = max(int(stacks.sum(axis=0).max()), 1)
        parts = []
        for place in range(stacks.shape[1]):
            width = edges[place + 1] - edges[place] - gap
            left = min(edges[place] + gap / 2, WIDTH - 2)
            bottom = HEAD + PLOT
            for group in range(stacks.shape[0] - 1, -1, -1):
                height = PLOT * 0.94 * float(stacks[group, place]) / highest
                if height:
                    colour = self.groups.colour(group, self.palette)
                    parts.append(rect(left + 0.5, bottom - height, max(width - 1, 0.8), height, fill=colour))
                    bottom -= height
        return parts


def _with_threshold(bins: Bins, thresholds: list[float | None]) -> Bins:
    """Bars that reach as far as the thresholds do."""
    known = [threshold for threshold in thresholds if threshold is not None and np.isfinite(threshold)]
    if not known or bins.edges[0] <= min(known) <= max(known) <= bins.edges[-1]:
        return bins
    edges = [edge for edge in (min(known), max(known)) if not bins.edges[0] <= edge <= bins.edges[-1]]
    return Bins(np.unique(np.concatenate((bins.edges, edges))))


def _ticks(low: float, high: float) -> list[tuple[float, str]]:
    """A few round numbers between two ends."""
    raw = (high - low) / MOST_TICKS
    power = 10.0 ** np.floor(np.log10(raw)) if raw > 0 and np.isfinite(raw) else 1.0
    step = next(float(power * factor) for factor in (1, 2, 5, 10) if power * factor >= raw * 0.999)
    first = np.ceil(low / step) * step
    ticks = [float(first + step * i) for i in range(int((high - first) / step + 1e-9) + 1)]
    return [(tick, true_minus(f"{0.0 if abs(tick) < step / 1e6 else tick:.6g}")) for tick in ticks]
