"""The nodes of one tree at which the class mixes of the two tables part."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.rules.conditions import Condition, path_conditions
from ksdt_core.rules.full_paths import Routed
from ksdt_core.trees.paths import walk
from ksdt_core.trees.shared_tree import SharedTree

TIE = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class PartingNode:
    """A node with enough rows of both tables and a similarity below that of its tree."""

    routed: Routed
    shared: SharedTree
    node: int
    conditions: tuple[Condition, ...]
    counts: tuple[tuple[int, ...], tuple[int, ...]]  # rows by class, each row of each table once

    @property
    def dsn(self) -> float:
        return float(self.shared.dsn[self.node])

    @property
    def dsn_above(self) -> float:
        return float(self.shared.dsn[self.shared.tree.parents[self.node]])

    @property
    def n_rows(self) -> int:
        return sum(map(sum, self.counts))

    def mined_shares(self, side: int) -> NDArray[np.float64]:
        """The share of each class at the node in one table, as mined."""
        counts = (self.shared.cdv_left, self.shared.cdv_right)[side][self.node]
        shares: NDArray[np.float64] = counts / max(1, int(counts.sum()))
        return shares

    def larger_classes(self, side: int) -> NDArray[np.intp]:
        """Classes with a larger share in this table than in the other, compared without rounding."""
        both = (self.shared.cdv_left[self.node].tolist(), self.shared.cdv_right[self.node].tolist())
        own, other = both[side], both[1 - side]
        larger = [here * sum(other) > there * sum(own) for here, there in zip(own, other, strict=True)]
        return np.flatnonzero(larger)


def parting_nodes(routed: Routed, shared: SharedTree, needed: tuple[int, int]) -> list[PartingNode]:
    """The nodes below the root with `needed` rows of each table and DSN below the tree's DS, the mean of all."""
    left, right = node_counts(routed)
    enough = (left.sum(axis=1) >= needed[0]) & (right.sum(axis=1) >= needed[1])
    parting = enough & (shared.dsn < shared.ds - TIE)
    parting[0] = False
    paths = dict(walk(routed.tree))
    return [
        PartingNode(
            routed=routed,
            shared=shared,
            node=node,
            conditions=path_conditions(routed.tree, paths[node], routed.thresholds),
            counts=(tuple(left[node].tolist()), tuple(right[node].tolist())),
        )
        for node in np.flatnonzero(parting).tolist()
    ]


def node_counts(routed: Routed) -> list[NDArray[np.int64]]:
    """For each table the rows of each class at every node, (n_nodes, n_classes), every row once."""
    found = []
    parents = routed.tree.parents.tolist()
    for rows, leaves in zip(routed.rows, routed.leaves(), strict=True):
        counts = np.zeros((routed.tree.n_nodes, rows.n_classes), dtype=np.int64)
        np.add.at(counts, (leaves, rows.classes), 1)
        for node in range(routed.tree.n_nodes - 1, 0, -1):  # children come after their parents
            counts[parents[node]] += counts[node]
        found.append(counts)
    return found
