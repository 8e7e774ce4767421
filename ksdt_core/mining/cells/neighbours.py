"""What changes across the edges of a region: which sets lie next to it, and how many trees they have in common."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.cells.weight_cells import Cell, WeightCells, WeightRegion
from ksdt_core.mining.weights import WeightVector

Point = tuple[float, ...]

STEP = 1e-7
"""How far past the middle of an edge the neighbour is looked for."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A region beyond an edge."""

    region: WeightRegion
    edge: float  # how long the edges between the two are, as a share of all edges that can be crossed
    stays: int  # trees that both sets have
    roots_gone: tuple[str, ...]  # attributes that trees of this set start with, and fewer of the neighbour's do
    roots_new: tuple[str, ...]


def neighbours(cells: WeightCells, region: WeightRegion) -> tuple[Neighbour, ...]:
    """The regions beyond the edges of a region, that with the longest common edge first."""
    lengths: dict[int, float] = {}
    own = set(region.cells)
    for cell in own:
        for middle, beyond, length in _crossings(cell):
            vector = _weights(beyond, is_segment=cells.is_segment)
            if vector is None or _weights(middle, is_segment=cells.is_segment) is None:
                continue
            try:
                beyond_it = cells.at(vector).number
            except InvalidParameterError:  # the corner that is omitted, or a cell that was not followed
                continue
            if beyond_it != region.number:
                lengths[beyond_it] = lengths.get(beyond_it, 0.0) + length
    total = sum(lengths.values()) or 1.0
    here = _names(region)
    found = []
    for number, length in sorted(lengths.items(), key=lambda item: (-item[1], item[0])):
        other = cells.regions[number]
        there = _names(other)
        stays = sum((_trees(cells, region) & _trees(cells, other)).values())
        gone, new = tuple(sorted((here - there).elements())), tuple(sorted((there - here).elements()))
        found.append(Neighbour(other, length / total, stays, gone, new))
    return tuple(found)


def _crossings(cell: Cell) -> list[tuple[Point, Point, float]]:
    """Of each edge its middle, a point just beyond it, and its length."""
    n = len(cell)
    centre = tuple(sum(corner[i] for corner in cell) / n for i in range(3))
    crossings: list[tuple[Point, Point, float]] = []
    for i in range(n):
        a, b = cell[i], cell[(i + 1) % n]
        middle = a if n == 2 else tuple((p + q) / 2 for p, q in zip(a, b, strict=True))  # a segment ends in points
        length, away = 1.0 if n == 2 else _distance(a, b), _distance(middle, centre)
        if away > 0 and length > 0:
            beyond = tuple(m + STEP * (m - c) / away for m, c in zip(middle, centre, strict=True))
            crossings.append((middle, beyond, length))
    return crossings


def _distance(a: Point, b: Point) -> float:
    return float(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5)


def _weights(point: Point, *, is_segment: bool) -> WeightVector | None:
    """The weights at a point, None on the border of the triangle and beyond it."""
    ig, ds = point[0], point[1]
    rest = 1 - ig - ds
    if min(ig, ds) <= 2 * STEP or (not is_segment and rest <= 2 * STEP):
        return None
    return WeightVector(ig, 1 - ig, None) if is_segment else WeightVector(ig, ds, rest)


def _names(region: WeightRegion) -> Counter[str]:
    return Counter(root or "no split" for root in region.roots)


def _trees(cells: WeightCells, region: WeightRegion) -> Counter[int]:
    """The trees of a region by number."""
    if cells.found is None:
        raise InvalidParameterError("cells-without-tables")
    return Counter(cells.found.trees[region.number])
