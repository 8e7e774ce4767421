"""Charts of an ensemble over a stream: what each update changed, with alarms and regimes, and what bounds said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.fourier.stability_report import SecondVector, StabilityReport, StabilityStep
from ksdt_core.studies.regimes import Regime

HEIGHT, SMALL_HEIGHT = 400.0, 236.0
TITLES = ("Change of predictions ‖E‖ (dotted: alarm)", "Rotation: main (line), second (dashed)")
SHADES = (0.05, 0.2, 0.12, 0.28)  # opacities of regimes, clearly different one after the other
WIDE = 0.25  # share of the chart that a regime takes to have its full name written into it
Numbers = Sequence[float | None]
Followed = Literal["first", "second", "value"]
FOLLOWED: dict[Followed, str] = {
    "first": "Rotation of the dominant eigenvector",
    "second": "Rotation of the second eigenvector",
    "value": "Change of the dominant eigenvalue",
}


def draw_stability(
    report: StabilityReport,
    regimes: Sequence[Regime] = (),
    *,
    upto: int | None = None,
    drift: int | None = None,
    palette: Palette = LIGHT,
) -> go.Figure:
    """‖E‖_F over the updates, numbered from 1, with its alarm line, alarms and regimes; below it two eigenvectors.

    `upto` is the number of updates that have happened yet, `drift` the update with which the rule of the stream
    changed.
    """
    n_shown = len(report.steps) if upto is None else max(0, min(upto, len(report.steps)))
    steps = report.steps[:n_shown]
    xs = [step.update + 1 for step in steps]
    figure = make_subplots(rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.14, row_heights=[0.58, 0.42])
    ink, second = palette.ink, palette.muted
    _line(figure, xs, [step.frobenius for step in steps], name="change", colour=ink)
    lines = report.lines
    _line(figure, xs, lines[:n_shown], name="alarm line", colour=palette.muted, dash="dot", marks=False)
    _alarms(figure, report, n_shown, palette)
    _line(figure, xs, [step.eigenvector_change for step in steps], name="eigenvector 1", colour=ink, row=2)
    turned = bounds_of(report, "second")[0]
    _line(figure, xs, turned[:n_shown], name="eigenvector 2", colour=second, dash="dash", row=2)
    figure.update_layout(**plain_layout(palette, height=HEIGHT, margin=(48, 12, 26, 42)))
    for regime in known_regimes(regimes, n_shown):
        _band(figure, regime, len(report.steps), palette)
    for row, title in enumerate(TITLES, start=1):
        _title(figure, title, row, palette)
    if drift is not None:
        _drift(figure, drift, len(report.steps), palette)
    _axes(figure, report, _tops(report, lines), palette)
    return figure


def known_regimes(regimes: Sequence[Regime], n_shown: int) -> list[Regime]:
    """The regimes that are known after so many updates: a new one only when the update after its first is over."""
    known = [regime for regime in regimes if n_shown and (regime.first == 1 or regime.first < n_shown)]
    return [*known[:-1], *(replace(regime, last=n_shown) for regime in known[-1:])]


def draw_bounds(report: StabilityReport, which: Followed, *, palette: Palette = LIGHT) -> go.Figure:
    """The real change of an eigenvector or of the eigenvalue, its bound, and for the dominant ones the estimate.

    Bounds that say nothing (none, or √2 and more) are omitted.
    """
    change, bound, estimate = bounds_of(report, which)
    xs = [step.update + 1 for step in report.steps]
    figure = make_subplots(rows=1, cols=1)
    _line(figure, xs, bound, name="bound", colour=palette.muted, dash="dash", marks=False)
    if any(number is not None for number in estimate):  # seen even where it meets the change
        _line(figure, xs, estimate, name="estimate", colour=palette.edge, width=5, marks=False)
    _line(figure, xs, change, name="change", colour=palette.ink)
    figure.update_layout(**plain_layout(palette, height=SMALL_HEIGHT, margin=(48, 12, 26, 42)))
    _title(figure, FOLLOWED[which], 1, palette)
    numbers = [number for line in (change, bound, estimate) for number in line if number is not None]
    _axes(figure, report, (1.1 * max(numbers, default=0.0) or 1.0,), palette)
    return figure


def bounds_of(report: StabilityReport, which: Followed) -> tuple[Numbers, Numbers, Numbers]:
    """Change, bound and estimate of each update; None where there is none, or where a bound says nothing."""
    steps = report.steps
    if which == "value":
        estimates = [estimate for _, estimate in report.estimates]
        return [step.eigenvalue_change for step in steps], [step.eigenvalue_bound for step in steps], estimates
    if which == "second":
        turns = [None if step.second is None else step.second.change for step in steps]
        return turns, [_telling(step.second) for step in steps], [None] * len(steps)
    told = [not step.says_nothing for step in steps]
    vector = [estimate if ok else None for (estimate, _), ok in zip(report.estimates, told, strict=True)]
    return [step.eigenvector_change for step in steps], [_bound(step) for step in steps], vector


def _bound(step: StabilityStep) -> float | None:
    return None if step.says_nothing else step.eigenvector_bound


def _telling(vector: SecondVector | None) -> float | None:
    """A bound of the second eigenvector, unless it is one that two unit vectors never exceed."""
    if vector is None or vector.bound is None or vector.bound >= 2**0.5:
        return None
    return vector.bound


def _line(
    figure: go.Figure, xs: Sequence[int], ys: Numbers, *, name: str, colour: str, row: int = 1, dash: str = "solid",
    width: float = 2, marks: bool = True,
) -> None:  # fmt: skip
    figure.add_trace(
        go.Scatter(
            x=list(xs), y=list(ys), mode="lines+markers" if marks else "lines", name=name, connectgaps=False,
            line={"color": colour, "width": width, "dash": dash}, marker={"size": 4, "color": colour},
            hovertemplate=f"update %{{x}}: {name} %{{y:.4g}}<extra></extra>",
        ),
        row=row, col=1,
    )  # fmt: skip


def _alarms(figure: go.Figure, report: StabilityReport, n_shown: int, palette: Palette) -> None:
    """An alarm is known one update after it began: two in a row must be beyond the line."""
    alarms = [position for position in report.alarms if position + 1 < n_shown]
    if alarms:
        figure.add_trace(
            go.Scatter(
                x=[position + 1 for position in alarms],
                y=[report.steps[position].frobenius for position in alarms],
                mode="markers+text", text=[f"<b>alarm {position + 1}</b>" for position in alarms],
                textposition="middle left", textfont={"color": palette.ink, "size": 13}, name="alarm",
                marker={"size": 15, "symbol": "circle-open", "color": palette.ink, "line": {"width": 3}},
                cliponaxis=False, hovertemplate="alarm at update %{x}<extra></extra>",
            ),
            row=1, col=1,
        )  # fmt: skip


def _band(figure: go.Figure, regime: Regime, n_all: int, palette: Palette) -> None:
    """The stretch of a regime in its grey, the same for the same name, with the name in it: colours are classes."""
    start, end = (
        regime.first - (0.8 if regime.first == 1 else 0.5),
        regime.last + (0.8 if regime.last == n_all else 0.5),
    )
    shade = SHADES[(ord(regime.name[0]) - ord("A")) % len(SHADES)]
    for row in (1, 2):
        figure.add_vrect(
            x0=start, x1=end, fillcolor=palette.muted, opacity=shade, line_width=0, layer="below", row=row, col=1,
        )  # fmt: skip
    name = f"regime {regime.name}" if end - start >= WIDE * n_all else regime.name
    figure.add_annotation(
        text=f"<b>{name}</b>", x=start + 0.01 * n_all, xref="x", xanchor="left", y=0.99, yref="y domain",
        yanchor="top", showarrow=False, font={"color": palette.ink, "size": 13}, name="regime",
    )  # fmt: skip


def _drift(figure: go.Figure, drift: int, n_all: int, palette: Palette) -> None:
    """The line of the true change, named beside it."""
    for row in (1, 2):
        figure.add_vline(x=drift, line={"color": palette.muted, "width": 1.4}, row=row, col=1)
    figure.add_annotation(
        text="rule changes", x=drift, xref="x", xanchor="left" if drift <= 0.7 * n_all else "right", y=0.02,
        yref="y domain", yanchor="bottom", showarrow=False, font={"color": palette.muted, "size": 12},
    )  # fmt: skip


def _title(figure: go.Figure, title: str, row: int, palette: Palette) -> None:
    figure.add_annotation(
        text=f"<b>{title}</b>", showarrow=False, xanchor="left", yanchor="bottom", align="left", x=0, y=1.02,
        xref="x domain", yref=f"y{row if row > 1 else ''} domain", font={"color": palette.ink, "size": 13},
    )  # fmt: skip


def _axes(figure: go.Figure, report: StabilityReport, tops: Sequence[float], palette: Palette) -> None:
    look: dict[str, Any] = {"zeroline": False, "fixedrange": True}
    figure.update_xaxes(range=[0.2, len(report.steps) + 0.8], showgrid=False, linecolor=palette.edge, **look)
    goes = ", one is removed" if any(step.replaced is not None for step in report.steps) else ""
    title = {"text": f"update: a new tree is added{goes}", "standoff": 6}
    figure.update_xaxes(title=title, row=len(tops), col=1)
    for row, top in enumerate(tops, start=1):
        figure.update_yaxes(range=[0, top], gridcolor=palette.line, nticks=5, row=row, col=1, **look)


def _tops(report: StabilityReport, lines: Numbers) -> tuple[float, float]:
    """The upper ends of the axes: the same at every moment, so that playing does not make them jump.

    Above the changes there is room for the names of regimes.
    """
    norms = [step.frobenius for step in report.steps] + [line for line in lines if line is not None]
    turns = [number or 0.0 for line in (bounds_of(report, "first"), bounds_of(report, "second")) for number in line[0]]
    return 1.3 * max(norms, default=0.0) or 1.0, 1.1 * max(turns, default=0.0) or 1.0
