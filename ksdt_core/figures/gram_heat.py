"""A matrix of inner products as shaded cells with their numbers."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ksdt_core.figures.palette import LIGHT, Palette, mix
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.shades import text_on

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
    figure = go.Figure(
        go.Heatmap(
            z=gram.tolist(), x=labels, y=labels, zmin=0, zmax=highest, xgap=2, ygap=2,
            colorscale=[(0.0, light), (1.0, dark)], showscale=False,
            hovertemplate=f"trees %{{y}} and %{{x}}<br>{name} %{{z:.6f}}<extra></extra>",
        )
    )  # fmt: skip
    if k <= MOST_NUMBERS:
        for row in range(k):
            for column in range(k):
                value = float(gram[row, column])
                shade = mix(dark, light, share=min(max(value / highest, 0.0), 1.0))
                figure.add_annotation(
                    x=labels[column], y=labels[row], text=f"{value:.3f}".removeprefix("0"), showarrow=False,
                    font={"color": text_on(shade, palette), "size": 12},
                )  # fmt: skip
    figure.update_layout(**plain_layout(palette, height=54 + CELL * min(k, MOST_NUMBERS), margin=(30, 10, 44, 8)))
    plain = {
        "tickvals": labels if k <= MOST_NUMBERS else None, "showgrid": False, "zeroline": False, "fixedrange": True,
        "tickfont": {"color": palette.ink}, "ticks": "",
    }  # fmt: skip
    figure.update_xaxes(side="top", range=[0.5, k + 0.5], **plain)
    figure.update_yaxes(range=[k + 0.5, 0.5], **plain)
    return figure
