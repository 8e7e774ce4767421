"""Rows sent down a shared tree, one test at a time."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.shared_tree import SharedTree


def answer(
    shared: SharedTree, row: NDArray[np.float64], side: Literal["left", "right"], *, attributes: tuple[str, ...]
) -> int:
    """The class that the tree gives a row of one table, cells, named by `attributes`, in that table's units."""
    tree = shared.tree
    thresholds = shared.threshold_left if side == "left" else shared.threshold_right
    node = 0
    while tree.attribute[node] >= 0:
        cell = row[attributes.index(tree.attributes[tree.attribute[node]])]
        holds = cell == tree.category[node] if tree.category[node] >= 0 else cell <= thresholds[node]
        node = int(tree.left[node] if holds else tree.right[node])
    return int(tree.label[node])


def share_right(
    shared: SharedTree,
    values: NDArray[np.float64],
    classes: NDArray[np.intp],
    side: str,
    *,
    attributes: tuple[str, ...],
) -> float:
    """The share of the rows that get their own class."""
    answers = [answer(shared, row, "left" if side == "left" else "right", attributes=attributes) for row in values]
    return float(np.mean(np.array(answers) == classes))
