"""A matrix of inner products as shaded cells with their numbers."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ksdt_core.figures.cell_matrix import cell_texts
from ksdt_core.figures.palette import LIGHT, Palette, mix, text_on
from ksdt_core.figures.plain_layout import plain_layout

MOST_NUMBERS = 12  # more trees leave no room for numbers
CELL = 46.0  # pixels
GROUND = 0.06  # of the darkest shade, for the smallest number


def draw_gram(
    gram: NDArray[np.float64], *, top: float | None = None, palette: Palette = LIGHT, name: str = "⟨f, g⟩"
) -> go.Figure:
    """Trees are numbered from 1; `top` is the number that the darkest shade stands for, by default the largest."""
    k = gram.shape[0]
    highest = float(gram.max()) if top is None else top
    highest = highest if highest > 0 else 1.0
    dark = mix(palette.ink, palette.page, share=0.84)
    light = mix(dark, palette.panel, share=GROUND)
    labels = list(range(1, k + 1))
    shades = go.Heatmap(
        z=gram.tolist(), x=labels, y=labels, zmin=0, zmax=highest, xgap=2, ygap=2,
        colorscale=[(0.0, light), (1.0, dark)], showscale=False,
        hovertemplate=f"trees %{{y}} and %{{x}}<br>{name} %{{z:.6f}}<extra></extra>",
    )  # fmt: skip
    has_numbers = k <= MOST_NUMBERS
    numbers = _numbers(gram, highest, light=light, dark=dark, palette=palette) if has_numbers else []
    axis = {
        "tickvals": labels if has_numbers else None, "showgrid": False, "zeroline": False, "fixedrange": True,
        "tickfont": {"color": palette.ink}, "ticks": "",
    }  # fmt: skip
    layout = {
        **plain_layout(palette, height=54 + CELL * min(k, MOST_NUMBERS), margin=(30, 10, 44, 8)),
        "xaxis": {**axis, "side": "top", "range": [0.5, k + 0.5]},
        "yaxis": {**axis, "range": [k + 0.5, 0.5]},
    }
    return go.Figure([shades, *numbers], layout)


def _numbers(gram: NDArray[np.float64], highest: float, *, light: str, dark: str, palette: Palette) -> list[go.Scatter]:
    """A number in each cell, readable on its shade."""
    by_ink: dict[str, list[tuple[int, int, str]]] = {}
    for (row, column), value in np.ndenumerate(gram):
        ink = text_on(mix(dark, light, share=min(max(float(value) / highest, 0.0), 1.0)), palette)
        by_ink.setdefault(ink, []).append((row + 1, column + 1, f"{value:.3f}".removeprefix("0")))
    return cell_texts(by_ink, size=12)
