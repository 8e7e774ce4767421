"""Every pair of an atlas as a matrix, coloured by gain over the baseline or by score, with its clustering at the side.

The gain of a pair is defined in `ksdt_core/studies/atlas/over_baseline.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import plotly.graph_objects as go

from ksdt_core.figures.cell_matrix import Cell, cell_box, cell_targets, cell_texts
from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import LIGHT, Palette, shade, text_on
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.tree_words import shorten
from ksdt_core.studies.atlas.clustering import Clustering
from ksdt_core.studies.atlas.entry import PairEntry
from ksdt_core.studies.atlas.view import AtlasView
from ksdt_core.text import p_number, p_text, score, signed

CELL_HEIGHT = 54.0  # pixels
CELL_WIDTH = 84.0
TREE_WIDTH = 120.0
GAP = 0.035  # of a cell, on each side
TOP, BOTTOM, SIDE = 58.0, 44.0, 12.0
LETTER = 7.0  # pixels
MOST_NUMBERS = 24  # more tables leave no room for numbers
LEVEL = 0.05  # q-values up to this are set in bold
SMALLEST_TOP = 0.05  # gains are small: a scale that ends below this would make noise look strong

By = Literal["gain", "score"]


@dataclass(frozen=True, slots=True)
class _Shown:
    """Which number the cells show, and the ends of its colours."""

    by: By
    low: float
    high: float

    def of(self, entry: PairEntry) -> float | None:
        return entry.gain if self.by == "gain" else entry.sdtsq

    def text(self, entry: PairEntry) -> str:
        value = self.of(entry) or 0.0
        return signed(value) if self.by == "gain" else score(value)

    def fill(self, entry: PairEntry, palette: Palette) -> str:
        """Pale where there is nothing to gain, or the lowest score; dark for the highest."""
        value, spread = self.of(entry) or 0.0, self.high - self.low
        if self.by == "gain" and value <= 0:
            return palette.panel
        return shade(0.12 + 0.76 * ((value - self.low) / spread if spread > 0 else 0.5), palette)


def draw_atlas_matrix(atlas: AtlasView, *, by: By = "gain", palette: Palette = LIGHT) -> go.Figure:
    """Above the diagonal the gain over the baseline, or the best SDTSQ, with the q-value; below it shared attributes.

    Colours follow the number that is shown. An older atlas that does not know its gains shows scores.

    A cell is a marker that is not seen, so that it can be clicked; its customdata is the pair of tables, counted from 0
    in the order they were given. A pair that could not be mined has a dash, and its reason where the pointer rests.
    """
    order, n = atlas.clustering.order, len(atlas.names)
    names = [plotly_text(shorten(atlas.names[table])) for table in order]
    cells = {(row, column): atlas.entry(order[row], order[column]) for row in range(n) for column in range(n)}
    figure, shown = go.Figure(), _shown(atlas, by)
    if n <= MOST_NUMBERS:
        figure.add_traces(_numbers(cells, shown, palette))
    figure.add_trace(_targets(cells, order, "balanced " if atlas.is_balanced else ""))
    figure.add_traces(_clustering_lines(atlas.clustering, palette))
    for (row, column), entry in cells.items():
        figure.add_shape(cell_box(row, column, gap=GAP, look=_look((row, column), entry, shown, palette)))
    margin = (_names_width(atlas), SIDE, TOP, BOTTOM)
    figure.update_layout(
        **plain_layout(palette, height=TOP + BOTTOM + n * CELL_HEIGHT, margin=margin),
        hoverdistance=int(CELL_WIDTH),
        clickmode="event+select",
    )
    _axes(figure, names, atlas.clustering, palette)
    return figure


def matrix_width(atlas: AtlasView) -> int:
    """The width in pixels at which cells look well; a page may have less."""
    return int(_names_width(atlas) + SIDE + len(atlas.names) * CELL_WIDTH + TREE_WIDTH)


def _names_width(atlas: AtlasView) -> float:
    return SIDE + LETTER * max(len(shorten(name)) for name in atlas.names)


def knows_gains(atlas: AtlasView) -> bool:
    """Whether every mined pair says how much it gains over the baseline."""
    return bool(atlas.mined) and all(entry.gain is not None for entry in atlas.mined)


def chance_text(entry: PairEntry) -> str:
    """The q-value as cells show it, empty where the pair was not tested."""
    return "" if entry.q_value is None else f"q {p_number(entry.q_value)}"


def _axes(figure: go.Figure, names: Sequence[str], clustering: Clustering, palette: Palette) -> None:
    n = len(names)
    split = n * CELL_WIDTH / (n * CELL_WIDTH + TREE_WIDTH)
    plain: dict[str, Any] = {"showgrid": False, "zeroline": False, "fixedrange": True, "ticks": ""}
    ink = {"color": palette.ink}
    figure.update_layout(
        xaxis={
            **plain, "domain": [0, split], "range": [-0.5, n - 0.5], "side": "top", "tickvals": list(range(n)),
            "ticktext": names, "tickfont": ink, "autotickangles": [0, -40],
        },
        yaxis={**plain, "range": [n - 0.5, -0.5], "tickvals": list(range(n)), "ticktext": names, "tickfont": ink},
        xaxis2={
            **plain, "domain": [min(split + 0.015, 0.99), 1], "range": [0, _farthest(clustering) * 1.04],
            "anchor": "y", "nticks": 3, "showgrid": True, "gridcolor": palette.line, "side": "bottom",
            "title": {"text": "1 − quality (SDTSQ)", "standoff": 6, "font": {"size": 12}},
        },
    )  # fmt: skip


def _farthest(clustering: Clustering) -> float:
    return max((merge.distance for merge in clustering.merges), default=1.0) or 1.0


def _shown(atlas: AtlasView, by: By) -> _Shown:
    """Scores from the lowest to the highest, whose differences the colours show; gains from none to the highest."""
    if by == "gain" and knows_gains(atlas):
        return _Shown("gain", 0.0, max(SMALLEST_TOP, *(entry.gain or 0.0 for entry in atlas.mined)))
    scores = [entry.sdtsq or 0.0 for entry in atlas.mined]
    return _Shown("score", min(scores, default=0.0), max(scores, default=1.0))


def _look(cell: Cell, entry: PairEntry | None, shown: _Shown, palette: Palette) -> dict[str, Any]:
    row, column = cell
    if row == column:
        return {"fillcolor": palette.panel}
    if row < column and entry is not None and entry.found is not None:
        return {"fillcolor": shown.fill(entry, palette)}
    return {"fillcolor": palette.page, "line": {"color": palette.line, "width": 1}}


def _numbers(cells: Mapping[Cell, PairEntry | None], shown: _Shown, palette: Palette) -> list[go.Scatter]:
    """What the cells say, one trace for each colour of text."""
    by_ink: dict[str, list[tuple[int, int, str]]] = {}
    for (row, column), entry in cells.items():
        if entry is None or row == column:
            continue
        if row > column:
            by_ink.setdefault(palette.muted, []).append((row, column, f"{entry.n_attributes:,}"))
        elif entry.sdtsq is None:
            by_ink.setdefault(palette.muted, []).append((row, column, "–"))
        else:
            ink = text_on(shown.fill(entry, palette), palette)
            by_ink.setdefault(ink, []).append((row, column, _cell_text(entry, shown)))
    return cell_texts(by_ink, size=14)


def _cell_text(entry: PairEntry, shown: _Shown) -> str:
    score = shown.text(entry)
    if entry.q_value is None:
        return score
    strong = f"<b>{score}</b>" if entry.q_value <= LEVEL else score
    return f"{strong}<br><span style='font-size:11px'>{chance_text(entry)}</span>"


def _targets(cells: Mapping[Cell, PairEntry | None], order: Sequence[int], balanced: str) -> go.Scatter:
    shown = [(cell, entry) for cell, entry in cells.items() if entry is not None]
    pairs = [sorted((order[row], order[column])) for (row, column), _ in shown]
    words = [_hover(entry, balanced) for _, entry in shown]
    return cell_targets([cell for cell, _ in shown], words, pairs=pairs, size=CELL_HEIGHT * (1 - 2 * GAP))


def _hover(entry: PairEntry, balanced: str) -> str:
    """What a cell says when hovered over; `balanced` stands before what counts rows that balancing drew."""
    title = f"<b>{plotly_text(shorten(entry.left))} : {plotly_text(shorten(entry.right))}</b>"
    shared = f"shared attributes: {entry.n_attributes:,}"
    if entry.found is None:
        return f"{title}<br>{shared}<br>{_wrapped(entry.problem or '')}"
    best = entry.found.best
    weights = ", ".join(f"{part:g}" for part in best.weights.parts)
    lines = [title, f"best {balanced}quality {score(best.scores.sdtsq)} with weights {weights}", shared]
    if (over := entry.over_baseline) is not None:
        accuracy = f"accuracy {score(over.accuracy_left)} | {score(over.accuracy_right)}"
        baseline = f"baseline {score(over.baseline_left)} | {score(over.baseline_right)}"
        rows = f"on the {balanced}training rows"
        lines += [f"gain over the baseline {signed(over.gain)}", accuracy, baseline, rows]
    if entry.p_value is not None and entry.q_value is not None:
        lines.append(f"{p_text(entry.p_value)}, q = {p_number(entry.q_value)} over all pairs")
    return "<br>".join(lines)


def _wrapped(sentence: str) -> str:
    from textwrap import wrap

    return "<br>".join(plotly_text(line) for line in wrap(sentence, 60)[:5])


def _clustering_lines(clustering: Clustering, palette: Palette) -> list[go.Scatter]:
    """The tree of the clustering: leaves at the matrix, one bracket for each step."""
    n = len(clustering.order)
    place: dict[int, float] = {table: float(row) for row, table in enumerate(clustering.order)}
    height: dict[int, float] = dict.fromkeys(range(n), 0.0)
    xs: list[float | None] = []
    ys: list[float | None] = []
    for step, merge in enumerate(clustering.merges):
        first, second, at = place[merge.first], place[merge.second], merge.distance
        xs += [height[merge.first], at, at, height[merge.second], None]
        ys += [first, first, second, second, None]
        place[n + step], height[n + step] = (first + second) / 2, at
    joints = [(height[n + step], place[n + step]) for step in range(len(clustering.merges))]
    return [
        go.Scatter(x=xs, y=ys, xaxis="x2", mode="lines", line={"color": palette.muted, "width": 2}, hoverinfo="skip"),
        go.Scatter(
            x=[x for x, _ in joints],
            y=[y for _, y in joints],
            xaxis="x2",
            mode="markers",
            marker={"color": palette.ink, "size": 7},
            hovertemplate="joined at 1 − quality = %{x:.3f}<extra></extra>",
        ),
    ]
