"""The nodes of one tree with enough rows of both tables, and what remains there of the difference of the tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.rules.base_rate import Mixes, Remaining, remaining
from ksdt_core.rules.conditions import Condition, path_conditions
from ksdt_core.rules.full_paths import Routed
from ksdt_core.trees.paths import walk
from ksdt_core.trees.shared_tree import SharedTree


@dataclass(frozen=True, slots=True, eq=False)
class CheckedNode:
    """A node below the root with enough rows of both tables."""

    routed: Routed
    shared: SharedTree
    node: int
    conditions: tuple[Condition, ...]
    counts: tuple[tuple[int, ...], tuple[int, ...]]  # rows by class, each row of each table once
    base: Mixes  # the same at the root
    beyond: Remaining  # what remains of the difference of the tables beyond the base rates
    above: tuple[int, ...]  # the nodes above it, the nearest first

    @property
    def dsn(self) -> float:
        return float(self.shared.dsn[self.node])

    @property
    def dsn_above(self) -> float:
        return float(self.shared.dsn[self.shared.tree.parents[self.node]])

    @property
    def n_rows(self) -> int:
        return sum(map(sum, self.counts))


def checked_nodes(routed: Routed, shared: SharedTree, needed: tuple[int, int]) -> list[CheckedNode]:
    """The nodes below the root with `needed` rows of each table, parents first."""
    left, right = node_counts(routed)
    enough = (left.sum(axis=1) >= needed[0]) & (right.sum(axis=1) >= needed[1])
    enough[0] = False
    paths = dict(walk(routed.tree))
    base = (left[0].tolist(), right[0].tolist())
    found = []
    for node in np.flatnonzero(enough).tolist():
        counts = (tuple(left[node].tolist()), tuple(right[node].tolist()))
        found.append(
            CheckedNode(
                routed=routed,
                shared=shared,
                node=node,
                conditions=path_conditions(routed.tree, paths[node], routed.thresholds, shared=routed.shared),
                counts=counts,
                base=base,
                beyond=remaining(counts, base),
                above=tuple(at for at, _ in reversed(paths[node])),
            )
        )
    return found


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
