"""Charts about learning: errors against size, entropy against Gini, and what criteria make of attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.tree_words import shorten
from ksdt_core.measures.criteria import gini
from ksdt_core.measures.gain import entropy
from ksdt_core.measures.valuing import Criterion
from ksdt_core.studies.learning.learned import CurvePoint
from ksdt_core.studies.learning.worths import AttributeWorth

CRITERIA: dict[Criterion, str] = {"gain": "Information gain", "gain-ratio": "Gain ratio", "gini": "Gini reduction"}
MOST_ATTRIBUTES = 6


def draw_size_curve(
    curve: Sequence[CurvePoint], *, chosen: int | None, shown: int | None, unit: str = "", palette: Palette = LIGHT
) -> go.Figure:
    """Errors on training and held-out rows against the number of leaves; `chosen` and `shown` are positions."""
    xs = [point.leaves for point in curve]
    figure = go.Figure(
        layout=plain_layout(palette, height=290, margin=(8, 8, 30, 8))
        | {"showlegend": True, "legend": _legend(palette)}
    )
    _curve(figure, xs, [point.training for point in curve], "training rows", palette.muted, dash="dot")
    held = [point.held_out for point in curve]
    if held and held[0] is not None:
        _curve(figure, xs, held, "held-out rows", palette.ink, dash="solid")
        if chosen is not None:
            figure.add_trace(
                _mark(curve[chosen].leaves, held[chosen] or 0.0, "fewest held-out errors", palette, "star")
            )
    if shown is not None:
        at = held[shown] if held[shown] is not None else curve[shown].training
        figure.add_trace(_mark(curve[shown].leaves, at or 0.0, "tree shown", palette, "circle-open"))
    most = max(xs, default=1)
    figure.update_xaxes(title={"text": "leaves"}, type="log" if most > 60 else "linear")
    if most > 60:  # all ticks of one size
        figure.update_xaxes(tickvals=[step * 10**power for power in range(7) for step in (1, 2, 5)])
    else:  # leaves are whole
        figure.update_xaxes(tick0=0, dtick=next(step for step in (1, 2, 5, 10) if most <= 8 * step))
    figure.update_yaxes(title={"text": unit or "error rate"}, rangemode="tozero", gridcolor=palette.line)
    return figure


def draw_impurities(share: float, *, palette: Palette = LIGHT) -> go.Figure:
    """Entropy, Gini impurity and error rate of two classes against the share of the first, marked at one share."""
    shares = np.linspace(0, 1, 101)
    counts = np.stack([shares, 1 - shares], axis=1)
    bits = -np.sum(np.where(counts > 0, counts * np.log2(np.where(counts > 0, counts, 1)), 0), axis=1)
    lines = (
        ("entropy (bits)", bits, palette.ink, "solid"),
        ("Gini impurity", 1 - (counts**2).sum(axis=1), palette.ink, "dash"),
        ("error rate", 1 - counts.max(axis=1), palette.muted, "dot"),
    )
    figure = go.Figure(
        layout=plain_layout(palette, height=250, margin=(8, 8, 26, 8))
        | {"showlegend": True, "legend": _legend(palette)}
    )
    for name, ys, colour, dash in lines:
        _curve(figure, shares.tolist(), ys.tolist(), name, colour, dash=dash, markers=False)
    figure.add_vline(x=share, line={"color": palette.ink, "width": 1, "dash": "dash"})
    figure.update_xaxes(title={"text": "share of the first class"}, range=[0, 1])
    figure.update_yaxes(range=[0, 1.04], gridcolor=palette.line)
    return figure


def impurity_numbers(share: float) -> tuple[float, float]:
    """Entropy and Gini impurity at a share given in hundredths."""
    counts = np.array([round(100 * share), 100 - round(100 * share)])
    return float(entropy(counts)), float(gini(counts))


def draw_criteria(worths: Sequence[AttributeWorth], criterion: Criterion, *, palette: Palette = LIGHT) -> go.Figure:
    """The best attributes by one criterion, with their values by all three, each as a share of the largest."""
    best = sorted(worths, key=lambda each: -each.value(criterion))[:MOST_ATTRIBUTES][::-1]
    names = [f"{shorten(one_line(each.attribute), 18)} ({each.n_children})" for each in best]
    figure = go.Figure(
        layout=plain_layout(palette, height=104 + 34 * max(1, len(best)), margin=(8, 8, 40, 8))
        | {
            "showlegend": True,
            "barmode": "group",
            "legend": _legend(palette) | {"traceorder": "normal"},
        }
    )
    greys = iter((palette.muted, palette.faint))
    shades = {key: palette.ink if key == criterion else next(greys) for key in CRITERIA}
    for key, label in CRITERIA.items():
        largest = max((each.value(key) for each in worths), default=0.0) or 1.0
        figure.add_trace(
            go.Bar(
                y=names, x=[each.value(key) / largest for each in best], name=label, orientation="h",
                marker={"color": shades[key]},
                customdata=[[each.value(key), each.split] for each in best],
                hovertemplate=f"%{{y}}, %{{customdata[1]}}<br>{label} %{{customdata[0]:.3f}}<extra></extra>",
            )
        )  # fmt: skip
    figure.update_xaxes(title={"text": "share of the largest value"}, range=[0, 1.02], gridcolor=palette.line)
    return figure


def _legend(palette: Palette) -> dict[str, Any]:
    """Above the plot; with more lines on a narrow screen it grows upwards and the plot makes room."""
    return {"orientation": "h", "x": 0, "y": 1.03, "yanchor": "bottom", "font": {"color": palette.ink}}


def _curve(
    figure: go.Figure, xs: Sequence[float], ys: Sequence[float | None], name: str, colour: str, *, dash: str,
    markers: bool = True,
) -> None:  # fmt: skip
    figure.add_trace(
        go.Scatter(
            x=list(xs), y=list(ys), name=name, mode="lines+markers" if markers else "lines",
            line={"color": colour, "width": 2, "dash": dash}, marker={"size": 5, "color": colour},
            hovertemplate=f"%{{x:.4g}}: {name} %{{y:.4g}}<extra></extra>",
        )
    )  # fmt: skip


def _mark(x: float, y: float, name: str, palette: Palette, symbol: str) -> go.Scatter:
    return go.Scatter(
        x=[x], y=[y], name=name, mode="markers", hovertemplate=f"{name}: %{{x}} leaves, %{{y:.4g}}<extra></extra>",
        marker={"size": 12, "symbol": symbol, "color": palette.ink, "line": {"width": 2, "color": palette.ink}},
    )  # fmt: skip
