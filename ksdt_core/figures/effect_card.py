"""The effect of every attribute in both tables as a small chart, with names where there is room."""

from __future__ import annotations

from typing import Any

from ksdt_core.evidence.pair_evidence import AttributeEvidence, Evidence
from ksdt_core.figures.effect_points import EffectPlane, claimed_points
from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.plain_layout import plain_layout
from ksdt_core.figures.tree_words import shorten

SIZE = (584.0, 212.0)  # pixels
MARGIN = (46.0, 8.0, 6.0, 50.0)  # left, right, top, bottom
FONT = 11.0
NAME_LENGTH = 14
MOST_NAMED = 15


def effect_card_values(found: Evidence, *, palette: Palette) -> dict[str, Any]:
    """The chart as plain values. For two classes the effect is the AUC, and the lines at 0.5 are chance."""
    is_area = len(found.pair.classes) <= 2
    plane = EffectPlane.of(found, SIZE[0] - MARGIN[0] - MARGIN[1], SIZE[1] - MARGIN[2] - MARGIN[3])
    left, right = (plotly_text(shorten(table.name, 20)) for table in (found.pair.left, found.pair.right))
    words = f"chance that a row of “{plotly_text(shorten(_class(found), 16))}” has the higher value"
    axis = {"gridcolor": palette.line, "zeroline": False, "tickformat": ".2~f", "nticks": 8, "tickfont": {"size": FONT}}
    title = {"standoff": 4, "font": {"size": FONT}}
    layout = {
        **plain_layout(palette, height=SIZE[1], margin=MARGIN),
        "shapes": _chance_lines(plane, palette) if is_area else [],
        "annotations": [
            *(_quadrants(found, palette) if is_area else []),
            *plane.names(found.claimed, palette, most=MOST_NAMED, letters=NAME_LENGTH, size=FONT),
        ],
        "xaxis": {
            **axis,
            "range": plane.across,
            "title": {**title, "text": f"effect in {left} (AUC)<br>{words}" if is_area else f"Cramér’s V in {left}"},
        },
        "yaxis": {
            **axis,
            "range": plane.upward,
            "title": {**title, "text": f"effect in {right}" if is_area else f"Cramér’s V in {right}"},
        },
    }
    return {"data": [plane.crowd(found, palette), claimed_points(found, 7, palette)], "layout": layout}


def _class(found: Evidence) -> str:
    return next((entry.class_name for entry in found.attributes), "")


def _chance_lines(plane: EffectPlane, palette: Palette) -> list[dict[str, Any]]:
    line = {"color": palette.edge, "width": 1}
    (left, right), (low, high) = plane.across, plane.upward
    return [
        {"type": "line", "x0": 0.5, "x1": 0.5, "y0": low, "y1": high, "line": line, "layer": "below"},
        {"type": "line", "x0": left, "x1": right, "y0": 0.5, "y1": 0.5, "line": line, "layer": "below"},
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
