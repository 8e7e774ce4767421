"""How many rows of each class reach every node of a tree, and how many of them a pruned tree would answer rightly."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidDataError
from ksdt_core.mining.holdout import Split
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.pruning.collapsing import leaves_of
from ksdt_core.trees.counting import Counts, class_counts
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree


@dataclass(frozen=True, slots=True, eq=False)
class NodeCounts:
    """Rows of both tables at every node of one tree, by class."""

    left: Counts
    right: Counts

    @property
    def n_rows(self) -> tuple[int, int]:
        return int(self.left[0].sum()), int(self.right[0].sum())


def mined_counts(shared: SharedTree) -> NodeCounts:
    """The rows that were mined, balanced ones as often as they were drawn: the CDVs of the tree."""
    return NodeCounts(shared.cdv_left, shared.cdv_right)


def held_out_counts(shared: SharedTree, split: Split) -> NodeCounts:
    """The rows that were kept aside, routed by the thresholds in the units of their table."""
    columns = columns_of(shared.tree, split.pair)
    left, right = (
        class_counts(shared.tree, held.values[:, columns], held.classes, thresholds=thresholds)
        for held, thresholds in ((split.left, shared.threshold_left), (split.right, shared.threshold_right))
    )
    return NodeCounts(left, right)


def n_right(tree: Tree, counts: NodeCounts, cut: Collection[int] = ()) -> tuple[int, int]:
    """Rows of each table that the tree answers rightly once the nodes of `cut` are leaves."""
    leaves = leaves_of(tree, cut)
    labels = tree.label[leaves]
    return int(counts.left[leaves, labels].sum()), int(counts.right[leaves, labels].sum())


def accuracies(tree: Tree, counts: NodeCounts, cut: Collection[int] = ()) -> tuple[float, float]:
    """The share of the rows of each table that the tree answers rightly once the nodes of `cut` are leaves."""
    right, rows = n_right(tree, counts, cut), counts.n_rows
    return right[0] / max(1, rows[0]), right[1] / max(1, rows[1])


def columns_of(tree: Tree, pair: DatasetPair) -> NDArray[np.intp]:
    """Where the attributes of a tree stand in a pair; a tree that was read from a document knows only its own."""
    if tree.attributes == pair.attributes:
        return np.arange(pair.n_attributes)
    position = {name: column for column, name in enumerate(pair.attributes)}
    lost = next((name for name in tree.attributes if name not in position), None)
    if lost is not None:
        raise InvalidDataError("tested-attribute-missing", table=pair.name, attribute=lost)
    return np.array([position[name] for name in tree.attributes], dtype=np.intp)


def check_same_rows(trees: TreeSet, pair: DatasetPair) -> None:
    """Raise unless the rows of the pair give the class counts at every node of every tree."""
    for shared in trees.trees:
        columns = columns_of(shared.tree, pair)
        for domain, cdv in ((pair.left, shared.cdv_left), (pair.right, shared.cdv_right)):
            found = class_counts(shared.tree, domain.scaled[:, columns], domain.classes, weights=domain.weights)
            if found.shape != cdv.shape or not np.array_equal(found, cdv):
                raise InvalidDataError("class-counts-differ", table=domain.name)
