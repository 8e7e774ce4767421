"""The weights of a single tree as a line from similarity to gain: the two sum to 1, so one axis says both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from ksdt_core.figures.escaping import xml_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.region_map import SCORE_WORDS, number_text
from ksdt_core.figures.tree_words import shorten
from ksdt_core.mining.map_points import MapPoint, Score, best_point
from ksdt_core.mining.weights import grid_pool
from ksdt_core.text import score as score_text

HEIGHT = 300


def draw_weight_line(
    points: Sequence[MapPoint], chosen: MapPoint, *, score: Score = "sdtsq", palette: Palette = LIGHT
) -> go.Figure:
    """Score over w_IG; without a map, places to click. Marks carry their weights first in `customdata`."""
    figure = go.Figure()
    if not points:
        _add_places(figure, chosen, score, palette)
    _add_sets(figure, points, chosen, score, palette)
    figure.add_scatter(
        x=[chosen.weights.ig],
        y=[chosen.score(score)],
        mode="markers",
        marker={"size": 24, "symbol": "circle-open", "color": palette.ink, "line": {"width": 3}},
        hoverinfo="skip",
        **always_opaque(),
    )
    if points:
        best = best_point(points)
        figure.add_scatter(
            x=[best.weights.ig],
            y=[best.score(score)],
            mode="markers+text",
            text=["★"],
            textposition="bottom center",
            textfont={"size": 18, "color": palette.ink},
            marker={"size": 10, "color": "rgba(0,0,0,0)"},
            hoverinfo="skip",
        )
    axis = {"gridcolor": palette.line, "linecolor": palette.edge, "zeroline": False, "color": palette.muted}
    figure.update_layout(
        height=HEIGHT,
        margin={"l": 60, "r": 20, "t": 30, "b": 50},
        showlegend=False,
        paper_bgcolor=palette.page,
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": palette.muted},
        xaxis={**axis, "range": [0, 1], "title": "weight of gain (the rest is the weight of similarity)"},
        yaxis={**axis, "title": SCORE_WORDS[score]},
        clickmode="event+select",
        dragmode=False,
    )
    return figure


def _add_places(figure: go.Figure, chosen: MapPoint, score: Score, palette: Palette) -> None:
    """Weights that can be chosen while no set is known but the chosen one."""
    free = [weights for weights in grid_pool(0.05, single=True).vectors if weights != chosen.weights]
    figure.add_scatter(
        x=[weights.ig for weights in free],
        y=[chosen.score(score)] * len(free),
        mode="markers",
        marker={"size": 11, "color": palette.edge},
        customdata=[list(weights.parts) for weights in free],
        hovertemplate="gain %{x:.2f}<br>Click to use these weights<extra></extra>",
        **always_opaque(),
    )


def _add_sets(figure: go.Figure, points: Sequence[MapPoint], chosen: MapPoint, score: Score, palette: Palette) -> None:
    """Every set with its score."""
    shown = sorted({point.weights: point for point in [*points, chosen]}.values(), key=lambda point: point.weights)
    figure.add_scatter(
        x=[point.weights.ig for point in shown],
        y=[point.score(score) for point in shown],
        mode="lines+markers+text",
        text=[number_text(point.score(score), score) for point in shown],
        textposition="top center",
        textfont={"color": palette.ink, "size": 12},
        line={"color": palette.edge, "width": 1.5},
        marker={"size": 13, "color": palette.quality[3], "line": {"color": palette.ink, "width": 1}},
        customdata=[[*point.weights.parts, point_words(point)] for point in shown],
        hovertemplate="%{customdata[2]}<extra></extra>",
        **always_opaque(),
    )


def point_words(point: MapPoint) -> str:
    """Everything about a set, for the hover."""
    gain, similarity = point.weights.parts[:2]
    roots = ", ".join("no split" if root is None else xml_text(shorten(root, 24)) for root in point.roots)
    return (
        f"<b>Quality {score_text(point.sdtsq)}</b><br>gain {gain:.2f}, similarity {similarity:.2f}<br>"
        f"accuracy {score_text(point.sa)}, similarity {score_text(point.ds)}<br>{point.nodes} nodes; root: {roots}"
    )


def always_opaque() -> dict[str, Any]:
    """A click must not pale what was not clicked."""
    return {"selected": {"marker": {"opacity": 1}}, "unselected": {"marker": {"opacity": 1}}}
