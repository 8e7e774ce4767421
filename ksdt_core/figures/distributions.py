"""One attribute in both tables: how its values spread in each class, in units converted where that was decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import Matched
from ksdt_core.data.preparing.conversions import conversion_words
from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.value_bins import Bins, common_axis, value_bins
from ksdt_core.text import PERCENT_SIGN, counted

HEIGHT = 290
MOST_DRAWN = 8  # classes; the rarer ones are in the table
MOST_BARS = 24
FILL = 0.28
AXES = ({"xaxis": "x", "yaxis": "y"}, {"xaxis": "x2", "yaxis": "y2"})  # of the left table, of the right one

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """The cells of one attribute in one table."""

    title: str
    own_name: str  # what this table calls the attribute
    cells: Floats  # missing ones are NaN
    classes: NDArray[np.intp]  # positions in the common list of classes
    values: tuple[str, ...] | None  # of a categorical attribute
    formula: str = ""  # that converted its units

    @property
    def known(self) -> Floats:
        return np.asarray(self.cells[~np.isnan(self.cells)])

    def of_class(self, position: int) -> Floats:
        """The known cells of one class."""
        return np.asarray(self.cells[(self.classes == position) & ~np.isnan(self.cells)])

    @property
    def n_missing(self) -> int:
        return int(np.isnan(self.cells).sum())


def draw_distributions(matched: Matched, column: int, *, palette: Palette = LIGHT) -> go.Figure:
    """The shares of each class's rows over the values: the left table at the left, the right one at the right.

    Numbers share one axis where the two tables' ranges are comparable; else each table has its own, as it has its own
    units. Triangles below mark the medians.
    """
    classes, sides = attribute_sides(matched, column)
    drawn, shown = _largest(classes, sides), _shown_values(sides)
    one_axis, bins = _bins(sides)
    traces, named = [], set[int]()
    for place, side in enumerate(sides):
        for position in drawn:
            colour = palette.class_colour(position)
            for trace in _traces(side.of_class(position), side.values, shown, bins[place], colour=colour):
                words = {"name": plotly_text(classes[position]), "legendgroup": str(position)}
                traces.append(trace | words | AXES[place] | {"showlegend": position not in named})
                named.add(position)
    return go.Figure(traces, _layout(sides, "" if one_axis else " (separate axis)", palette))


def distribution_table(matched: Matched, column: int) -> pd.DataFrame:
    """The same in numbers: for each table and class its rows, missing cells and quartiles or commonest value."""
    classes, sides = attribute_sides(matched, column)
    rows = []
    for side in sides:
        for position, name in enumerate(classes):
            known = side.of_class(position)
            n_rows = int((side.classes == position).sum())
            if not n_rows:
                continue
            rows.append({"table": side.title, "class": name, "rows": n_rows, "missing": n_rows - known.size})
            rows[-1] |= _place(known) if side.values is None else _commonest(known, side.values)
    return pd.DataFrame(rows)


def attribute_sides(matched: Matched, column: int) -> tuple[tuple[str, ...], tuple[Side, Side]]:
    """The classes of both tables in sorted order, and the attribute in each table."""
    tables = (matched.left, matched.right)
    classes = tuple(sorted({name for table in tables for name in table.class_names}))
    names = (matched.left.attributes[column], matched.right_names[column])
    done = () if matched.settled is None else matched.settled.conversions
    formulas: dict[str, str] = {one.side: one.formula for one in done if one.attribute == names[0]}
    left, right = (
        _side(table, column, name, classes, formulas.get(side, ""))
        for table, name, side in zip(tables, names, ("left", "right"), strict=True)
    )
    return classes, (left, right)


def _side(table: Dataset, column: int, own_name: str, classes: tuple[str, ...], formula: str) -> Side:
    position = np.array([classes.index(name) for name in table.class_names], dtype=np.intp)
    cells, values = table.values[:, column], table.categories[column]
    return Side(table.name, own_name, cells, position[table.classes], values, formula)


def _largest(classes: tuple[str, ...], sides: tuple[Side, Side]) -> list[int]:
    counts = sum(np.bincount(side.classes, minlength=len(classes)) / max(1, side.classes.size) for side in sides)
    order = np.argsort(-np.asarray(counts), kind="stable")[:MOST_DRAWN]
    return sorted(int(position) for position in order)


def _bins(sides: tuple[Side, Side]) -> tuple[bool, tuple[Bins, Bins]]:
    """Whether both tables share an axis, and the bars of each."""
    left, right = (side.known for side in sides)
    if sides[0].values is not None or common_axis(left, right):
        both = value_bins([left, right])
        return True, (both, both)
    return False, (value_bins([left]), value_bins([right]))


def _traces(
    cells: Floats, values: tuple[str, ...] | None, shown: list[int], bins: Bins, *, colour: str
) -> list[dict[str, Any]]:
    """What is drawn of one class in one table."""
    if not cells.size:
        return []
    if values is not None:
        return [_bars(cells, values, shown, colour=colour)]
    return [_outline(cells, bins, colour=colour), _median(cells, bins, colour=colour)]


def _outline(cells: Floats, bins: Bins, *, colour: str) -> dict[str, Any]:
    shares = bins.counts(cells) / cells.size
    return {
        "type": "scatter",
        "x": bins.edges,
        "y": 100 * np.append(shares, shares[-1]),
        "mode": "lines",
        "line": {"color": colour, "width": 2, "shape": "hv"},
        "fill": "tozeroy",
        "fillcolor": _see_through(colour),
        "hovertemplate": f"%{{x:.4g}}: %{{y:.1f}}{PERCENT_SIGN} of its rows",
    }


def _median(cells: Floats, bins: Bins, *, colour: str) -> dict[str, Any]:
    median = float(np.median(cells))
    return {
        "type": "scatter",
        "x": [min(max(median, bins.edges[0]), bins.edges[-1])],
        "y": [0],
        "mode": "markers",
        "cliponaxis": False,
        "marker": {"symbol": "triangle-up", "size": 12, "color": colour, "line": {"width": 1, "color": "white"}},
        "customdata": [median],
        "hovertemplate": "median %{customdata:.4g}",
    }


def _bars(cells: Floats, values: tuple[str, ...], shown: list[int], *, colour: str) -> dict[str, Any]:
    counts = np.bincount(cells.astype(np.intp), minlength=len(values))
    shares, names = (
        [100 * counts[value] / cells.size for value in shown],
        [plotly_text(values[value]) for value in shown],
    )
    if len(shown) < len(values):
        shares.append(100 - sum(shares))
        names.append(f"{len(values) - len(shown)} other values")
    return {
        "type": "bar",
        "x": names,
        "y": shares,
        "marker": {"color": colour},
        "hovertemplate": f"%{{x}}: %{{y:.1f}}{PERCENT_SIGN} of its rows",
    }


def _shown_values(sides: tuple[Side, Side]) -> list[int]:
    """The commonest values of a categorical attribute, in their order."""
    if sides[0].values is None:
        return []
    n_values = len(sides[0].values)
    counts = sum(np.bincount(side.known.astype(np.intp), minlength=n_values) for side in sides)
    return sorted(np.argsort(-np.asarray(counts), kind="stable")[:MOST_BARS].tolist())


def _layout(sides: tuple[Side, Side], axis_words: str, palette: Palette) -> dict[str, Any]:
    """Two charts side by side with one scale of shares."""
    x_axis = {
        "showgrid": False, "zeroline": False, "linecolor": palette.edge, "ticks": "outside", "tickcolor": palette.edge
    }  # fmt: skip
    y_axis = {"rangemode": "tozero", "ticksuffix": PERCENT_SIGN, "gridcolor": palette.line, "zeroline": False}
    left, right = ({**x_axis, "title": {"text": plotly_text(side.own_name) + axis_words}} for side in sides)
    return {
        **plain_layout(palette, height=HEIGHT, margin=(52, 8, 60, 44)),
        "showlegend": True,
        "barmode": "group",
        "bargap": 0.25,
        "legend": {"orientation": "h", "x": 0, "y": 1.12, "yanchor": "bottom", "font": {"color": palette.ink}},
        "xaxis": {**left, "domain": [0.0, 0.47], "anchor": "y"},
        "xaxis2": {**right, "domain": [0.53, 1.0], "anchor": "y2"},
        "yaxis": {**y_axis, "anchor": "x", "title": {"text": "share of the class's rows"}},
        "yaxis2": {**y_axis, "anchor": "x2", "matches": "y", "showticklabels": False},
        "annotations": [_title(side, place, palette) for place, side in enumerate(sides)],
    }


def _title(side: Side, place: int, palette: Palette) -> dict[str, Any]:
    missing = f", {counted(side.n_missing, 'cell', 'cells')} missing" if side.n_missing else ""
    changed = f", converted {conversion_words(side.formula)}" if side.formula else ""
    rows = f"{counted(side.cells.size, 'row', 'rows')}{missing}{changed}"
    return {
        "text": f"{'■●'[place]} <b>{plotly_text(side.title)}</b>  {rows}",
        "xref": f"{AXES[place]['xaxis']} domain",
        "yref": "paper",
        "x": 0,
        "y": 1.02,
        "xanchor": "left",
        "yanchor": "bottom",
        "showarrow": False,
        "font": {"color": palette.ink, "size": 12.5},
    }


def _place(known: Floats) -> dict[str, float | None]:
    quartiles = np.quantile(known, (0.0, 0.25, 0.5, 0.75, 1.0)).tolist() if known.size else [None] * 5
    return dict(zip(("smallest", "lower quartile", "median", "upper quartile", "largest"), quartiles, strict=True))


def _commonest(known: Floats, values: tuple[str, ...]) -> dict[str, str | float | None]:
    if not known.size:
        return {"most common value": None, "its share": None}
    counts = np.bincount(known.astype(np.intp), minlength=len(values))
    best = int(counts.argmax())
    return {"most common value": values[best], "its share": float(counts[best] / known.size)}


def _see_through(colour: str) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},{FILL})"
