"""Axes, legend and room of the map of trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import Palette, mix
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.studies.tree_space import TreeSpace
from ksdt_core.text import percent

HEIGHTS = {2: 540.0, 3: 620.0}  # pixels
SCALE, NO_SCALE = 62.0, 34.0  # pixels above the map for a scale of colours, and without one
CAMERA = {"eye": {"x": 1.22, "y": 1.35, "z": 0.74}, "center": {"x": 0.0, "y": 0.0, "z": -0.14}}  # all axes can be read

Legend = tuple[str, str, str]  # words, symbol, colour


def legend_traces(entries: Sequence[Legend], dimensions: int) -> list[go.Scatter | go.Scatter3d]:
    """The legend alone: its order and its marks need not be those that the drawing has to have."""
    kind, nowhere = (go.Scatter3d, {"z": [None]}) if dimensions == 3 else (go.Scatter, {})
    return [
        kind(
            x=[None], y=[None], **nowhere, mode="markers", name=plotly_text(words), hoverinfo="skip",
            marker={"symbol": symbol, "color": colour, "size": 9, "line": {"color": colour, "width": 1}},
        )
        for words, symbol, colour in entries
    ]  # fmt: skip


def axis_title(space: TreeSpace, axis: int) -> str:
    """`first component, 23 % of the variance`."""
    share = space.projection.explained[axis] if axis < space.projection.explained.size else 0.0
    return f"{('first', 'second', 'third')[axis]} component, {percent(share)} of the variance"


def space_layout(space: TreeSpace, dimensions: int, *, scaled: bool, lasso: bool, palette: Palette) -> dict[str, Any]:
    """The layout of the map; `scaled`: a scale of colours is above it; `lasso`: dragging picks, else it moves."""
    top = SCALE if scaled else NO_SCALE
    margin = (56.0, 12.0, top, 52.0) if dimensions == 2 else (0.0, 0.0, top, 0.0)
    return {
        **plain_layout(palette, height=HEIGHTS[dimensions], margin=margin),
        "showlegend": True,
        "legend": {
            "orientation": "h", "x": 0, "xanchor": "left", "y": -0.16 if dimensions == 2 else -0.02, "yanchor": "top",
            "itemsizing": "constant", "font": {"color": palette.ink}, "itemclick": False, "itemdoubleclick": False,
        },
        "dragmode": "turntable" if dimensions == 3 else "lasso" if lasso else "pan",
        "clickmode": "event+select",
        "newselection": {"line": {"color": palette.ink}},
        **(_plane(space, palette) if dimensions == 2 else {"scene": _cube(space, palette)}),
    }  # fmt: skip


def _plane(space: TreeSpace, palette: Palette) -> dict[str, Any]:
    axis = {"gridcolor": palette.line, "zerolinecolor": palette.line, "showgrid": False, "zeroline": True}
    titles = [{"text": axis_title(space, number), "font": {"size": 13}, "standoff": 6} for number in range(2)]
    return {
        "xaxis": {**axis, "title": titles[0]},
        "yaxis": {**axis, "title": titles[1]},
        "plot_bgcolor": mix(palette.panel, palette.page, share=0.5),
    }


def _cube(space: TreeSpace, palette: Palette) -> dict[str, Any]:
    nothing = "rgba(0,0,0,0)"
    axes = {
        name: {
            "title": {"text": axis_title(space, number).removesuffix(" of the variance"), "font": {"size": 12}},
            "gridcolor": palette.line, "zerolinecolor": palette.edge, "backgroundcolor": nothing,
            "showticklabels": False, "color": palette.muted,
        }
        for number, name in enumerate(("xaxis", "yaxis", "zaxis"))
    }  # fmt: skip
    return {**axes, "bgcolor": nothing, "aspectmode": "cube", "camera": CAMERA}
