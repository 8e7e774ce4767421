"""What each update did to an ensemble: change, bound and estimate of its dominant function, and alarms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.fourier.stability_report import StabilityReport

HEIGHT = 668.0
TITLES = (
    "How much the inner products changed, ‖E‖",
    "How far the dominant eigenvector turned",
    "How far the dominant eigenvalue moved",
)


def draw_stability(
    report: StabilityReport, *, upto: int | None = None, drift: int | None = None, palette: Palette = LIGHT
) -> go.Figure:
    """Three rows over the updates, numbered from 1: ‖E‖_F with its alarm line, eigenvector, eigenvalue.

    `upto` is the number of updates that have happened yet, `drift` the update with which the rule of the stream
    changed. Bounds that say nothing (none, or √2 and more) are left out.
    """
    n_all = len(report.steps)
    n_shown = n_all if upto is None else max(0, min(upto, n_all))
    steps = report.steps[:n_shown]
    xs = [step.update + 1 for step in steps]
    figure = make_subplots(rows=3, cols=1, shared_xaxes=True, vertical_spacing=0.1, row_heights=[0.4, 0.32, 0.28])
    norms = [step.frobenius for step in steps]
    _line(figure, xs, norms, row=1, name="change", palette=palette)
    _line(figure, xs, list(report.lines[:n_shown]), row=1, name="alarm line", palette=palette, dash="dot")
    _alarms(figure, report, n_shown, palette)
    bounds = [None if step.says_nothing else step.eigenvector_bound for step in steps]
    told = [not step.says_nothing for step in steps]
    vector = [estimate if ok else None for (estimate, _), ok in zip(report.estimates, told, strict=False)]
    value = [estimate for _, estimate in report.estimates[:n_shown]]
    _line(figure, xs, bounds, row=2, name="bound", palette=palette, dash="dash")
    _line(figure, xs, vector, row=2, name="estimate", palette=palette, faint=True)
    _line(figure, xs, [step.eigenvector_change for step in steps], row=2, name="change", palette=palette)
    _line(figure, xs, [step.eigenvalue_bound for step in steps], row=3, name="bound", palette=palette, dash="dash")
    _line(figure, xs, value, row=3, name="estimate", palette=palette, faint=True)
    _line(figure, xs, [step.eigenvalue_change for step in steps], row=3, name="change", palette=palette)
    _finish(figure, report, drift=drift, palette=palette)
    return figure


def _line(
    figure: go.Figure, xs: Sequence[int], ys: Sequence[float | None], *, row: int, name: str, palette: Palette,
    dash: str = "solid", faint: bool = False,
) -> None:  # fmt: skip
    strong = name == "change"
    look: dict[str, Any] = {
        "color": palette.ink if strong else palette.classes[4] if faint else palette.muted,
        "width": 2 if strong else 5 if faint else 1.5,  # the estimate is seen even where it meets the change
        "dash": dash,
    }
    figure.add_trace(
        go.Scatter(
            x=list(xs), y=list(ys), mode="lines+markers" if strong else "lines", line=look,
            marker={"size": 4, "color": look["color"]}, name=name, legendgroup=name,
            showlegend=(row == 2 or name == "alarm line"), connectgaps=False,
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
                mode="markers+text", text=["<b>alarm</b>"] * len(alarms), textposition="middle left",
                textfont={"color": palette.classes[5], "size": 13}, name="alarm", cliponaxis=False,
                marker={"size": 15, "symbol": "circle-open", "color": palette.classes[5], "line": {"width": 3}},
                hovertemplate="alarm at update %{x}<extra></extra>",
            ),
            row=1, col=1,
        )  # fmt: skip


def _finish(figure: go.Figure, report: StabilityReport, *, drift: int | None, palette: Palette) -> None:
    n_all = len(report.steps)
    figure.update_layout(**plain_layout(palette, height=HEIGHT, margin=(60, 16, 72, 46)))
    figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "x": 0, "xanchor": "left", "y": 1.05, "yanchor": "bottom", "itemclick": False,
                "itemdoubleclick": False, "font": {"color": palette.ink}},
    )  # fmt: skip
    for row, title in enumerate(TITLES, start=1):
        place = {"xref": "x domain", "yref": f"y{row if row > 1 else ''} domain", "x": 0, "y": 1.02}
        figure.add_annotation(
            text=f"<b>{title}</b>", showarrow=False, xanchor="left", yanchor="bottom", align="left",
            font={"color": palette.ink, "size": 13}, **place,
        )  # fmt: skip
        if drift is not None:
            look = {"color": palette.faint, "width": 1.4}  # bounds are dashed
            figure.add_vline(x=drift, line=look, name="rule changes", showlegend=row == 1, row=row, col=1)
    figure.update_xaxes(
        range=[0.2, n_all + 0.8], showgrid=False, zeroline=False, fixedrange=True, linecolor=palette.edge
    )
    goes = ", one goes" if any(step.replaced is not None for step in report.steps) else ""
    figure.update_xaxes(title={"text": f"update: a new tree comes{goes}", "standoff": 8}, row=3, col=1)
    tops = _tops(report)
    for row, top in enumerate(tops, start=1):
        figure.update_yaxes(
            range=[0, top], gridcolor=palette.line, zeroline=False, fixedrange=True, nticks=5, row=row, col=1
        )


def _tops(report: StabilityReport) -> tuple[float, float, float]:
    """The upper ends of the axes: the same at every moment, so that playing does not make them jump."""
    steps = report.steps
    norms = [step.frobenius for step in steps] + [line for line in report.lines if line is not None]
    vectors = [step.eigenvector_change or 0.0 for step in steps]
    vectors += [step.eigenvector_bound or 0.0 for step in steps if not step.says_nothing]
    values = [step.eigenvalue_change or 0.0 for step in steps] + [step.eigenvalue_bound for step in steps]
    first, second, third = (1.1 * max(numbers, default=0.0) or 1.0 for numbers in (norms, vectors, values))
    return first, second, third
