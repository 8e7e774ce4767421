"""The simplex of weights as a triangle: what each weight vector reaches, and a place to click for every other.

A disc is a set of trees, its colour and number the score. A ring with dotted guides marks the weights that are chosen,
a star the best of the map, a triangle the worst, a strong outline the Pareto front of (SA, DS, TD).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import plotly.graph_objects as go

from ksdt_core.figures.escaping import xml_text
from ksdt_core.figures.palette import LIGHT, Palette, quality_scale, shade, text_on
from ksdt_core.figures.plain_layout import plain_template
from ksdt_core.figures.tree_words import shorten
from ksdt_core.mining.map_points import MapPoint, Score, best_point, front_points, worst_point
from ksdt_core.mining.weights import WeightVector, grid_pool

TOP, LEFT_CORNER, RIGHT_CORNER = (
    "<b>information gain, w<sub>IG</sub></b>",
    "<b>domain similarity, w<sub>DS</sub></b>",
    "<b>difference from other trees, w<sub>ATD</sub></b>",
)
SCORE_NAMES: dict[Score, str] = {"sdtsq": "SDTSQ", "sa": "SA", "ds": "DS", "td": "TD", "nodes": "nodes of all trees"}
HEIGHT = 600
MARGIN = 30
FINE = 60  # maps with more points have smaller discs
FREE_STEP, FREE_STEP_BESIDE_MAP = 0.05, 0.1
_FONT = "Source Sans, Source Sans Pro, sans-serif"


@dataclass(frozen=True, slots=True)
class _Size:
    """Discs of a map, in pixels."""

    disc: int
    font: float
    digits: int


_COARSE = _Size(36, 12, 3)
_FINE_SIZE = _Size(21, 8.5, 2)


def draw_simplex(
    points: Sequence[MapPoint], chosen: MapPoint, *, score: Score = "sdtsq", palette: Palette = LIGHT
) -> go.Figure:
    """The triangle. `points` may be empty: then every place of a grid can be clicked.

    Every mark that can be clicked carries its weights as the first three numbers of `customdata`.
    """
    return go.Figure(**simplex_values(points, chosen, score=score, palette=palette))


def simplex_values(
    points: Sequence[MapPoint], chosen: MapPoint, *, score: Score = "sdtsq", palette: Palette = LIGHT
) -> dict[str, Any]:
    """The same as plain values, which plotly has not checked: that takes longer than all the rest."""
    size = _FINE_SIZE if len(points) > FINE else _COARSE
    is_mapped = any(point.weights == chosen.weights for point in points)
    shown = [*points] if is_mapped else [*points, chosen]
    numbers = [point.score(score) for point in shown]
    low, high = min(numbers), max(numbers)
    bar = {"showscale": True, "colorbar": _bar((low, high), score, palette)} if len(points) > 1 else {}
    traces = [
        *_free_places(shown, beside_map=bool(points), palette=palette),
        *_guides(chosen.weights, palette),
        _discs(shown, front_points(points), size, score=score, span=(low, high), bar=bar, palette=palette),
        _ring(chosen, size, palette),
        *(_best_and_worst(points, size, palette) if points else []),
    ]
    return {"data": [{"type": "scatterternary", **trace} for trace in traces], "layout": _layout(palette)}


def number_text(number: float, score: Score, digits: int = 3) -> str:
    """A score without the leading 0; a count as it is."""
    if score == "nodes":
        return f"{number:.0f}"
    text = f"{number:.{digits}f}"
    return f"{number:.{digits - 1}f}" if text.startswith("1") else text.removeprefix("0")


def _discs(
    points: Sequence[MapPoint],
    front: frozenset[WeightVector],
    size: _Size,
    *,
    score: Score,
    span: tuple[float, float],
    bar: dict[str, Any],
    palette: Palette,
) -> dict[str, Any]:
    low, high = span
    width = high - low
    shares = [(point.score(score) - low) / width if width > 0 else 0.7 for point in points]
    on_front = [point.weights in front for point in points]
    return {
        **_places([point.weights for point in points]),
        "name": "sets",
        "cliponaxis": False,  # a set at the edge is seen whole
        "mode": "markers+text",
        "text": [number_text(point.score(score), score, size.digits) for point in points],
        "textfont": {
            "size": size.font,
            "color": [text_on(shade(share, palette), palette) for share in shares],
            "family": _FONT,
        },
        "marker": {
            "size": size.disc,
            "color": shares,
            "cmin": 0,
            "cmax": 1,
            "colorscale": quality_scale(palette),
            "showscale": False,
            "opacity": 1,
            "line": {
                "color": [palette.ink if front else palette.edge for front in on_front],
                "width": [1.6 if front else 0.6 for front in on_front],
            },
            **bar,
        },
        "customdata": [[*point.weights.parts, point_words(point, on_front=point.weights in front)] for point in points],
        "hovertemplate": "%{customdata[3]}<extra></extra>",
        **always_opaque(),
    }


def point_words(point: MapPoint, *, on_front: bool = False) -> str:
    """Everything about a set, for the hover."""
    names = ("w<sub>IG</sub>", "w<sub>DS</sub>", "w<sub>ATD</sub>")
    weights = ", ".join(f"{name} {part:g}" for name, part in zip(names, point.weights.parts, strict=False))
    diversity = "" if point.td is None else f" · TD {point.td:.4f}"
    roots = ", ".join("no split" if root is None else xml_text(shorten(root, 24)) for root in point.roots[:8])
    more = ", …" if len(point.roots) > 8 else ""
    front = "<br>on the Pareto front of SA, DS and TD" if on_front else ""
    return (
        f"<b>SDTSQ {point.sdtsq:.4f}</b><br>{weights}<br>SA {point.sa:.4f} · DS {point.ds:.4f}{diversity}"
        f"<br>{point.nodes} nodes; trees start from<br>{roots}{more}{front}"
    )


def _free_places(shown: Sequence[MapPoint], *, beside_map: bool, palette: Palette) -> list[dict[str, Any]]:
    """Faint places that can be clicked; a map that covers the triangle needs none."""
    if beside_map and len(shown) > 30:
        return []
    taken = {_rounded(point.weights) for point in shown}
    step = FREE_STEP_BESIDE_MAP if beside_map else FREE_STEP
    free = [weights for weights, place in _grid(step) if place not in taken]
    trace = {
        **_places(free),
        "name": "places",
        "mode": "markers",
        "marker": {"size": 10, "color": palette.edge, "opacity": 0.75},
        "customdata": [list(weights.parts) for weights in free],
        "hovertemplate": "w<sub>IG</sub> %{customdata[0]:g}, w<sub>DS</sub> %{customdata[1]:g}, "
        "w<sub>ATD</sub> %{customdata[2]:g}<br>click to mine<extra></extra>",
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 0.75}},
    }
    return [trace]


def _guides(weights: WeightVector, palette: Palette) -> list[dict[str, Any]]:
    """Dotted lines of equal weight from the chosen point to the three scales."""
    ig, ds, atd = weights.parts
    ends = ((ig, 1 - ig, 0.0), (0.0, ds, 1 - ds), (1 - atd, 0.0, atd))
    line = {"color": palette.muted, "width": 1.5, "dash": "dot"}
    return [
        {
            "a": [ig, end[0]],
            "b": [ds, end[1]],
            "c": [atd, end[2]],
            "mode": "lines",
            "line": line,
            "hoverinfo": "skip",
        }
        for end in ends
    ]


def _ring(chosen: MapPoint, size: _Size, palette: Palette) -> dict[str, Any]:
    return {
        **_places([chosen.weights]),
        "name": "chosen",
        "cliponaxis": False,
        "mode": "markers",
        "marker": {"size": size.disc + 11, "symbol": "circle-open", "color": palette.ink, "line": {"width": 3}},
        "hoverinfo": "skip",
        **always_opaque(),
    }


def _best_and_worst(points: Sequence[MapPoint], size: _Size, palette: Palette) -> list[dict[str, Any]]:
    marks = (("best", best_point(points), "★", "top center"), ("worst", worst_point(points), "▼", "bottom center"))
    return [
        {
            **_places([point.weights]),
            "name": name,
            "cliponaxis": False,
            "mode": "markers+text",
            "text": [sign],
            "textposition": position,
            "textfont": {"size": 20 if name == "best" else 13, "color": palette.ink},
            "marker": {"size": size.disc - 12, "color": "rgba(0,0,0,0)", "line": {"width": 0}},
            "hoverinfo": "skip",
        }
        for name, point, sign, position in marks
    ]


def _places(weights: Sequence[WeightVector]) -> dict[str, list[float]]:
    return {
        "a": [vector.ig for vector in weights],
        "b": [vector.ds for vector in weights],
        "c": [float(vector.atd or 0.0) for vector in weights],
    }


@cache
def _grid(step: float) -> tuple[tuple[WeightVector, tuple[float, ...]], ...]:
    """Every place of the triangle, as it is and rounded."""
    return tuple((weights, _rounded(weights)) for weights in grid_pool(step).vectors)


def _rounded(weights: WeightVector) -> tuple[float, ...]:
    return tuple(round(part, 6) for part in weights.parts)


def always_opaque() -> dict[str, Any]:
    """A click must not pale what was not clicked."""
    return {"selected": {"marker": {"opacity": 1}}, "unselected": {"marker": {"opacity": 1}}}


def _bar(span: tuple[float, float], score: Score, palette: Palette) -> dict[str, Any]:
    """The discs are coloured by their place between the lowest and the highest; the bar says the numbers."""
    low, high = span
    shares = (0.0, 0.25, 0.5, 0.75, 1.0)
    return {
        "tickvals": shares,
        "ticktext": [number_text(low + share * (high - low), score) for share in shares],
        "ticks": "",
        "orientation": "h",
        "thickness": 10,
        "len": 0.55,
        "x": 0.0,
        "xanchor": "left",
        "y": -0.25,
        "yanchor": "bottom",
        "outlinewidth": 0,
        "tickfont": {"size": 12, "color": palette.muted},
        "title": {"text": SCORE_NAMES[score], "side": "top", "font": {"size": 12, "color": palette.muted}},
    }


def _corner(text: str, font: dict[str, Any], *, x: float, shift: int, anchor: str) -> dict[str, Any]:
    """The name of a lower corner; plotly's own titles stand around the corner and are cut off in narrow panels."""
    return {
        "text": text,
        "font": font,
        "showarrow": False,
        "xref": "paper",
        "yref": "paper",
        "x": x,
        "xanchor": anchor,
        "xshift": shift,
        "y": 0,
        "yanchor": "top",
        "yshift": -24,
    }


