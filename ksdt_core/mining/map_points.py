"""The points of a weight map: what each weight vector reaches, which is best, which worst, which is on the front."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import COUNT, NUMBER, TEXT, Codec, many, optional, record
from ksdt_core.mining.sweeps import best_position
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.trees.tree import LEAF

Score = Literal["sdtsq", "sa", "ds", "td", "nodes"]


@dataclass(frozen=True, slots=True)
class MapPoint:
    """What a map shows of one set."""

    weights: WeightVector
    sdtsq: float
    sa: float
    ds: float
    td: float | None
    nodes: int  # of all trees
    roots: tuple[str | None, ...]  # attribute that each tree starts from, None where it does not split

    @classmethod
    def of_set(cls, trees: TreeSet) -> Self:
        """The point of a mined set."""
        scores = trees.scores
        return cls(
            trees.settings.weights,
            sdtsq=scores.sdtsq,
            sa=scores.sa,
            ds=scores.ds,
            td=scores.td,
            nodes=sum(shared.tree.n_nodes for shared in trees.trees),
            roots=tuple(_root(trees, position) for position in range(len(trees.trees))),
        )

    def score(self, name: Score) -> float:
        """One of the numbers; one tree has the diversity 0."""
        found = {"sdtsq": self.sdtsq, "sa": self.sa, "ds": self.ds, "td": self.td, "nodes": self.nodes}[name]
        return float(found or 0.0)


MAP_POINT = record(
    MapPoint,
    {
        "weights": Codec(lambda weights: list(weights.parts), WeightVector.of),
        **dict.fromkeys(("sdtsq", "sa", "ds"), NUMBER),
        "td": optional(NUMBER),
        "nodes": COUNT,
        "roots": many(optional(TEXT)),
    },
)


def best_point(points: Sequence[MapPoint]) -> MapPoint:
    """The highest SDTSQ; the earlier vector on a tie, as in a sweep."""
    return points[best_position([point.sdtsq for point in points])]


def front_points(points: Sequence[MapPoint]) -> frozenset[WeightVector]:
    """The weights whose sets no other beats in SA, DS and TD at once."""
    is_front = pareto_front([(point.sa, point.ds, point.score("td")) for point in points])
    return frozenset(point.weights for point, front in zip(points, is_front, strict=True) if front)


def _root(trees: TreeSet, position: int) -> str | None:
    tree = trees.trees[position].tree
    attribute = int(tree.attribute[0])
    return None if attribute == LEAF else tree.attributes[attribute]


def pareto_front(points: Sequence[Sequence[float]]) -> NDArray[np.bool_]:
    """Which points are on the front, where larger is better in every column.

    A point is off the front when some other is at least as large in all columns and larger in one; equal points stand
    or fall together.
    """
    values = np.asarray(points, dtype=np.float64)
    if values.size == 0:
        return np.zeros(len(points), dtype=np.bool_)
    is_front = np.empty(len(values), dtype=np.bool_)
    for position, point in enumerate(values):
        beaten_by = (values >= point).all(axis=1) & (values > point).any(axis=1)
        is_front[position] = not beaten_by.any()
    return is_front
