"""What shuffles reached beside what the set reached: one dot a shuffle, one row a null."""

from __future__ import annotations

from collections import Counter

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ksdt_core.evidence.set_chance import Significance
from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.text import score
from ksdt_core.trees.text import TableNames

N_BINS = 60
ROW_HEIGHT = 74
LINE = 17  # pixels; the set's number stands a line above the titles, wherever its line is
BUTTONS = 20  # pixels above it, where the buttons of the chart appear


def draw_nulls(tested: Significance, names: TableNames, *, palette: Palette = LIGHT) -> go.Figure:
    """Mean SDTQ of every shuffle as stacked dots, and a line at that of the set; nulls not tried have no row."""
    titles = null_titles(names)
    tried = [(titles[null], summary.values) for null, summary in tested.nulls if summary is not None]
    figure = make_subplots(rows=len(tried), cols=1, shared_xaxes=True, vertical_spacing=0.32 / len(tried))
    everything = [tested.statistic, *(value for _, values in tried for value in values)]
    low, high = min(everything), max(everything)
    width = (high - low) / N_BINS or 0.001
    for row, (title, values) in enumerate(tried, start=1):
        xs, ys = stacked(values, low=low, width=width)
        figure.add_trace(
            go.Scatter(
                x=xs,
                y=ys,
                mode="markers",
                marker={"size": 5, "color": palette.faint},
                hovertemplate="%{x:.3f}<extra></extra>",
            ),
            row=row,
            col=1,
        )
        figure.add_vline(x=tested.statistic, line={"color": palette.ink, "width": 2}, row=row, col=1)
        figure.update_yaxes(visible=False, range=[-0.5, max(ys) + 1.5], row=row, col=1)
        place = {"xref": "x domain", "yref": f"y{row if row > 1 else ''} domain", "x": 0, "y": 1.3}
        figure.add_annotation(text=plotly_text(title), showarrow=False, xanchor="left", **place)
    figure.add_annotation(
        text=f"<b>trees of this set {score(tested.statistic)}</b>",
        xref="x",
        yref="y domain",
        x=tested.statistic,
        y=1.3,
        yshift=LINE,
        showarrow=False,
        xanchor="right" if tested.statistic > (low + high) / 2 else "left",
    )
    figure.update_xaxes(range=[low - 2 * width, high + 2 * width], linecolor=palette.edge, showgrid=False)
    figure.update_xaxes(tickformat=".4~f", ticks="outside", tickcolor=palette.edge, zeroline=False)
    figure.update_xaxes(title={"text": "mean quality of the trees (SDTQ)", "standoff": 6}, row=len(tried), col=1)
    height = ROW_HEIGHT * len(tried) + 60 + 2 * LINE + BUTTONS
    figure.update_layout(**plain_layout(palette, height=height, margin=(8, 8, 34 + LINE + BUTTONS, 28 + LINE)))
    return figure


def null_titles(names: TableNames) -> dict[str, str]:
    """What each null shuffles."""
    return {
        "left": f"classes of {names.left} shuffled",
        "right": f"classes of {names.right} shuffled",
        "matching": "attributes matched at random",
    }


def stacked(values: tuple[float, ...], *, low: float, width: float) -> tuple[list[float], list[int]]:
    """The middle of each value's bin and its place in the pile there."""
    piled: Counter[int] = Counter()
    xs, ys = [], []
    for value in sorted(values):
        position = int((value - low) / width)
        xs.append(low + (position + 0.5) * width)
        ys.append(piled[position])
        piled[position] += 1
    return xs, ys
