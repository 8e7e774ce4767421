"""How many rows of each class of a table reach every node of a tree."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.tree import Tree
from ksdt_core.trees.walk import leaf_of_rows

Counts = NDArray[np.int64]  # (n_nodes, n_classes)


def class_counts(
    tree: Tree,
    values: NDArray[np.float64],
    classes: NDArray[np.intp],
    *,
    thresholds: NDArray[np.float64] | None = None,
    weights: NDArray[np.int64] | None = None,
) -> Counts:
    """Rows of a table at every node of a tree, by class; a row of weight w counts w times."""
    counts = np.zeros((tree.n_nodes, len(tree.class_names)), dtype=np.int64)
    reached = leaf_of_rows(tree, values, thresholds=thresholds)
    np.add.at(counts, (reached, classes), 1 if weights is None else weights)
    for node, parent in reversed(list(enumerate(tree.parents.tolist()))):  # children come after their parents
        if parent >= 0:
            counts[parent] += counts[node]
    return counts
