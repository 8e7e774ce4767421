"""The cells of a matrix in a chart: boxes below, texts in them, and unseen markers that take the pointer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

Cell = tuple[int, int]  # row and column, from 0


def cell_box(row: int, column: int, *, gap: float, look: Mapping[str, Any]) -> dict[str, Any]:
    """The shape of a cell that leaves a gap on each side, as a share of the cell."""
    reach = 0.5 - gap
    corners = {"x0": column - reach, "x1": column + reach, "y0": row - reach, "y1": row + reach}
    return {"type": "rect", "layer": "below", "line": {"width": 0}, **corners, **look}


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


def cell_targets(
    cells: Sequence[Cell], words: Sequence[str], *, pairs: Sequence[Sequence[int]], size: float
) -> go.Scatter:
    """A marker in each cell that is not seen, so that it can be clicked; its customdata is its pair."""
    unseen = {"marker": {"opacity": 0}}
    return go.Scatter(
        x=[column for _, column in cells],
        y=[row for row, _ in cells],
        customdata=list(pairs),
        mode="markers",
        marker={"symbol": "square", "size": size, "opacity": 0},
        selected=unseen,
        unselected=unseen,
        text=list(words),
        hovertemplate="%{text}<extra></extra>",
    )
