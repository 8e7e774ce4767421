"""Trees as points: principal components in two or three dimensions, coloured by what the reader asks for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import plotly.graph_objects as go

from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.label_places import Box, Dot, number_places
from ksdt_core.figures.palette import LIGHT, Palette, quality_scale
from ksdt_core.figures.space_layout import Legend, legend_traces, space_layout
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_words import shorten
from ksdt_core.mining.cells.shares import share_text
from ksdt_core.mining.weights import WeightVector
from ksdt_core.studies.tree_space import SHARED, TreePoint, TreeSpace
from ksdt_core.text import score

ColourBy = Literal["source", "sdtsq", "root", "ig", "ds", "atd"]
COLOUR_NAMES: Mapping[ColourBy, str] = {
    "source": "source",
    "sdtsq": "quality of the set (SDTSQ)",
    "root": "root attribute",
    "ig": "weight on gain",
    "ds": "weight on similarity",
    "atd": "weight on diversity",
}
MOST_ROOTS, ROOT_WIDTH = 7, 20  # roots with their own colour; letters of their names
SMALLEST, LARGEST = 9.0, 26.0  # pixels; the area of a mark grows with the trees at its place
FAINTEST = 4.0  # pixels of a tree that hardly any weights give
SYMBOLS = ("circle", "square", "circle-open", "diamond")  # shared trees, forests of both tables and of the union
OUTLINE, HOLLOW = 0.8, 1.8  # width of the line around a mark, and of one that is nothing but its line
ROOM = (520.0, 330.0)  # pixels that the map has at the least, for its numbers to keep apart
NUMBER, RING = 14.0, 8.0  # size of the number of a ring, and how much wider it is than its mark


@dataclass(frozen=True, slots=True)
class _Mark:
    """Trees of one source at one place."""

    place: int  # its number among the places of the space
    members: tuple[int, ...]
    first: TreePoint
    x: tuple[float, ...]
    size: float


def draw_space(
    space: TreeSpace,
    *,
    colour: ColourBy = "source",
    dimensions: int = 2,
    current: Collection[int] = (),
    lasso: bool = False,
    palette: Palette = LIGHT,
) -> go.Figure:
    """A mark for each place; `current` are trees with a ring and their number. Customdata: number of the place."""
    marks = [_mark(space, number, members, dimensions) for number, members in enumerate(space.places())]
    groups = _by_root(space, marks, palette) if colour == "root" else _by_source(space, marks, colour, palette)
    traces = [
        _trace(space, own, name=name, looks=looks, dimensions=dimensions, palette=palette)
        for name, own, looks in groups
    ]
    if current:
        traces.append(_rings(space, marks, current, dimensions=dimensions, palette=palette))
    traces += legend_traces(_legend(space, groups, colour, palette), dimensions)
    scaled = colour not in ("source", "root")
    return go.Figure(traces, space_layout(space, dimensions, scaled=scaled, lasso=lasso, palette=palette))


def source_symbols(sources: Sequence[str]) -> dict[str, str]:
    """The mark of each source, the same in every drawing and in words."""
    forests = [source for source in sources if source != SHARED]
    return {SHARED: SYMBOLS[0]} | dict(zip(forests, SYMBOLS[1:], strict=False))


def source_colours(sources: Sequence[str], palette: Palette) -> dict[str, str]:
    """Shared trees in the colour of quality; forests in greys, since their marks distinguish them."""
    forests = [source for source in sources if source != SHARED]
    greys = (palette.muted, palette.muted, palette.faint)
    return {SHARED: palette.quality[3]} | dict(zip(forests, greys, strict=False))


def _mark(space: TreeSpace, number: int, members: tuple[int, ...], dimensions: int) -> _Mark:
    first = members[0]
    place = tuple(float(value) for value in space.projection.points[first, :dimensions])
    shares = [share for position in members if (share := space.points[position].share) is not None]
    size = min(LARGEST, SMALLEST * float(np.sqrt(1 + 0.6 * (len(members) - 1))))
    if shares:  # the area of the mark grows with that of the weights
        size = min(LARGEST, FAINTEST + (LARGEST - FAINTEST) * float(np.sqrt(sum(shares))))
    return _Mark(number, members, space.points[first], place, size)


_Group = tuple[str, list[_Mark], dict[str, Any]]


def _legend(space: TreeSpace, groups: list[_Group], colour: ColourBy, palette: Palette) -> list[Legend]:
    """Colours of roots, the most frequent first, and the mark of each source; a source that is alone needs none."""
    symbols, colours = source_symbols(space.sources), source_colours(space.sources, palette)
    if colour != "root":
        return [(source, symbols[source], colours[source]) for source in space.sources if len(space.sources) > 1]
    roots = [(name, SYMBOLS[0], str(looks["color"])) for name, _, looks in reversed(groups)]
    return roots + [(source, symbols[source], palette.ink) for source in space.sources if len(space.sources) > 1]


def _by_source(space: TreeSpace, marks: list[_Mark], colour: ColourBy, palette: Palette) -> list[_Group]:
    """A group for each source; forests stay grey where the number asked for is one that only mined trees have."""
    colours, symbols = source_colours(space.sources, palette), source_symbols(space.sources)
    groups: list[_Group] = []
    for source in reversed(space.sources):  # shared trees last, above the others
        own = [mark for mark in marks if mark.first.source == source]
        looks: dict[str, Any] = {"symbol": symbols[source], "color": colours[source]}
        if colour != "source" and source == SHARED:
            looks |= {
                "color": [_number(space, mark, colour) for mark in own],
                "colorscale": quality_scale(palette),
                "colorbar": {
                    "title": {"text": COLOUR_NAMES[colour], "side": "top", "font": {"size": 13}},
                    "orientation": "h", "thickness": 9,
                    "len": 0.42, "x": 0.0, "xanchor": "left", "y": 1.0, "yanchor": "bottom", "outlinewidth": 0,
                    "nticks": 5,
                },
            }  # fmt: skip
        groups.append((source, own, looks))
    return groups


def _by_root(space: TreeSpace, marks: list[_Mark], palette: Palette) -> list[_Group]:
    """A group for each source and each of the most frequent roots; all other roots are one."""
    counts: dict[str, int] = {}
    for point in space.points:
        counts[point.root or ""] = counts.get(point.root or "", 0) + 1
    common = sorted(counts, key=lambda root: -counts[root])[:MOST_ROOTS]
    symbols = source_symbols(space.sources)
    groups: list[_Group] = []
    for root in [None, *reversed(common)]:
        own = [
            m
            for m in marks
            if ((m.first.root or "") == root if root is not None else (m.first.root or "") not in common)
        ]
        colour = palette.other_class if root is None else palette.class_colour(common.index(root))
        name = "other roots" if root is None else shorten(root, ROOT_WIDTH) or "no split"
        if own:
            groups.append((name, own, {"symbol": [symbols[mark.first.source] for mark in own], "color": colour}))
    return groups


def _number(space: TreeSpace, mark: _Mark, colour: ColourBy) -> float:
    """The quality or weight at a place: of several sets their mean."""
    points = [space.points[position] for position in mark.members]
    if colour == "sdtsq":
        return float(np.mean([point.sdtsq or 0.0 for point in points]))
    return float(np.mean([getattr(point.weights, colour) or 0.0 for point in points]))


def _trace(
    space: TreeSpace, marks: list[_Mark], *, name: str, looks: dict[str, Any], dimensions: int, palette: Palette
) -> go.Scatter | go.Scatter3d:
    symbols = [looks["symbol"]] * len(marks) if isinstance(looks["symbol"], str) else looks["symbol"]
    widths = [HOLLOW if symbol.endswith("-open") else OUTLINE for symbol in symbols]
    line = {"color": palette.muted, "width": OUTLINE if dimensions == 3 else widths}
    size = [mark.size * (0.62 if dimensions == 3 else 1.0) for mark in marks]
    common: dict[str, Any] = {
        "x": [mark.x[0] for mark in marks],
        "y": [mark.x[1] for mark in marks],
        "mode": "markers",
        "name": plotly_text(name),
        "customdata": [[mark.place] for mark in marks],
        "text": [_words(space, mark) for mark in marks],
        "hovertemplate": "%{text}<extra></extra>",
        "showlegend": False,
    }
    if dimensions == 3:
        marker = {"size": size, "opacity": 0.9, "line": line, **looks}
        return go.Scatter3d(z=[mark.x[2] for mark in marks], marker=marker, **common)
    faded = {"marker": {"opacity": 0.3}}
    return go.Scatter(
        marker={"size": size, "opacity": 0.9, "line": line, **looks},
        selected={"marker": {"opacity": 1}},
        unselected=faded,
        **common,
    )


def _rings(
    space: TreeSpace, marks: list[_Mark], current: Collection[int], *, dimensions: int, palette: Palette
) -> go.Scatter | go.Scatter3d:
    """The trees of the current set: a ring, and their numbers beside it."""
    own = [mark for mark in marks if any(position in current for position in mark.members)]
    numbers = [", ".join(str(space.points[p].number) for p in mark.members if p in current) for mark in own]
    common: dict[str, Any] = {
        "x": [mark.x[0] for mark in own],
        "y": [mark.x[1] for mark in own],
        "mode": "markers+text",
        "text": [f"<b>{number}</b>" for number in numbers],
        "hoverinfo": "skip",
        "name": "current set",
        "showlegend": False,
    }
    look: dict[str, Any] = {"symbol": "circle-open", "color": palette.ink}
    font: dict[str, Any] = {"color": palette.ink, "size": NUMBER}
    if dimensions == 3:
        sizes = [mark.size * 0.62 + 5 for mark in own]
        return go.Scatter3d(
            z=[mark.x[2] for mark in own],
            marker={**look, "size": sizes},
            textposition="top right",
            textfont=font,
            **common,
        )
    sizes = [mark.size + RING for mark in own]
    steady = {"marker": {"opacity": 1}, "textfont": {"color": palette.ink}}
    marker = {**look, "size": sizes, "line": {"width": 2.2}}
    font["shadow"] = ", ".join([f"0 0 3px {palette.page}"] * 3)  # a number can be read on a mark, too
    sides = _sides(marks, own, numbers)
    return go.Scatter(marker=marker, selected=steady, unselected=steady, textposition=sides, textfont=font, **common)


def _sides(marks: list[_Mark], own: list[_Mark], numbers: list[str]) -> list[str]:
    """Where the number of each ring stands, in plotly's words; places are those of a map of the least size."""
    wanted = {mark.place: number for mark, number in zip(own, numbers, strict=True)}
    at = np.array([mark.x for mark in marks])
    low, span = at.min(axis=0), np.maximum(np.ptp(at, axis=0), 1e-12)
    dots = []
    for mark, (across, up) in zip(marks, ((at - low) / span).tolist(), strict=True):
        number = wanted.get(mark.place)
        size = None if number is None else (text_width(number, NUMBER, bold=True), NUMBER)
        radius = mark.size / 2 + (0 if number is None else RING / 2)
        dots.append(Dot(across * ROOM[0], (1 - up) * ROOM[1], radius, size))
    places = number_places(dots, Box(-LARGEST, -LARGEST, ROOM[0] + LARGEST, ROOM[1] + LARGEST))
    return [side for side, _ in places.values()]


def _words(space: TreeSpace, mark: _Mark) -> str:
    point = mark.first
    lines = [plotly_text(point.source), f"root: {plotly_text(shorten(point.root or 'no split', 30))}"]
    if len(mark.members) > 1:
        lines.append(f"{len(mark.members)} trees with the same predictions")
    if point.share is not None:
        shares = ", ".join(share_text(space.points[p].share or 0.0) for p in mark.members[:4])
        lines.append(f"mined under {shares} of all weightings")
    if point.weights is not None:
        shown = [space.points[position] for position in mark.members[:4]]
        lines += [
            f"weights {_weights(one.weights)}: tree {one.number}, quality {score(one.sdtsq)}"
            for one in shown
            if one.weights is not None and one.sdtsq is not None
        ]
        lines += ["…"] if len(mark.members) > 4 else []
    return "<br>".join(lines)


def _weights(weights: WeightVector) -> str:
    return ", ".join(f"{part:.4g}" for part in weights.parts)
