"""TPD of every two trees as a matrix: numbers in the cells, the number of shared attributes below the diagonal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import LIGHT, Palette, mix
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.shades import text_on
from ksdt_core.figures.words import shorten

CELL = 46.0  # pixels
GAP = 0.045  # of a cell, on each side
MOST_NUMBERS = 14  # more trees leave no room for numbers
TOP, BOTTOM, SIDE = 44.0, 8.0, 12.0  # above: numbers of the trees, and the buttons of the chart over them
LETTER = 6.6  # pixels

Cell = tuple[int, int]


def difference_text(tpd: float) -> str:
    """Two digits; what lies below 1 is never written as 1.00, what lies above 0 never as 0.00, if four digits tell."""
    short, long = f"{tpd:.2f}", f"{tpd:.4f}"
    hides = (short == "1.00" and long < "1.0000") or (short == "0.00" and long > "0.0000")
    return long if hides else short


def draw_difference_matrix(
    tpd: NDArray[np.float64],
    roots: Sequence[str],
    *,
    shared: NDArray[np.int64],
    selected: Cell | None = None,
    palette: Palette = LIGHT,
) -> go.Figure:
    """`roots` name the trees. Below the diagonal stands `shared`, the number of attributes that two trees share.

    A cell is a marker that is not seen, so that it can be clicked; its customdata is the pair of trees from 0.
    """
    k = tpd.shape[0]
    names = [plotly_text(shorten(root)) for root in roots]
    widest = max(len(shorten(root)) for root in roots) + 2
    margin = (SIDE + LETTER * widest, SIDE, TOP, BOTTOM)
    layout = {
        **plain_layout(palette, height=TOP + BOTTOM + k * CELL, margin=margin),
        "hoverdistance": int(CELL),
        "clickmode": "event+select",
        "shapes": _boxes(tpd, selected, palette),
        "xaxis": _axis(palette, [f"<b>{i + 1}</b>" for i in range(k)]) | {"side": "top", "range": [-0.5, k - 0.5]},
        "yaxis": _axis(palette, [f"<b>{i + 1}</b> {name}" for i, name in enumerate(names)])
        | {"range": [k - 0.5, -0.5]},
    }
    numbers = _numbers(tpd, shared, palette) if k <= MOST_NUMBERS else []
    return go.Figure([*numbers, _targets(tpd, shared, names)], layout)


def _axis(palette: Palette, ticks: list[str]) -> dict[str, Any]:
    plain = {"showgrid": False, "zeroline": False, "fixedrange": True, "ticks": "", "tickfont": {"color": palette.ink}}
    return {**plain, "tickvals": list(range(len(ticks))), "ticktext": ticks}


def _boxes(tpd: NDArray[np.float64], selected: Cell | None, palette: Palette) -> list[dict[str, Any]]:
    """A box for each cell and a ring around the chosen one, all at once: plotly checks a list faster than its parts."""
    k = tpd.shape[0]
    boxes = [_box(row, column, look=_look(tpd, row, column, palette)) for row in range(k) for column in range(k)]
    if selected is not None:
        ring = {"line": {"color": palette.ink, "width": 3}, "layer": "above"}
        boxes.append(_box(min(selected), max(selected), gap=0.0, look=ring))
    return boxes


def _box(row: int, column: int, *, look: Mapping[str, Any], gap: float = GAP) -> dict[str, Any]:
    reach = 0.5 - gap
    corners = {"x0": column - reach, "x1": column + reach, "y0": row - reach, "y1": row + reach}
    return {"type": "rect", "layer": "below", "line": {"width": 0}, **corners, **look}


def _look(tpd: NDArray[np.float64], row: int, column: int, palette: Palette) -> dict[str, Any]:
    if row == column:
        return {"fillcolor": palette.panel}
    if row < column:
        return {"fillcolor": difference_shade(float(tpd[row, column]), palette)}
    return {"fillcolor": palette.page, "line": {"color": palette.line, "width": 1}}


def difference_shade(tpd: float, palette: Palette) -> str:
    """From the ground to a dark slate: a dark field is a large difference."""
    return mix(mix(palette.ink, palette.page, share=0.84), palette.panel, share=max(tpd, 0.0) ** 1.5)


def _numbers(tpd: NDArray[np.float64], shared: NDArray[np.int64], palette: Palette) -> list[go.Scatter]:
    """The numbers, one trace for each colour of text."""
    by_ink: dict[str, list[tuple[int, int, str]]] = {}
    k = tpd.shape[0]
    for row in range(k):
        for column in range(k):
            if row < column:
                ink = text_on(difference_shade(float(tpd[row, column]), palette), palette)
                by_ink.setdefault(ink, []).append((row, column, difference_text(float(tpd[row, column]))))
            elif row > column:
                common = int(shared[row, column])
                by_ink.setdefault(palette.ink if common else palette.muted, []).append((row, column, str(common)))
    return cell_texts(by_ink, size=13)


def cell_texts(by_ink: Mapping[str, list[tuple[int, int, str]]], *, size: int) -> list[go.Scatter]:
    """Texts at (row, column) of a matrix, one trace for each colour."""
    return [
        go.Scatter(
            x=[column for _, column, _ in cells],
            y=[row for row, _, _ in cells],
            text=[text for *_, text in cells],
            mode="text",
            textfont={"color": ink, "size": size},
            hoverinfo="skip",
        )
        for ink, cells in by_ink.items()
    ]


def _targets(tpd: NDArray[np.float64], shared: NDArray[np.int64], names: Sequence[str]) -> go.Scatter:
    k = tpd.shape[0]
    cells = [(row, column) for row in range(k) for column in range(k) if row != column]
    words = [
        f"trees {row + 1} ({names[row]}) and {column + 1} ({names[column]})<br>TPD {tpd[row, column]:.4f}"
        f"<br>shared attributes: {int(shared[row, column])}"
        for row, column in cells
    ]
    unseen = {"marker": {"opacity": 0}}
    return go.Scatter(
        x=[column for _, column in cells],
        y=[row for row, _ in cells],
        customdata=[[min(pair), max(pair)] for pair in cells],
        mode="markers",
        marker={"symbol": "square", "size": CELL * (1 - 2 * GAP), "opacity": 0},
        selected=unseen,
        unselected=unseen,
        text=words,
        hovertemplate="%{text}<extra></extra>",
    )
