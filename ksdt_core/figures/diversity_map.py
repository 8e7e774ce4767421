"""How the diversity of sets moves with the weight on diversity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import plotly.graph_objects as go

from ksdt_core.figures.palette import LIGHT, Palette, mix
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.tree_words import shorten
from ksdt_core.mining.map_points import MapPoint
from ksdt_core.mining.weights import WeightVector
from ksdt_core.text import score

HEIGHT = 330.0
DIGITS = 3  # sets that agree so far stand at one place
TOLERANCE = 1e-9
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def count_word(number: int) -> str:
    """A count in a sentence: five, but 25."""
    return _COUNTS[number] if number < len(_COUNTS) else f"{number:,}"


def draw_diversity_map(points: Sequence[MapPoint], current: WeightVector, *, palette: Palette = LIGHT) -> go.Figure:
    """A point for each weight on ATD and TD that some set reaches, with the number of such sets in it."""
    placed = _placed(points)
    here = next((place for place, point in zip(placed, points, strict=True) if point.weights == current), None)
    sets = Counter(placed)
    figure = go.Figure()
    figure.add_trace(_places(sets, points, placed, palette))
    if here is not None:
        figure.add_trace(_ring(here, palette))
    low = min(td for _, td in placed)
    room = max((1 - low) * 0.12, 0.02)
    figure.update_layout(**plain_layout(palette, height=HEIGHT, margin=(46, 12, 32, 48)))
    figure.update_xaxes(
        title={"text": "weight on diversity (w<sub>ATD</sub>)", "standoff": 8, "font": {"size": 13}},
        showgrid=False, zeroline=False, fixedrange=True, dtick=0.2,
        range=[0, max(0.9, max(weight for weight, _ in placed) + 0.07)],
    )  # fmt: skip
    figure.update_yaxes(
        title={"text": "diversity (TD)", "standoff": 6, "font": {"size": 13}}, range=[low - room, 1 + room / 2],
        gridcolor=palette.line, zeroline=False, fixedrange=True,
    )  # fmt: skip
    return figure


def _places(
    sets: Counter[tuple[float, float]],
    points: Sequence[MapPoint],
    placed: Sequence[tuple[float, float]],
    palette: Palette,
) -> go.Scatter:
    places = list(sets)
    words = []
    for place in places:
        members = [point.weights.parts for point, at in zip(points, placed, strict=True) if at == place]
        shown = "<br>".join(", ".join(f"{part:g}" for part in weights) for weights in members[:8])
        words.append(f"diversity {score(place[1])}<br>{shown}" + ("<br>…" if len(members) > 8 else ""))
    return go.Scatter(
        x=[weight for weight, _ in places],
        y=[td for _, td in places],
        mode="markers+text",
        text=[str(sets[place]) if sets[place] > 1 else "" for place in places],
        textfont={"color": palette.page, "size": 11},
        marker={
            "size": [17 if sets[place] > 1 else 9 for place in places],
            "color": mix(palette.muted, palette.page, share=0.9),
            "opacity": 1,
        },
        customdata=words,
        hovertemplate="%{customdata}<extra></extra>",
    )


def _ring(here: tuple[float, float], palette: Palette) -> go.Scatter:
    return go.Scatter(
        x=[here[0]],
        y=[here[1]],
        mode="markers+text",
        text=["<b>this set</b>"],
        textposition="bottom center",
        textfont={"color": palette.ink, "size": 12},
        marker={"symbol": "circle-open", "size": 27, "color": palette.ink, "line": {"width": 2.5}},
        hoverinfo="skip",
    )


def some_share_a_place(points: Sequence[MapPoint]) -> bool:
    """Whether the map has numbers in it."""
    return len(set(_placed(points))) < len(points)


def _placed(points: Sequence[MapPoint]) -> list[tuple[float, float]]:
    """Weight on ATD and TD of each set."""
    return [(round(point.weights.atd or 0.0, 6), round(point.score("td"), DIGITS)) for point in points]


def map_sentences(points: Sequence[MapPoint]) -> str:
    """How many sets reach TD 1, and what keeps the lowest down."""
    most = sum(point.score("td") > 1 - TOLERANCE for point in points)
    lowest = min(points, key=lambda point: point.score("td"))
    said = (
        f"{most} of the {len(points)} sets reach a diversity (TD) of 1."
        if most
        else "No set reaches a diversity (TD) of 1."
    )
    if most == len(points):
        return said
    weights = ", ".join(f"{part:g}" for part in lowest.weights.parts)
    said += f" The lowest, {score(lowest.score('td'))}, is that of {weights}"
    root, times = Counter(lowest.roots).most_common(1)[0]
    if root is not None and times > 1:
        n_trees = len(lowest.roots)
        which = "all of its" if times == n_trees else f"{count_word(times)} of its {count_word(n_trees)}"
        said += f": {which} trees start from {shorten(root)}"
    return f"{said}."
