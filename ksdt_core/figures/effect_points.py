"""Attributes as points, by their effects in two tables, with names where there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ksdt_core.evidence.pair_evidence import AttributeEvidence, Evidence
from ksdt_core.evidence.verdict import direction_words
from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.label_places import Box, Dot, number_places
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_words import shorten
from ksdt_core.text import p_text, score

MOST_DRAWN = 1500  # points of attributes that are not claimed; of more, a regular selection is drawn
CROWD, DOT = 200, 3  # from so many on they are small squares of so many pixels
PADDING = 0.07  # of an axis, beyond the outermost point
CROWDED = 0.1  # share of a name that may lie on other names; else the name is omitted
COVERED = 0.5  # share of a point that a name may cover

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

    def place(self, entry: AttributeEvidence) -> tuple[float, float]:
        """Where a point lies, in pixels from the upper left corner."""
        return (
            self.width * (entry.effect_left - self.across[0]) / (self.across[1] - self.across[0]),
            self.height * (self.upward[1] - entry.effect_right) / (self.upward[1] - self.upward[0]),
        )

    def names(
        self, entries: Sequence[AttributeEvidence], *, most: int, letters: int, size: float
    ) -> Iterator[tuple[AttributeEvidence, str, float, float]]:
        """Names with the pixels of their middles, each where it covers least; one that has no room is omitted."""
        names = [shorten(one_line(entry.attribute), letters) for entry in entries]
        dots = [
            Dot(*self.place(entry), 4.0, (text_width(name, size), size + 1) if position < most else None)
            for position, (entry, name) in enumerate(zip(entries, names, strict=True))
        ]
        placed = number_places(dots, Box(0, 0, self.width, self.height))
        points, shown = [dot.box for dot in dots], list[Box]()
        for position, (_, box) in placed.items():
            is_on_a_point = any(box.shared(point) > COVERED * point.area for point in points)
            if not is_on_a_point and sum(map(box.shared, shown)) <= CROWDED * box.area:
                shown.append(box)
                yield entries[position], names[position], (box.left + box.right) / 2, (box.top + box.bottom) / 2


def _range(effects: Sequence[float]) -> Range:
    low, high = min(effects), max(effects)
    room = PADDING * max(high - low, 0.1)
    return low - room, high + room


def crowd(found: Evidence) -> list[AttributeEvidence]:
    """The attributes that are not claimed; of very many, a regular selection."""
    rest = [entry for entry in found.attributes if not entry.is_claimed]
    return rest[:: -(-len(rest) // MOST_DRAWN) or 1]


def hover_lines(entry: AttributeEvidence) -> list[str]:
    """An attribute with its effects."""
    lines = [
        entry.attribute,
        direction_words(entry),
        f"adjusted {p_text(entry.p)}",
        f"{score(entry.effect_left)} and {score(entry.effect_right)}",
    ]
    if entry.differs:
        lines.append(f"effects differ ({p_text(entry.p_difference)})")
    return lines
