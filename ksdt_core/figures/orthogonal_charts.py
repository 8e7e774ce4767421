"""Charts of the orthogonal-tree study: rebuilt trees, coordinates in three dimensions, errors by number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
from numpy.typing import NDArray

from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.studies.orthogonal import TreePair
from ksdt_core.text import PERCENT_SIGN

HEIGHT = 320.0


def draw_rebuilt(pairs: Sequence[TreePair], *, palette: Palette = LIGHT) -> go.Figure:
    """Each tree of the ensemble: its error against that of the tree rebuilt from its cut spectrum."""
    xs, ys = [100 * pair.error for pair in pairs], [100 * pair.rft_error for pair in pairs]
    ends = [min([*xs, *ys], default=0.0), max([*xs, *ys], default=1.0)]
    figure = go.Figure(
        [
            go.Scatter(x=ends, y=ends, mode="lines", line={"color": palette.faint, "dash": "dot"}, hoverinfo="skip"),
            go.Scatter(
                x=xs, y=ys, mode="markers", marker={"size": 9, "color": palette.ink, "opacity": 0.6},
                customdata=[(number, pair.nodes, pair.rft_nodes) for number, pair in enumerate(pairs, start=1)],
                hovertemplate=f"tree %{{customdata[0]}}: %{{x:.1f}}{PERCENT_SIGN} (%{{customdata[1]}} nodes), "
                f"rebuilt %{{y:.1f}}{PERCENT_SIGN} "
                "(%{customdata[2]} nodes)<extra></extra>",
            ),
        ]
    )  # fmt: skip
    _finish(figure, "error of the tree, %", "error of the rebuilt tree, %", palette)
    return figure


def draw_coordinates(points: NDArray, *, palette: Palette = LIGHT) -> go.Figure:  # type: ignore[type-arg]
    """The trees on the first three orthogonal functions; missing axes are 0."""
    columns = [points[:, axis].tolist() if axis < points.shape[1] else [0.0] * len(points) for axis in range(3)]
    numbers = list(range(1, len(points) + 1))
    figure = go.Figure(
        go.Scatter3d(
            x=columns[0], y=columns[1], z=columns[2], mode="markers", customdata=numbers,
            marker={"size": 5, "color": palette.ink, "opacity": 0.75},
            hovertemplate="tree %{customdata}: %{x:.3f}, %{y:.3f}, %{z:.3f}<extra></extra>",
        )
    )  # fmt: skip
    figure.update_layout(**plain_layout(palette, height=420.0, margin=(0, 0, 0, 0)))
    axis = {"gridcolor": palette.line, "zerolinecolor": palette.faint, "backgroundcolor": palette.page}
    names = ("first function", "second function", "third function")
    figure.update_layout(
        scene={
            **{f"{letter}axis": {**axis, "title": {"text": name}} for letter, name in zip("xyz", names, strict=True)},
            "camera": {"eye": {"x": 1.5, "y": 1.5, "z": 0.9}},
        }
    )
    return figure


def draw_errors(
    xs: Sequence[int],
    lines: Mapping[str, Sequence[float]],
    *,
    title: str,
    marked: int | None = None,
    palette: Palette = LIGHT,
) -> go.Figure:
    """Errors (shares) by a number of trees or components; `marked` is the number that was chosen."""
    figure = go.Figure()
    for position, (name, ys) in enumerate(lines.items()):
        figure.add_trace(
            go.Scatter(
                x=list(xs), y=[100 * y for y in ys], mode="lines+markers", name=name,
                line={"color": palette.ink if position == 0 else palette.muted, "width": 2,
                      "dash": "solid" if position == 0 else "dash"},
                hovertemplate=f"%{{x}}: {name} %{{y:.1f}}{PERCENT_SIGN}<extra></extra>",
            )
        )  # fmt: skip
    if marked is not None:
        figure.add_vline(x=marked, line={"color": palette.faint, "width": 1.4, "dash": "dot"})
    _finish(figure, title, "wrong, %", palette)
    legend = {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"color": palette.ink}}
    figure.update_layout(showlegend=len(lines) > 1, legend=legend)
    return figure


def _finish(figure: go.Figure, x: str, y: str, palette: Palette) -> None:
    figure.update_layout(**plain_layout(palette, height=HEIGHT, margin=(56, 16, 46, 30)))
    for update, text in ((figure.update_xaxes, x), (figure.update_yaxes, y)):
        update(title={"text": text, "standoff": 6}, gridcolor=palette.line, zeroline=False, fixedrange=True)
