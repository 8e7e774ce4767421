"""A spectrum as bars: its largest coefficients by order, named by their attributes, and the energy of each order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import LIGHT, Palette, mix
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.slanted_names import ANGLE, NamedBar, with_room
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_words import shorten
from ksdt_core.fourier.coefficient_rows import CoefficientRow
from ksdt_core.text import PERCENT_SIGN, number, percent

PLOT, HEIGHT = 204.0, 286.0  # pixels: the bars alone, and with the energy's axes and numbers
NAMED = 12  # of the largest coefficients, as far as there is room
GAP, BAR = 1.5, 0.8  # bars left free between two orders; the width of one
FEWEST = 16.0  # bars that there is room for
NARROW, RIGHT = 420.0, 40.0  # pixels: a chart that is not wide, and what its names may have at its right
LETTERS = 12.0


def partition_text(row: CoefficientRow, *, width: int = 12) -> str:
    """The attributes of a partition: `alcohol · sulphates`."""
    return " · ".join(shorten(name, width) for name, _ in row.partition) or "mean"


def draw_coefficients(rows: Sequence[CoefficientRow], *, palette: Palette = LIGHT) -> go.Figure:
    """A bar for each coefficient, orders side by side and the largest first within each; dark where it is kept."""
    ordered = sorted(rows, key=lambda row: (row.order, -row.magnitude))
    places: list[float] = []
    ticks: dict[int, list[float]] = {}
    place, before = 0.0, None
    for row in ordered:
        if before is not None and row.order != before:
            place += GAP
        before = row.order
        places.append(place)
        ticks.setdefault(row.order, []).append(place)
        place += 1
    bars = go.Bar(
        x=places,
        y=[row.magnitude for row in ordered],
        width=BAR,
        marker={"color": [_colour(row.kept, palette) for row in ordered], "line": {"width": 0}},
        customdata=[_words(row) for row in ordered],
        hovertemplate="%{customdata}<extra></extra>",
    )
    highest = max((row.magnitude for row in ordered), default=1.0)
    wide = max(place, FEWEST) + 1
    start = (place - 1 - wide) / 2  # few bars stand in the middle
    named = _named(ordered, [each - start for each in places], wide=wide, highest=highest)
    names = [
        {
            "x": places[i], "y": ordered[i].magnitude, "text": plotly_text(bar.name), "showarrow": False,
            "textangle": -ANGLE, "xanchor": "left", "yanchor": "bottom", "xshift": -4,
            "font": {"size": LETTERS, "color": palette.ink if ordered[i].kept else palette.muted},
        }
        for i, bar in named.items()
    ]  # fmt: skip
    top = max([PLOT, *(bar.top for bar in named.values())]) - PLOT + 30
    layout = {
        **plain_layout(palette, height=PLOT + top + 46, margin=(52, RIGHT, top, 46)),
        "annotations": names,
        "xaxis": {
            "title": {"text": "order: attributes in the partition", "standoff": 8, "font": {"size": 13}},
            "tickvals": [(own[0] + own[-1]) / 2 for own in ticks.values()], "ticktext": [str(order) for order in ticks],
            "range": [start, start + wide], "showgrid": False, "zeroline": False, "fixedrange": True,
        },
        "yaxis": {
            "title": {"text": "|w<sub>j</sub>|", "standoff": 6, "font": {"size": 13}}, "range": [0, highest * 1.02],
            "gridcolor": palette.line, "zeroline": False, "fixedrange": True,
        },
    }  # fmt: skip
    return go.Figure([bars], layout)


def _named(
    rows: Sequence[CoefficientRow], places: Sequence[float], *, wide: float, highest: float
) -> dict[int, NamedBar]:
    """The largest coefficients by position, as far as there is room for their names in a narrow chart."""
    step = NARROW / wide
    names = [partition_text(row) for row in rows]
    bars = [
        NamedBar(place * step, PLOT * row.magnitude / highest, name, text_width(name, LETTERS))
        for row, place, name in zip(rows, places, names, strict=True)
    ]
    chosen = with_room(bars, half=BAR / 2 * step, right=NARROW + RIGHT, most=NAMED)
    return {position: bars[position] for position in chosen}


def draw_energy_by_order(whole: Sequence[float], kept: Sequence[float], *, palette: Palette = LIGHT) -> go.Figure:
    """Shares of the energy apart from w_0 by order, from order 1 on: pale all of it, dark what is kept."""
    orders = list(range(1, len(whole)))
    total = sum(whole[1:]) or 1.0
    shares = [100 * whole[order] / total for order in orders]
    held = [100 * kept[order] / total if order < len(kept) else 0.0 for order in orders]
    numbers = [
        {
            "x": order, "y": share, "text": percent(share / 100, 0 if share >= 0.5 else 1), "showarrow": False,
            "yshift": 10, "font": {"color": palette.ink, "size": 12},
        }
        for order, share in zip(orders, shares, strict=True)
    ]  # fmt: skip
    layout = {
        **plain_layout(palette, height=HEIGHT, margin=(52, 12, 36, 46)),
        "barmode": "overlay",
        "annotations": numbers,
        "xaxis": {
            "title": {"text": "order", "standoff": 8, "font": {"size": 13}}, "tickvals": orders,
            "range": [0.4, len(orders) + 0.6], "showgrid": False, "zeroline": False, "fixedrange": True,
        },
        "yaxis": {
            "title": {"text": "share of the energy", "standoff": 6, "font": {"size": 13}}, "ticksuffix": PERCENT_SIGN,
            "range": [0, 1.12 * max(shares, default=1.0) or 1.0], "gridcolor": palette.line, "zeroline": False,
            "fixedrange": True,
        },
    }  # fmt: skip
    whole_bars = _shares(orders, shares, colour=_colour(False, palette), name="all")
    return go.Figure([whole_bars, _shares(orders, held, colour=_colour(True, palette), name="kept")], layout)


def _shares(orders: Sequence[int], shares: Sequence[float], *, colour: str, name: str) -> go.Bar:
    look: dict[str, Any] = {"color": colour, "line": {"width": 0}}
    words = f"order %{{x}}: %{{y:.1f}}{PERCENT_SIGN} ({name})<extra></extra>"
    return go.Bar(x=list(orders), y=list(shares), width=0.7, marker=look, name=name, hovertemplate=words)


def _colour(kept: bool, palette: Palette) -> str:
    return mix(palette.ink, palette.page, share=0.84) if kept else palette.edge


def _words(row: CoefficientRow) -> str:
    entries = "<br>".join(f"{plotly_text(name)}: {entry}" for name, entry in row.partition)
    twice = " (with its conjugate)" if row.count == 2 else ""
    sign = "−" if row.coefficient.imag < 0 else "+"
    return (
        f"{entries}<br>w = {number(row.coefficient.real)}"
        + (f" {sign} {number(abs(row.coefficient.imag))}i" if abs(row.coefficient.imag) > 1e-12 else "")
        + f"{twice}<br>{percent(row.share, 2)} of the energy"
        + ("" if row.kept else "<br>not kept")
    )
