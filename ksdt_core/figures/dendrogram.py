"""Which trees of a set are alike: trees joined step by step, the nearest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ksdt_core.figures.difference_matrix import LETTER, difference_text
from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.tree_words import shorten

ROW = 34.0  # pixels a tree


def draw_dendrogram(tpd: NDArray[np.float64], roots: Sequence[str], *, palette: Palette = LIGHT) -> go.Figure:
    """Groups are joined at the mean TPD between their trees (average linkage); trees stand at the left."""
    from scipy.cluster.hierarchy import dendrogram, linkage  # takes long to load, and few pages need it
    from scipy.spatial.distance import squareform

    joined = linkage(squareform(np.maximum(tpd, 0.0), checks=False), method="average")
    drawn = dendrogram(joined, no_plot=True)
    k = tpd.shape[0]
    ticks = [5.0 + 10.0 * place for place in range(k)]
    labels = [f"<b>{leaf + 1}</b> {plotly_text(shorten(roots[leaf]))}" for leaf in drawn["leaves"]]
    heights = [float(xs[1]) for xs in drawn["dcoord"]]
    widest = max(len(shorten(root)) for root in roots) + 2
    layout = {
        **plain_layout(palette, height=ROW * k + 84, margin=(12 + LETTER * widest, 16, 28, 48)),
        "xaxis": {
            "range": [0, max(1.02, max(heights) * 1.02)], "tickvals": [0, 0.25, 0.5, 0.75, 1], "tickangle": 0,
            "showgrid": True, "zeroline": False, "gridcolor": palette.line, "fixedrange": True,
            "title": {"text": "mean difference (TPD) where groups join", "standoff": 8, "font": {"size": 13}},
        },
        "yaxis": {
            "range": [10.0 * k, 0], "tickvals": ticks, "ticktext": labels, "tickfont": {"color": palette.ink},
            "showgrid": False, "zeroline": False, "fixedrange": True,
        },
    }  # fmt: skip
    return go.Figure([*_branches(drawn, palette), _joints(drawn, heights, palette)], layout)


def _branches(drawn: Mapping[str, Any], palette: Palette) -> list[go.Scatter]:
    return [
        go.Scatter(x=xs, y=ys, mode="lines", line={"color": palette.muted, "width": 2}, hoverinfo="skip")
        for ys, xs in zip(drawn["icoord"], drawn["dcoord"], strict=True)
    ]


def _joints(drawn: Mapping[str, Any], heights: Sequence[float], palette: Palette) -> go.Scatter:
    return go.Scatter(
        x=heights,
        y=[(ys[1] + ys[2]) / 2 for ys in drawn["icoord"]],
        mode="markers",
        marker={"color": palette.ink, "size": 7},
        text=[difference_text(height) for height in heights],
        hovertemplate="joined at difference %{text}<extra></extra>",
    )
