"""At which side of its dot a number goes, so that it lies on no other dot and on no other number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

GAP = 3.0  # pixels between a dot and its number
DIAGONAL = 0.75  # a corner of the number is nearer to the dot than its side would be
OUTSIDE = 10.0  # times worse than lying on something
SIDES = {  # in plotly's words, the first that is free is taken: steps across and down
    "middle right": (1, 0),
    "middle left": (-1, 0),
    "top right": (1, -1),
    "bottom right": (1, 1),
    "top left": (-1, -1),
    "bottom left": (-1, 1),
    "top center": (0, -1),
    "bottom center": (0, 1),
}


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of a drawing, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def shared(self, other: Box) -> float:
        """The area that lies in both."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(across, 0.0) * max(down, 0.0)


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot of a drawing; `size` is the width and the height of its number, None where it has none."""

    x: float
    y: float
    radius: float
    size: tuple[float, float] | None = None

    @property
    def box(self) -> Box:
        return Box(self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius)

    def number_box(self, side: str) -> Box:
        """Where the number is at a side."""
        across, down = SIDES[side]
        width, height = self.size or (0.0, 0.0)
        reach = (self.radius + GAP) * (DIAGONAL if across and down else 1.0)
        left = self.x + across * reach + (across - 1) / 2 * width
        top = self.y + down * reach + (down - 1) / 2 * height
        return Box(left, top, left + width, top + height)


def number_places(dots: Sequence[Dot], frame: Box) -> dict[int, tuple[str, Box]]:
    """Side and box of every number by the position of its dot, in turn the one that hides least and is least hidden."""
    taken: list[Box] = []
    found: dict[int, tuple[str, Box]] = {}
    for position, dot in enumerate(dots):
        if dot.size is None:
            continue
        others = [other.box for i, other in enumerate(dots) if i != position] + taken
        places = [(side, dot.number_box(side)) for side in SIDES]
        found[position] = min(places, key=lambda place: _covered(place[1], others, frame))
        taken.append(found[position][1])
    return found


def _covered(box: Box, others: Sequence[Box], frame: Box) -> float:
    """The area of a number that lies on something, or outside the drawing."""
    return sum(map(box.shared, others)) + OUTSIDE * (box.area - box.shared(frame))
