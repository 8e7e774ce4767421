"""Shares as bars: the variance of principal components, the attributes of an axis, roots that keep coming back."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import plotly.graph_objects as go

from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import LIGHT, Palette, mix
from ksdt_core.figures.plain_layout import SIZE, plain_layout
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_words import shorten
from ksdt_core.text import PERCENT_SIGN

EXPLAINED_HEIGHT = 300.0
ROW = 24.0  # pixels a bar
LETTERS = 22  # of a name
FEW_COMPONENTS, MOST_COMPONENTS = 12, 120  # drawn: at least, where there are so many, and at most


def draw_explained(
    explained: Sequence[float], *, shown_axes: int = 2, n_enough: int = 0, palette: Palette = LIGHT
) -> go.Figure:
    """Variance of the first components as bars, dark where they are drawn, and their sum so far as a line."""
    n_shown = min(len(explained), max(FEW_COMPONENTS, min(n_enough, MOST_COMPONENTS)))
    shares = [100 * float(share) for share in explained[:n_shown]]
    sums = [sum(shares[: i + 1]) for i in range(n_shown)]
    numbers = list(range(1, n_shown + 1))
    step = 1 if n_shown <= 15 else 5 if n_shown <= 40 else 20  # between the components that are named below
    dark = mix(palette.ink, palette.page, share=0.84)
    figure = go.Figure()
    figure.add_trace(
        go.Bar(
            x=numbers, y=shares, width=0.72, hovertemplate=f"component %{{x}}: %{{y:.1f}}{PERCENT_SIGN}<extra></extra>",
            marker={"color": [dark if i < shown_axes else palette.edge for i in range(n_shown)], "line": {"width": 0}},
        )
    )  # fmt: skip
    figure.add_trace(
        go.Scatter(
            x=numbers, y=sums, mode="lines+markers", line={"color": palette.ink, "width": 1.6},
            marker={"size": 7 if n_shown <= 15 else 5 if n_shown <= 40 else 3, "color": palette.ink},
            hovertemplate=f"first %{{x}}: %{{y:.1f}}{PERCENT_SIGN}<extra></extra>",
        )
    )  # fmt: skip
    if 0 < shown_axes < min(n_enough, n_shown) and sums[-1] > 0:
        figure.add_annotation(
            x=shown_axes, y=sums[shown_axes - 1], text=f"<b>{sums[shown_axes - 1]:.0f}{PERCENT_SIGN}</b> in the map",
            showarrow=False, xanchor="left", xshift=9, yshift=-8, font={"color": palette.ink},
        )  # fmt: skip
    if 0 < n_enough <= n_shown:
        figure.add_annotation(
            x=n_enough, y=sums[n_enough - 1], text=f"<b>{sums[n_enough - 1]:.0f}{PERCENT_SIGN}</b>", showarrow=False,
            yshift=-14, xanchor="right" if n_enough > FEW_COMPONENTS else "left", font={"color": palette.ink},
        )  # fmt: skip
    figure.add_hline(y=90, line={"color": palette.faint, "width": 1, "dash": "dot"})
    figure.update_layout(**plain_layout(palette, height=EXPLAINED_HEIGHT, margin=(52, 16, 30, 44)))
    figure.update_xaxes(
        title={"text": "component", "standoff": 6, "font": {"size": 13}}, showgrid=False, zeroline=False,
        fixedrange=True, tickvals=sorted({1, *range(step, n_shown + 1, step)}),
    )  # fmt: skip
    figure.update_yaxes(
        range=[0, 104], ticksuffix=PERCENT_SIGN, gridcolor=palette.line, zeroline=False, fixedrange=True
    )
    return figure


def draw_name_bars(
    rows: Sequence[tuple[str, float]],
    *,
    dark: Collection[str] = (),
    percent: bool = False,
    top: float | None = None,
    palette: Palette = LIGHT,
) -> go.Figure:
    """A bar for each name from the top down, its number at its end; names in `dark` stand out."""
    short = [shorten(name, LETTERS) for name, _ in rows]
    names = [plotly_text(name) for name in short]
    left = 14 + max((text_width(name, SIZE) for name in short), default=0.0)
    values = [100 * value if percent else value for _, value in rows]
    strong = mix(palette.ink, palette.page, share=0.84)
    places = list(range(len(rows)))
    figure = go.Figure(
        go.Bar(
            x=values, y=places, orientation="h", width=0.72,
            marker={"color": [strong if not dark or name in dark else palette.edge for name, _ in rows],
                    "line": {"width": 0}},
            text=[f"{value:.0f}{PERCENT_SIGN}" if percent else f"{value:g}" for value in values],
            textposition="outside",
            textfont={"color": palette.ink}, cliponaxis=False,
            customdata=[plotly_text(name) for name, _ in rows],
            hovertemplate="%{customdata}: %{text}<extra></extra>",
        )
    )  # fmt: skip
    figure.update_layout(**plain_layout(palette, height=44 + ROW * max(len(rows), 1), margin=(left, 40, 30, 8)))
    highest = max(values, default=1.0) if top is None else top
    figure.update_xaxes(visible=False, range=[0, 1.08 * highest], fixedrange=True)
    figure.update_yaxes(
        tickvals=places, ticktext=names, range=[len(rows) - 0.5, -0.5], tickfont={"color": palette.ink},
        showgrid=False, zeroline=False, fixedrange=True,
    )  # fmt: skip
    return figure
