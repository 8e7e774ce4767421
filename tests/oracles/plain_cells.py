"""The cells of the weight triangle found by crossing edges, from the definition of SPEC.md section 7 alone.

At some weights the plain miner is run and every decision written down. The split i that was taken beats a rival j where
(s_i − s_j)·w ≥ −TIE if i comes first, ≥ TIE if j does; s = (IG, DSN, ATD). All weights of the triangle that meet this
for every rival of every decision are the cell. Just beyond the middle of each edge of a cell lies another one.

Beyond one edge there may be several cells, and only the one at the middle is seen. So this finds cells that must be
there, but not surely all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from tests.oracles.plain_measures import Usage
from tests.oracles.plain_miner import TIE, PlainMiner
from tests.oracles.plain_rows import PlainPair, count
from tests.oracles.plain_splits import Test, attr_set
from tests.oracles.plain_trees import PlainNode, PlainTree

AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
Polygon = NDArray[np.float64]  # (n, 3), corners in order
Content = frozenset[tuple[Any, int]]  # trees by their tests, and how often each is in the set


@dataclass
class RecordingMiner(PlainMiner):
    """A miner that notes which half-planes (direction, least) its choices need: direction·w ≥ least."""

    needs: list[tuple[NDArray[np.float64], float]] = field(default_factory=list)

    def best_test(self, tree: PlainTree, node: PlainNode, tests: list[Test], others: list[Usage]) -> Test:
        taken = super().best_test(tree, node, tests, others)
        weights = self.weights
        terms = []
        for self.weights in AXES:
            terms.append([self.score(tree, node, test, others) for test in tests])
        self.weights = weights
        scores = np.array(terms).T
        at = tests.index(taken)
        for other in range(len(tests)):
            if other != at:
                self.needs.append((scores[at] - scores[other], -TIE if at < other else TIE))
        return taken


@dataclass(frozen=True)
class CrossedCell:
    """A cell, the set that is mined in it, and the weights at which it was met."""

    polygon: Polygon
    content: Content
    weights: tuple[float, ...]

    @property
    def share(self) -> float:
        """Of the area of the triangle."""
        x, y = (self.polygon[:, :2] - self.polygon[0, :2]).T
        return float(abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()))


def cell_at(
    pair: DatasetPair, weights: tuple[float, ...], *, k: int, max_depth: int, aus: str, atd: str
) -> CrossedCell:
    """The cell of some weights."""
    plain = PlainPair.of(pair, ())
    miner = RecordingMiner(
        pair=plain,
        weights=weights,
        k=k,
        method="parallel",
        aus=aus,
        atd=atd,
        ell=3,
        min_size=0.02 * min(count(plain.left), count(plain.right)),
        min_leaf_share=0.0,
        max_depth=max_depth,
        traversal="depth",
        candidates=attr_set(plain, None),
        roots=[],
        criterion="gain",
        costs={},
        cost_rule="squared",
        cost_weight=1.0,
    )
    trees = miner.grow_all()
    polygon = np.array(AXES)
    for direction, least in miner.needs:
        polygon = clipped(polygon, direction, least)
    return CrossedCell(polygon, _content(plain, trees), weights)


def _content(pair: PlainPair, trees: list[PlainTree]) -> Content:
    asked = Counter(
        tuple(
            None
            if node.test is None
            else (pair.attributes[node.test.attribute], node.test.threshold, node.test.category)
            for node in tree.nodes
        )
        for tree in trees
    )
    return frozenset(asked.items())


def clipped(polygon: Polygon, direction: NDArray[np.float64], least: float) -> Polygon:
    """The part of a polygon where direction·w ≥ least."""
    kept: list[NDArray[np.float64]] = []
    ahead = polygon @ direction - least
    for i in range(len(polygon)):
        j = (i + 1) % len(polygon)
        if ahead[i] >= 0:
            kept.append(polygon[i])
        if ahead[i] * ahead[j] < 0:
            kept.append(polygon[i] + ahead[i] / (ahead[i] - ahead[j]) * (polygon[j] - polygon[i]))
    return np.array(kept).reshape(-1, 3)


def beyond_edges(polygon: Polygon, distance: float, *, shortest: float = 0.0) -> Iterator[NDArray[np.float64]]:
    """The point at this distance beyond the middle of each edge, where it lies in the triangle."""
    middle = polygon.mean(axis=0)
    for a, b in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        length = np.linalg.norm(b - a)
        if length <= shortest:
            continue
        outward = np.cross((b - a) / length, np.ones(3) / np.sqrt(3))
        outward *= -np.sign(outward @ (middle - a))
        point = (a + b) / 2 + distance * outward
        if (point > 0).all():
            yield point / point.sum()


def crossed_cells(
    pair: DatasetPair, *, k: int, max_depth: int, aus: str = "lnc", atd: str = "avgmin", most: int = 400
) -> list[CrossedCell]:
    """Every cell that is met from the middle of the triangle by crossing edges, one after the other."""
    waiting: list[tuple[float, ...]] = [(1 / 3, 1 / 3, 1 / 3)]
    found: list[CrossedCell] = []
    while waiting and len(found) < most:
        weights = waiting.pop(0)
        if any(_is_inside(cell.polygon, np.array(weights)) for cell in found):
            continue
        cell = cell_at(pair, weights, k=k, max_depth=max_depth, aus=aus, atd=atd)
        if len(cell.polygon) < 3:  # a tie circle: no split beat all others
            continue
        found.append(cell)
        waiting += [
            tuple(point)
            for point in beyond_edges(cell.polygon, 1e-6, shortest=1e-5)
            if point[0] + point[1] > 6e-4  # the corner that may be left out
        ]
    return found


def _is_inside(polygon: Polygon, weights: NDArray[np.float64]) -> bool:
    """Whether weights lie in a convex cell, its border aside."""
    normals = np.cross(np.roll(polygon, -1, axis=0) - polygon, np.ones(3))
    sides = (normals * (weights - polygon)).sum(axis=1)
    middle = (normals * (polygon.mean(axis=0) - polygon)).sum(axis=1)
    return bool((sides * np.sign(middle) > -1e-13).all())
