"""Forest plot of a replication: accuracies with intervals of every tree and the vote, in three tables.

Marks tell the tables apart: an open square, an open circle, a filled triangle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ksdt_core.evidence.answers import Answers, PairAnswers
from ksdt_core.evidence.replicated import Replication
from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.svg_parts import FONT, number, rect, text
from ksdt_core.figures.tree_words import shorten
from ksdt_core.text import percent

WIDE, NARROW = 560.0, 350.0  # pixels
TOP, ROW, AXIS = 30.0, 46.0, 42.0
MARK = 4.2
ABOVE, NOT_ABOVE = "above baseline", "not clearly above baseline"
SHORT = {ABOVE: ABOVE, NOT_ABOVE: "not clearly above"}  # where there is little room


@dataclass(frozen=True, slots=True)
class ForestRow:
    """One tree or the vote: the answers in the two mined tables, where they are known, and in the third."""

    name: str
    mined: tuple[Answers, ...]
    third: Answers


def forest_rows(found: Replication, training: PairAnswers | None, names: Sequence[str]) -> tuple[ForestRow, ...]:
    """A row for each tree, called by `names`, and one for the vote."""
    rows = [
        ForestRow(name, () if training is None else tuple(side.trees[tree] for side in training.sides), own)
        for tree, (name, own) in enumerate(zip(names, found.trees, strict=True))
    ]
    votes = () if training is None else tuple(side.vote for side in training.sides)
    mined = tuple(vote for vote in votes if vote is not None)
    return (*rows, ForestRow("Vote", mined if len(mined) == 2 else (), found.vote))


def forest_svg(
    rows: Sequence[ForestRow], tables: Sequence[str], *, palette: Palette = LIGHT, width: float = WIDE
) -> str:
    """The plot; `tables` are the names of the two mined tables and of the third."""
    label, numbers = (150.0, 74.0) if width >= WIDE else (112.0, 56.0)
    everything = [answers for row in rows for answers in (*row.mined, row.third)]
    baseline = rows[0].third.baseline
    low = math.floor(10 * min(baseline, *(answers.interval[0] for answers in everything)) - 1e-9) / 10
    left, right = label, width - numbers
    scale = (right - left) / (1 - low)
    drawing = _Drawing(palette, left, low, scale, width)
    bottom = TOP + ROW * len(rows)
    height = bottom + AXIS
    parts = [
        rect(0, bottom - ROW, width, ROW, fill=palette.panel, radius=4),  # behind the vote
        *_legend(tables, palette, width),
        *_axis(drawing, bottom, baseline, tables[2]),
    ]
    for place, row in enumerate(rows):
        parts += drawing.row(row, TOP + ROW * place)
    title = f"Accuracy of the trees and of their vote in {', '.join(tables)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ksdt-forest" width="{number(width)}" '
        f'height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}" font-family="{FONT}" role="img">'
        f"<title>{xml_text(title)}</title>{''.join(parts)}</svg>"
    )


@dataclass(frozen=True, slots=True)
class _Drawing:
    palette: Palette
    left: float
    low: float
    scale: float
    width: float

    def x(self, share: float) -> float:
        return self.left + (share - self.low) * self.scale

    def row(self, row: ForestRow, top: float) -> Iterator[str]:
        palette = self.palette
        letters = 20 if self.width >= WIDE else 14
        yield text(
            shorten(one_line(row.name), letters), 8, top + 20, size=13, fill=palette.ink, anchor="start", bold=True
        )
        above = row.third.beats_baseline
        said = ABOVE if above else NOT_ABOVE
        yield text(
            said if self.width >= WIDE else SHORT[said], 8, top + 36, size=11.5, anchor="start",
            fill=palette.muted if above else palette.ink,
        )  # fmt: skip
        for position, answers in enumerate(row.mined):
            yield self._interval(answers, top + 11 + 10 * position, position, palette.muted)
        yield self._interval(row.third, top + 35, 2, palette.ink)
        if row.mined:
            said = " | ".join(f"{100 * answers.accuracy:.0f}" for answers in row.mined)
            yield text(said, self.width - 8, top + 20, size=11.5, fill=palette.muted, anchor="end")
        own = percent(row.third.accuracy, 1)
        yield text(own, self.width - 8, top + 38, size=12.5, fill=palette.ink, anchor="end", bold=True)

    def _interval(self, answers: Answers, y: float, table: int, colour: str) -> str:
        low, high = (self.x(end) for end in answers.interval)
        thick = 2.0 if table == 2 else 1.2
        line = rect(low, y - thick / 2, max(high - low, 0.5), thick, fill=colour)
        return (
            f'<g class="mark" data-table="{table}">{line}{mark(self.x(answers.accuracy), y, table, self.palette)}</g>'
        )


def mark(x: float, y: float, table: int, palette: Palette) -> str:
    """The mark of a table: open for the two that were mined, filled for the third."""
    if table == 0:
        return rect(x - MARK, y - MARK, 2 * MARK, 2 * MARK, fill=palette.page, stroke=palette.muted, stroke_width=1.4)
    if table == 1:
        return rect(
            x - MARK, y - MARK, 2 * MARK, 2 * MARK, fill=palette.page, radius=MARK, stroke=palette.muted,
            stroke_width=1.4,
        )  # fmt: skip
    size = MARK + 1.2
    points = ((x, y - size), (x + size, y + size * 0.8), (x - size, y + size * 0.8))
    return f'<polygon points="{" ".join(f"{number(a)},{number(b)}" for a, b in points)}" fill="{palette.ink}"/>'


def _legend(tables: Sequence[str], palette: Palette, width: float) -> Iterator[str]:
    each = width / 3
    letters = 20 if width >= WIDE else 12
    for table, name in enumerate(tables):
        yield mark(14 + each * table, 12, table, palette)
        words = shorten(one_line(name), letters)
        yield text(words, 25 + each * table, 16, size=12.5, fill=palette.ink, anchor="start", bold=table == 2)


def _axis(drawing: _Drawing, bottom: float, baseline: float, third: str) -> Iterator[str]:
    palette = drawing.palette
    first, n_steps = round(10 * drawing.low), 10 - round(10 * drawing.low)
    step = 1 if n_steps <= (7 if drawing.width >= WIDE else 4) else 2
    for tenth in range(10, first - 1, -step):
        x = drawing.x(tenth / 10)
        yield rect(x - 0.5, TOP, 1, bottom - TOP, fill=palette.line)
        yield text(percent(tenth / 10), x, bottom + 16, size=11.5, fill=palette.muted)
    x = drawing.x(baseline)
    yield (
        f'<path class="baseline" d="M{number(x)} {number(TOP)}V{number(bottom)}" stroke="{palette.ink}" '
        'stroke-width="1.4" stroke-dasharray="4 3"/>'
    )
    words = f"baseline of {shorten(one_line(third), 16)}: {percent(baseline, 1)}"
    at = min(max(x, 90.0), drawing.width - 100)
    yield text(words, at, bottom + 34, size=11.5, fill=palette.ink)
