"""Edges of a tree as bands that run beside each other: one for each table, as wide as its share of rows."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from ksdt_core.figures.svg_parts import number

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Bands:
    """The outline of each band as path data, and the middle of the edge."""

    outlines: tuple[str, ...]
    middle: Point


def bands(start: Point, end: Point, *, widths: tuple[float, ...], gap: float, stubs: tuple[float, float]) -> Bands:
    """An edge of one or two bands that leaves its parent downwards and arrives at its child from above.

    A long way to the side starts and ends with a straight piece (at most as long as the `stubs`), so that it keeps
    clear of the counts beside it.
    """
    total = sum(widths) + gap * (len(widths) - 1)
    away = 0.1 * abs(end[0] - start[0])
    between = (start[1] + min(stubs[0], away), end[1] - min(stubs[1], away))
    sides = ((-total / 2, -total / 2 + widths[0]), (total / 2 - widths[-1], total / 2))
    outlines = tuple(_band(start, end, side, between=between) for side in sides[: len(widths)])
    return Bands(outlines, ((start[0] + end[0]) / 2, sum(between) / 2))


def _band(start: Point, end: Point, offsets: tuple[float, float], *, between: tuple[float, float]) -> str:
    """The area between two curves that keep their distance from the middle of the edge; straight but `between`."""
    (x0, y0), (x1, y1) = start, end
    top, bottom = between
    dx, dy = x1 - x0, bottom - top
    middle = (top + bottom) / 2

    # In its middle the edge runs in the direction (2 dx, dy). A shift k of both control points of a curve beside it
    # moves that curve by 3k/4 there, and k is such that it is as far from the edge as it is at the ends.
    bend = (dy - hypot(2 * dx, dy)) / (1.5 * dx) if abs(dx) > 0.01 else 0.0
    a, b = offsets
    xa0, xa1, xb0, xb1 = (number(x) for x in (x0 + a, x1 + a, x0 + b, x1 + b))
    ya, yb, y_top, y_bottom = (number(y) for y in (middle + bend * a, middle + bend * b, top, bottom))
    return (
        f"M{xa0} {number(y0)}V{y_top}C{xa0} {ya} {xa1} {ya} {xa1} {y_bottom}V{number(y1)}"
        f"H{xb1}V{y_bottom}C{xb1} {yb} {xb0} {yb} {xb0} {y_top}V{number(y0)}Z"
    )
