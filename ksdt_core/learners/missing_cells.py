"""Rows with missing cells on their way through a learned tree."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.missing import common_cell
from ksdt_core.errors import InvalidParameterError
from ksdt_core.trees.tree import LEAF, Tree

Floats = NDArray[np.float64]


def leaves_with_missing(tree: Tree, values: Floats, *, training: Dataset) -> NDArray[np.int32]:
    """The leaf that each row reaches when a missing cell is filled at the first node that tests its attribute.

    It is filled with the median, or the most common value, of the training rows at that node, and stays so below it:
    that is how the learners here part rows with missing cells. Where no training row at a node has a value, a row with
    none goes right.
    """
    if training.attributes != tree.attributes or values.shape[1] != len(tree.attributes):
        raise InvalidParameterError("attributes-unlike-tree")
    cells, taught = np.array(values), np.array(training.values)
    reached = np.zeros(cells.shape[0], dtype=np.int32)
    waiting = [(0, np.arange(cells.shape[0]), np.arange(training.n_rows))]
    while waiting:
        node, rows, theirs = waiting.pop()
        reached[rows] = node
        column = int(tree.attribute[node])
        if column == LEAF:
            continue
        fill = common_cell(taught[theirs, column], tree.categories[column] is None)
        for table, here in ((cells, rows), (taught, theirs)):
            table[here, column] = np.where(np.isnan(table[here, column]), fill, table[here, column])
        left = _goes_left(tree, node, cells[rows, column])
        taught_left = _goes_left(tree, node, taught[theirs, column])
        waiting.append((int(tree.left[node]), rows[left], theirs[taught_left]))
        waiting.append((int(tree.right[node]), rows[~left], theirs[~taught_left]))
    return reached


def answers_with_missing(tree: Tree, values: Floats, *, training: Dataset) -> NDArray[np.int32]:
    """The class that the tree answers for each row, missing cells filled as in `leaves_with_missing`."""
    answers: NDArray[np.int32] = tree.label[leaves_with_missing(tree, values, training=training)]
    return answers


def _goes_left(tree: Tree, node: int, cells: Floats) -> NDArray[np.bool_]:
    category = int(tree.category[node])
    return np.equal(cells, category) if category >= 0 else np.less_equal(cells, tree.threshold[node])
