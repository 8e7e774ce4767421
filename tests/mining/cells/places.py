"""Where weights lie among cells, found by plain geometry, and sets by what their trees ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.mining.cells.weight_cells import Cell, WeightCells
from ksdt_core.trees.shared_tree import SharedTree


def content(trees: tuple[SharedTree, ...]) -> Counter[Any]:
    """A set by the tests of its trees, whatever their order."""
    return Counter(_tree(shared) for shared in trees)


def _tree(shared: SharedTree) -> tuple[Any, ...]:
    tree = shared.tree
    return tuple(
        (tree.attributes[attribute], repr(float(threshold)), int(category), int(left)) if attribute >= 0 else None
        for attribute, threshold, category, left in zip(
            tree.attribute, tree.threshold, tree.category, tree.left, strict=True
        )
    )


def random_weights(n: int, seed: int) -> NDArray[np.float64]:
    """Weights drawn evenly from the triangle, none of them in the corner that is left out."""
    drawn = np.random.default_rng(seed).dirichlet([1, 1, 1], n)
    return drawn[drawn[:, :2].sum(axis=1) > 1e-3]


class Places:
    """Every cell with its region; finds the cells that hold a point."""

    def __init__(self, cells: WeightCells) -> None:
        self.cells: list[Cell] = [cell for region in cells.regions for cell in region.cells]
        self.region = [number for number, region in enumerate(cells.regions) for _ in region.cells]
        most = max(len(cell) for cell in self.cells)
        corners = np.array([[*cell, *[cell[-1]] * (most - len(cell))] for cell in self.cells])[:, :, :2]
        edges = np.roll(corners, -1, axis=1) - corners
        turn = np.sign([_twice_the_area(np.array(cell)[:, :2]) for cell in self.cells])
        self._normals = np.stack([-edges[:, :, 1], edges[:, :, 0]], axis=2) * turn[:, None, None]
        self._offsets = (self._normals * corners).sum(axis=2)

    def at(self, weights: NDArray[np.float64]) -> list[int]:
        """The numbers of the cells that hold these weights, borders included."""
        inside = (self._normals @ weights[:2] >= self._offsets).all(axis=1)
        return np.flatnonzero(inside).tolist()


def _twice_the_area(corners: NDArray[np.float64]) -> float:
    x, y = (corners - corners[0]).T
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())


def beside_edges(cell: Cell, distance: float) -> Iterator[NDArray[np.float64]]:
    """For each edge of a cell the point at this distance within from its middle, where it lies in the cell."""
    corners = np.array(cell)
    for i in range(len(corners)):
        a, b = corners[i], corners[(i + 1) % len(corners)]
        along = b - a
        if np.linalg.norm(along) < 4 * distance:
            continue
        along /= np.linalg.norm(along)
        inward = np.cross(along, np.ones(3) / np.sqrt(3))
        inward *= np.sign(inward @ (corners.mean(axis=0) - a))
        point = (a + b) / 2 + distance * inward
        if (point > 0).all() and all(_signed(corners, point) > 0.5 * distance):
            yield point / point.sum()


def _signed(corners: NDArray[np.float64], point: NDArray[np.float64]) -> NDArray[np.float64]:
    """The distances of a point from all edges of a convex cell, positive inside."""
    along = np.roll(corners, -1, axis=0) - corners
    length = np.linalg.norm(along, axis=1)
    along = along[length > 0] / length[length > 0, None]
    inward = np.cross(along, np.ones(3) / np.sqrt(3))
    sign = np.sign((inward * (corners.mean(axis=0) - corners[length > 0])).sum(axis=1))
    return (inward * (point - corners[length > 0])).sum(axis=1) * sign
