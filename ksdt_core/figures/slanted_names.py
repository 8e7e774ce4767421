"""Names that rise at a slant from the tops of bars: which of them have room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

ANGLE = 38.0  # degrees
LINE = 13.0  # pixels from one name to the next, across their direction
START = 3.0  # pixels from the middle of a bar to where the lower edge of its name leaves its height
_ACROSS, _UP = math.cos(math.radians(ANGLE)), math.sin(math.radians(ANGLE))


@dataclass(frozen=True, slots=True)
class NamedBar:
    """A bar in pixels, heights upwards, with its name and the width that this takes."""

    x: float
    height: float
    name: str
    name_width: float

    @property
    def top(self) -> float:
        """Where the name ends."""
        return self.height + self.name_width * _UP


def with_room(bars: Sequence[NamedBar], *, half: float, right: float, most: int) -> list[int]:
    """Positions of the highest bars whose names fit: each name once, on no other name, on no bar, left of `right`.

    The highest bar has its name in any case. `half` is half the width of a bar.
    """
    chosen: list[int] = []
    for position in sorted(range(len(bars)), key=lambda i: -bars[i].height):
        bar = bars[position]
        free = (
            bar.x + bar.name_width * _ACROSS <= right
            and all(bar.name != bars[other].name and not _meet(bar, bars[other]) for other in chosen)
            and not any(_hits(bar, other, half) for other in bars)
        )
        if len(chosen) < most and (free or not chosen):
            chosen.append(position)
    return chosen


def _meet(one: NamedBar, other: NamedBar) -> bool:
    """Whether two names, which are parallel, lie on each other."""
    x, y = other.x - one.x, other.height - one.height
    along, apart = x * _ACROSS + y * _UP, abs(x * _UP - y * _ACROSS)
    return apart < LINE and -other.name_width < along < one.name_width


def _hits(bar: NamedBar, other: NamedBar, half: float) -> bool:
    """Whether the name of a bar runs into another bar at its right."""
    gap = other.x - half - bar.x
    if other.x <= bar.x or gap > bar.name_width * _ACROSS:
        return False
    return other.height > bar.height + max(gap - START, 0.0) * _UP / _ACROSS