def _layout(palette: Palette) -> dict[str, Any]:
    axis = {
        "min": 0,
        "tickvals": [0.2, 0.4, 0.6, 0.8],
        "tickformat": ".1f",
        "ticks": "",
        "tickfont": {"size": 12, "color": palette.muted},
        "gridcolor": palette.line,
        "linecolor": palette.edge,
        "layer": "below traces",
    }
    font = {"size": 13, "color": palette.ink}
    return {
        "ternary": {
            "sum": 1,
            "bgcolor": "rgba(0,0,0,0)",
            "aaxis": {**axis, "title": {"text": TOP, "font": font}},
            "baxis": {**axis, "title": {"text": ""}},
            "caxis": {**axis, "title": {"text": ""}},
        },
        "annotations": [
            _corner(LEFT_CORNER, font, x=0.0, shift=-MARGIN + 4, anchor="left"),
            _corner(RIGHT_CORNER, font, x=1.0, shift=MARGIN - 4, anchor="right"),
        ],
        "height": HEIGHT,
        "margin": {"l": MARGIN, "r": MARGIN, "t": 36, "b": 112},
        "showlegend": False,
        "paper_bgcolor": palette.page,
        "font": {"color": palette.muted, "family": _FONT},
        "hoverlabel": {
            "bgcolor": palette.page,
            "bordercolor": palette.edge,
            "font": {"color": palette.ink},
            "align": "left",
        },
        "clickmode": "event+select",
        "dragmode": False,
        "template": plain_template(palette),
    }
