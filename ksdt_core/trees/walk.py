"""Walking a tree: which node each row of a table reaches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.tree import LEAF, Tree


def leaf_of_rows(
    tree: Tree, values: NDArray[np.float64], *, thresholds: NDArray[np.float64] | None = None
) -> NDArray[np.int32]:
    """The leaf that each row reaches; `thresholds` replaces those of the tree, say by those in a table's own units."""
    cuts = tree.threshold if thresholds is None else thresholds
    reached = np.zeros(values.shape[0], dtype=np.int32)
    on_the_way = np.flatnonzero(tree.attribute[reached] != LEAF)
    while on_the_way.size:
        nodes = reached[on_the_way]
        cells = values[on_the_way, tree.attribute[nodes]]
        category = tree.category[nodes]
        goes_left = np.where(category >= 0, cells == category, cells <= cuts[nodes])
        reached[on_the_way] = np.where(goes_left, tree.left[nodes], tree.right[nodes])
        on_the_way = on_the_way[tree.attribute[reached[on_the_way]] != LEAF]
    return reached


def predicted_classes(
    tree: Tree, values: NDArray[np.float64], *, thresholds: NDArray[np.float64] | None = None
) -> NDArray[np.int32]:
    """The class that the tree answers for each row."""
    answers: NDArray[np.int32] = tree.label[leaf_of_rows(tree, values, thresholds=thresholds)]
    return answers


def rows_at_node(tree: Tree, node: int, values: NDArray[np.float64]) -> NDArray[np.intp]:
    """The rows that pass a node on their way."""
    path: list[int] = [node]
    parents = tree.parents.tolist()
    while path[-1]:
        path.append(parents[path[-1]])
    rows = np.arange(values.shape[0], dtype=np.intp)
    for child, parent in zip(path[-2::-1], path[:0:-1], strict=True):
        cells = values[rows, tree.attribute[parent]]
        category = tree.category[parent]
        goes_left = cells == category if category >= 0 else cells <= tree.threshold[parent]
        rows = rows[goes_left == (tree.left[parent] == child)]
    return rows
