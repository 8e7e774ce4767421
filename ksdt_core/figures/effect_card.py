"""The effect of every attribute in both tables as a small chart, with names where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ksdt_core.evidence.pair_evidence import AttributeEvidence, Evidence
from ksdt_core.figures.effect_scatter import MOST_NAMED, hover_words
from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.label_places import Box, Dot, number_places
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_words import shorten

SIZE = (584.0, 212.0)  # pixels
MARGIN = (46.0, 8.0, 6.0, 50.0)  # left, right, top, bottom
FONT = 11.0
NAME_LENGTH = 14
MOST_DRAWN = 1500  # points of attributes that are not claimed; of more, a regular selection is drawn
CROWD, DOT = 200, 3  # from so many on they are squares of so many pixels
PADDING = 0.07  # of an axis, beyond the outermost point
CROWDED = 0.1  # share of a name that may lie on something; else the name is omitted


def effect_card_values(found: Evidence, *, palette: Palette) -> dict[str, Any]:
    """The chart as plain values. For two classes the effect is the AUC, and the lines at 0.5 are chance."""
    is_area = len(found.pair.classes) <= 2
    rest = [entry for entry in found.attributes if not entry.is_claimed]
    rest = rest[:: -(-len(rest) // MOST_DRAWN) or 1]
    across = _range([entry.effect_left for entry in found.attributes], is_area=is_area)
    upward = _range([entry.effect_right for entry in found.attributes], is_area=is_area)
    left, right = (plotly_text(shorten(table.name, 20)) for table in (found.pair.left, found.pair.right))
    words = f"chance that a row of “{plotly_text(shorten(_class(found), 16))}” has the higher value"
    axis = {"gridcolor": palette.line, "zeroline": False, "tickformat": ".2~f", "nticks": 8, "tickfont": {"size": FONT}}
    title = {"standoff": 4, "font": {"size": FONT}}
    layout = {
        **plain_layout(palette, height=SIZE[1], margin=MARGIN),
        "shapes": _chance_lines(across, upward, palette) if is_area else [],
        "annotations": [
            *(_quadrants(found, palette) if is_area else []),
            *_names(found.claimed, across, upward, palette),
        ],
        "xaxis": {
            **axis,
            "range": across,
            "title": {**title, "text": f"effect in {left} (AUC)<br>{words}" if is_area else f"Cramér’s V in {left}"},
        },
        "yaxis": {
            **axis,
            "range": upward,
            "title": {**title, "text": f"effect in {right}" if is_area else f"Cramér’s V in {right}"},
        },
    }
    few = _points(rest, 4) if len(rest) < CROWD else _squares(rest, across)
    few |= {"hoverinfo": "skip"}
    few["marker" if len(rest) < CROWD else "line"] |= {"color": palette.faint}
    named = _points(found.claimed, 7) | {
        "customdata": [hover_words(entry) for entry in found.claimed],
        "hovertemplate": "%{customdata}<extra></extra>",
    }
    named["marker"] |= {
        "color": palette.ink,
        "symbol": ["diamond" if entry.differs else "circle" for entry in found.claimed],
    }
    return {"data": [few, named], "layout": layout}


def _class(found: Evidence) -> str:
    return next((entry.class_name for entry in found.attributes), "")


def _range(effects: Sequence[float], *, is_area: bool) -> tuple[float, float]:
    """The ends of an axis: all points, and chance where that is a value of the effect."""
    ends = [*effects, 0.5] if is_area else [*effects, 0.0]
    low, high = min(ends), max(ends)
    room = PADDING * max(high - low, 0.1)
    return low - room, high + room


def _chance_lines(across: tuple[float, float], upward: tuple[float, float], palette: Palette) -> list[dict[str, Any]]:
    line = {"color": palette.edge, "width": 1}
    return [
        {"type": "line", "x0": 0.5, "x1": 0.5, "y0": upward[0], "y1": upward[1], "line": line, "layer": "below"},
        {"type": "line", "x0": across[0], "x1": across[1], "y0": 0.5, "y1": 0.5, "line": line, "layer": "below"},
    ]


def _quadrants(found: Evidence, palette: Palette) -> list[dict[str, Any]]:
    """What it means to lie in a corner; a corner with a claimed attribute explains itself by the name there."""
    name = plotly_text(shorten(_class(found), 20))
    words = {
        ("right", "top"): f"higher in {name}, both tables",
        ("left", "bottom"): f"lower in {name}, both tables",
        ("left", "top"): "opposite directions",
        ("right", "bottom"): "opposite directions",
    }
    return [
        {
            "text": said,
            "xref": "x domain",
            "yref": "y domain",
            "x": 1 if across == "right" else 0,
            "y": 1 if up == "top" else 0,
            "xanchor": across,
            "yanchor": up,
            "showarrow": False,
            "font": {"size": FONT, "color": palette.muted},
        }
        for (across, up), said in words.items()
        if not any(_corner(entry) == (across, up) for entry in found.claimed)
    ]


def _corner(entry: AttributeEvidence) -> tuple[str, str]:
    return "right" if entry.effect_left > 0.5 else "left", "top" if entry.effect_right > 0.5 else "bottom"


def _points(entries: Sequence[AttributeEvidence], size: int) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [round(entry.effect_left, 4) for entry in entries],
        "y": [round(entry.effect_right, 4) for entry in entries],
        "marker": {"size": size},
    }


def _squares(entries: Sequence[AttributeEvidence], across: tuple[float, float]) -> dict[str, Any]:
    """Points as short pieces of one broken line: a browser draws one line far sooner than a thousand marks."""
    half = DOT / 2 * (across[1] - across[0]) / (SIZE[0] - MARGIN[0] - MARGIN[1])
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [
            x
            for entry in entries
            for x in (round(entry.effect_left - half, 4), round(entry.effect_left + half, 4), None)
        ],
        "y": [y for entry in entries for y in (*[round(entry.effect_right, 4)] * 2, None)],
        "line": {"width": DOT, "simplify": False},
        "opacity": 0.6,
    }


def _names(
    entries: Sequence[AttributeEvidence], across: tuple[float, float], upward: tuple[float, float], palette: Palette
) -> list[dict[str, Any]]:
    """Names beside their points, each where it covers least; one that has no room is left to the hover."""
    width, height = SIZE[0] - MARGIN[0] - MARGIN[1], SIZE[1] - MARGIN[2] - MARGIN[3]
    names = [shorten(entry.attribute, NAME_LENGTH) for entry in entries]
    dots = [
        Dot(
            width * (entry.effect_left - across[0]) / (across[1] - across[0]),
            height * (upward[1] - entry.effect_right) / (upward[1] - upward[0]),
            4.0,
            (text_width(name, FONT), FONT + 1) if position < MOST_NAMED else None,
        )
        for position, (entry, name) in enumerate(zip(entries, names, strict=True))
    ]
    placed = number_places(dots, Box(0, 0, width, height))
    shown = [*(dot.box for dot in dots)]
    found = []
    for position, (_, box) in placed.items():
        if sum(map(box.shared, shown)) > CROWDED * box.area:
            continue
        shown.append(box)
        entry, dot = entries[position], dots[position]
        found.append(
            {
                "text": plotly_text(names[position]),
                "x": entry.effect_left,
                "y": entry.effect_right,
                "xshift": round((box.left + box.right) / 2 - dot.x, 1),  # pixels: the name stays beside its point
                "yshift": round(dot.y - (box.top + box.bottom) / 2, 1),
                "showarrow": False,
                "font": {"size": FONT, "color": palette.ink},
            }
        )
    return found
