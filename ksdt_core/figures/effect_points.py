"""Attributes as points, by their effects in two tables: the crowd as a few squares of one line, names where room is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ksdt_core.evidence.pair_evidence import AttributeEvidence, Evidence
from ksdt_core.evidence.verdict import direction_words
from ksdt_core.figures.escaping import plotly_text
from ksdt_core.figures.label_places import Box, Dot, number_places
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_words import shorten
from ksdt_core.text import p_text, score

MOST_DRAWN = 1500  # points of attributes that are not claimed; of more, a regular selection is drawn
CROWD, DOT = 200, 3  # from so many on they are squares of so many pixels
PADDING = 0.07  # of an axis, beyond the outermost point
CROWDED = 0.1  # share of a name that may lie on something; else the name is omitted

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class EffectPlane:
    """The plane of a chart: the values at the ends of its axes, and its size in pixels."""

    across: Range
    upward: Range
    width: float
    height: float

    @classmethod
    def of(cls, found: Evidence, width: float, height: float) -> EffectPlane:
        """All points, and chance where that is a value of the effect."""
        chance = 0.5 if len(found.pair.classes) <= 2 else 0.0
        return cls(
            _range([*(entry.effect_left for entry in found.attributes), chance]),
            _range([*(entry.effect_right for entry in found.attributes), chance]),
            width,
            height,
        )

    def crowd(self, found: Evidence, palette: Palette) -> dict[str, Any]:
        """The attributes that are not claimed; of very many, none can be pointed at."""
        rest = [entry for entry in found.attributes if not entry.is_claimed]
        rest = rest[:: -(-len(rest) // MOST_DRAWN) or 1]
        if len(rest) < CROWD:
            drawn = points(rest, 4)
            drawn["marker"] |= {"color": palette.faint}
            return drawn
        drawn = self._squares(rest)
        drawn["line"] |= {"color": palette.faint}
        return drawn

    def _squares(self, entries: Sequence[AttributeEvidence]) -> dict[str, Any]:
        """Short pieces of one broken line: a browser draws one line far sooner than a thousand marks."""
        half = DOT / 2 * (self.across[1] - self.across[0]) / self.width
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
            "hoverinfo": "skip",
        }

    def names(
        self, entries: Sequence[AttributeEvidence], palette: Palette, *, most: int, letters: int, size: float
    ) -> list[dict[str, Any]]:
        """Names beside their points, each where it covers least; one that has no room is left to the hover."""
        names = [shorten(entry.attribute, letters) for entry in entries]
        dots = [
            Dot(
                self.width * (entry.effect_left - self.across[0]) / (self.across[1] - self.across[0]),
                self.height * (self.upward[1] - entry.effect_right) / (self.upward[1] - self.upward[0]),
                4.0,
                (text_width(name, size), size + 1) if position < most else None,
            )
            for position, (entry, name) in enumerate(zip(entries, names, strict=True))
        ]
        placed = number_places(dots, Box(0, 0, self.width, self.height))
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
                    "font": {"size": size, "color": palette.ink},
                }
            )
        return found


def _range(effects: Sequence[float]) -> Range:
    low, high = min(effects), max(effects)
    room = PADDING * max(high - low, 0.1)
    return low - room, high + room


def points(entries: Sequence[AttributeEvidence], size: int) -> dict[str, Any]:
    """A round mark for each, which says what it is."""
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [round(entry.effect_left, 4) for entry in entries],
        "y": [round(entry.effect_right, 4) for entry in entries],
        "marker": {"size": size},
        "customdata": [hover_words(entry) for entry in entries],
        "hovertemplate": "%{customdata}<extra></extra>",
    }


def claimed_points(found: Evidence, size: int, palette: Palette) -> dict[str, Any]:
    """The claimed attributes, those whose effects differ as diamonds."""
    drawn = points(found.claimed, size)
    drawn["marker"] |= {
        "color": palette.ink,
        "symbol": ["diamond" if entry.differs else "circle" for entry in found.claimed],
    }
    return drawn


def hover_words(entry: AttributeEvidence) -> str:
    """An attribute with its effects, in HTML."""
    lines = [
        f"<b>{plotly_text(entry.attribute)}</b>",
        plotly_text(direction_words(entry)),
        f"adjusted {p_text(entry.p)}",
        f"{score(entry.effect_left)} and {score(entry.effect_right)}",
    ]
    if entry.differs:
        lines.append(f"effects differ ({p_text(entry.p_difference)})")
    return "<br>".join(lines)
