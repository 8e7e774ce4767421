"""Any tree, wherever it came from, with what it knows of the two tables of a pair."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.pairing import threshold_between
from ksdt_core.measures.accuracy import accuracy
from ksdt_core.measures.distribution import distribution_similarity
from ksdt_core.mining.finishing import scored_tree
from ksdt_core.trees.columns import cells_of
from ksdt_core.trees.counting import class_counts
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF, Tree
from ksdt_core.trees.walk import predicted_classes


def judged_tree(tree: Tree, pair: DatasetPair) -> SharedTree:
    """The tree with the class counts of both tables at every node, thresholds in their units, and its scores.

    Its thresholds must be on the scale of the pair, as those of trees mined from it, rebuilt from a spectrum or grown
    on its scaled rows are. Labels stay those of the tree: a mined one answers the majority of both tables, others may
    not.
    """
    sides = (pair.left, pair.right)
    cells = [cells_of(tree, side.scaled, pair.attributes) for side in sides]
    left, right = (
        class_counts(tree, seen, side.classes, weights=side.weights) for seen, side in zip(cells, sides, strict=True)
    )
    rows = [class_counts(tree, seen, side.classes) for seen, side in zip(cells, sides, strict=True)]
    leaves = np.flatnonzero(tree.is_leaf)
    thresholds = [
        tree.threshold.copy()
        if side.original is side.scaled
        else _in_units(tree, cells_of(tree, side.original, pair.attributes), seen)
        for seen, side in zip(cells, sides, strict=True)
    ]
    return scored_tree(
        tree,
        thresholds[0],
        thresholds[1],
        cdvs=(left, right),
        dsn=distribution_similarity(left, right),
        accuracies=tuple(accuracy(cdv[leaves], tree.label[leaves]) for cdv in (left, right)),
        rows=(rows[0], rows[1]),
    )


def row_agreement(first: Tree, second: Tree, pair: DatasetPair) -> tuple[float, float]:
    """The share of the rows of each table, as mined, that two trees answer with the same class."""
    shares = []
    for side in (pair.left, pair.right):
        answers = [predicted_classes(tree, cells_of(tree, side.scaled, pair.attributes)) for tree in (first, second)]
        shares.append(float(np.average(answers[0] == answers[1], weights=side.weights)))
    return shares[0], shares[1]


def _in_units(tree: Tree, original: NDArray[np.float64], scaled: NDArray[np.float64]) -> NDArray[np.float64]:
    """The thresholds of a tree in the units of a table; both tables have the tree's own columns."""
    found = np.full(tree.n_nodes, np.nan)
    for node in np.flatnonzero((tree.attribute != LEAF) & (tree.category < 0)).tolist():
        column = int(tree.attribute[node])
        found[node] = threshold_between(original[:, column], scaled[:, column], float(tree.threshold[node]))
    return found
