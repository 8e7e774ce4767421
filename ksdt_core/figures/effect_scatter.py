"""The effect of every attribute in one table against that in the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from ksdt_core.evidence.pair_evidence import AttributeEvidence, Evidence
from ksdt_core.figures.effect_points import CROWD, DOT, EffectPlane, crowd, hover_lines
from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.tree_words import shorten

SIZE = (640.0, 460.0)  # pixels; a page may give it another width
MARGIN = (56.0, 16.0, 24.0, 52.0)  # left, right, top, bottom
FONT = 12.0
MOST_NAMED = 25
NAME_LETTERS = 24


def draw_effects(found: Evidence, *, palette: Palette = LIGHT) -> go.Figure:
    """Claimed attributes are dark and named, those whose effects differ are diamonds; on the line effects are equal."""
    is_area = len(found.pair.classes) <= 2
    plane = EffectPlane.of(found, SIZE[0] - MARGIN[0] - MARGIN[1], SIZE[1] - MARGIN[2] - MARGIN[3])
    rest = crowd(found)
    claimed = _points(found.claimed, 9, palette.ink)
    claimed["marker"]["symbol"] = ["diamond" if entry.differs else "circle" for entry in found.claimed]
    figure = go.Figure(
        [_points(rest, 4, palette.faint) if len(rest) < CROWD else _squares(rest, plane, palette.faint), claimed],
        layout=plain_layout(palette, height=SIZE[1], margin=MARGIN) | {"annotations": _names(found, plane, palette)},
    )
    low = max(plane.across[0], plane.upward[0])
    high = min(plane.across[1], plane.upward[1])
    line = {"color": palette.edge, "width": 1}
    if low < high:
        figure.add_shape(type="line", x0=low, y0=low, x1=high, y1=high, line=line, layer="below")
    if is_area:
        figure.add_vline(x=0.5, line=line | {"dash": "dot"}, layer="below")
        figure.add_hline(y=0.5, line=line | {"dash": "dot"}, layer="below")
    effect = "area under the curve (AUC)" if is_area else "Cramér’s V"
    for update, name, ends in (
        (figure.update_xaxes, found.pair.left.name, plane.across),
        (figure.update_yaxes, found.pair.right.name, plane.upward),
    ):
        update(
            title={"text": f"{effect} in {plotly_text(shorten(name, 40))}", "standoff": 8},
            range=ends,
            gridcolor=palette.line,
            zeroline=False,
            tickformat=".2~f",
        )
    return figure


def _points(entries: Sequence[AttributeEvidence], size: int, colour: str) -> dict[str, Any]:
    """A mark for each, which says what it is."""
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [round(entry.effect_left, 4) for entry in entries],
        "y": [round(entry.effect_right, 4) for entry in entries],
        "marker": {"size": size, "color": colour},
        "customdata": [_hover(entry) for entry in entries],
        "hovertemplate": "%{customdata}<extra></extra>",
    }


def _hover(entry: AttributeEvidence) -> str:
    name, *others = map(plotly_text, hover_lines(entry))
    return "<br>".join((f"<b>{name}</b>", *others))


def _squares(entries: Sequence[AttributeEvidence], plane: EffectPlane, colour: str) -> dict[str, Any]:
    """Short pieces of one broken line: a browser draws one line far sooner than a thousand marks."""
    half = DOT / 2 * (plane.across[1] - plane.across[0]) / plane.width
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [
            x
            for entry in entries
            for x in (round(entry.effect_left - half, 4), round(entry.effect_left + half, 4), None)
        ],
        "y": [y for entry in entries for y in (*[round(entry.effect_right, 4)] * 2, None)],
        "line": {"width": DOT, "simplify": False, "color": colour},
        "opacity": 0.6,
        "hoverinfo": "skip",
    }


def _names(found: Evidence, plane: EffectPlane, palette: Palette) -> list[dict[str, Any]]:
    """Names that stay beside their points at any width."""
    shown = []
    for entry, name, middle, height in plane.names(found.claimed, most=MOST_NAMED, letters=NAME_LETTERS, size=FONT):
        x, y = plane.place(entry)
        shown.append(
            {
                "text": plotly_text(name),
                "x": entry.effect_left,
                "y": entry.effect_right,
                "xshift": round(middle - x, 1),
                "yshift": round(y - height, 1),
                "showarrow": False,
                "font": {"size": FONT, "color": palette.ink},
            }
        )
    return shown
