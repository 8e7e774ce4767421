"""The chart of compared ensembles: the error of each method on rows that it did not see, with intervals."""

from __future__ import annotations

import plotly.graph_objects as go

from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.tree_words import shorten
from ksdt_core.studies.learning.ensemble_settings import ENSEMBLES
from ksdt_core.studies.learning.ensemble_study import BASELINE, SINGLE, EnsembleStudy, Errors
from ksdt_core.studies.learning.ensemble_words import error_words

NAMES = {BASELINE: "Baseline", SINGLE: "Single tree", **ENSEMBLES}
HEIGHT = 130
ROW = 30


def draw_ensembles(study: EnsembleStudy, *, palette: Palette = LIGHT) -> go.Figure:
    """A row for each method; marks for cross-validated, out-of-bag and tested rows, or for training rows alone."""
    test = "" if study.test is None else f"tested on {plotly_text(shorten(study.test.name, 20))}"
    kinds = [
        ("cross-validated", [each.cross_validated for each in study.methods], palette.ink, "circle", -0.2),
        ("out of bag", [each.out_of_bag for each in study.methods], palette.muted, "circle-open", 0.0),
        (test, [each.test for each in study.methods], palette.ink, "diamond-open", 0.2),
    ]
    found = [kind for kind in kinds if any(kind[1])]
    if not found:
        found = [("training rows", [each.training for each in study.methods], palette.muted, "circle", 0.0)]
    figure = go.Figure(
        layout=plain_layout(palette, height=HEIGHT + ROW * len(study.methods), margin=(8, 16, 62, 8))
        | {
            "showlegend": True,
            "legend": {"orientation": "h", "y": 1.01, "yanchor": "bottom", "x": 0, "font": {"color": palette.ink}},
        }
    )
    methods = [NAMES[each.method] for each in study.methods]
    for name, errors, colour, symbol, shift in found:
        figure.add_trace(_marks(methods, errors, name, colour, symbol, shift))
    unit = (
        f"error, in units of {plotly_text(shorten(study.target, 24))}" if study.settings.regression else "wrong rows, %"
    )
    figure.update_xaxes(title={"text": unit}, rangemode="tozero", gridcolor=palette.line)
    figure.update_yaxes(
        tickvals=list(range(len(methods))),
        ticktext=methods,
        range=[len(methods) - 0.5, -0.5],
        showgrid=False,
        zeroline=False,
    )
    return figure


def _marks(
    methods: list[str], errors: list[Errors | None], name: str, colour: str, symbol: str, shift: float
) -> go.Scatter:
    """One kind of rows: a mark for each method that has them, with its interval where there is one."""
    known = [(place, each) for place, each in enumerate(errors) if each is not None]
    scaled = [(each.error, *(each.interval or (each.error, each.error))) for _, each in known]
    factor = 1.0 if known and known[0][1].is_number else 100.0
    return go.Scatter(
        x=[factor * error for error, _, _ in scaled], y=[place + shift for place, _ in known],
        name=name, mode="markers",
        error_x={
            "type": "data", "symmetric": False, "color": colour, "thickness": 1.5, "width": 0,
            "array": [factor * (high - error) for error, _, high in scaled],
            "arrayminus": [factor * (error - low) for error, low, _ in scaled],
            "visible": any(high > low for _, low, high in scaled),
        },
        marker={"size": 9, "color": colour, "symbol": symbol, "line": {"width": 2, "color": colour}},
        customdata=[[methods[place], error_words(each, interval=True)] for place, each in known],
        hovertemplate=f"%{{customdata[0]}}, {name}: %{{customdata[1]}}<extra></extra>",
    )  # fmt: skip
