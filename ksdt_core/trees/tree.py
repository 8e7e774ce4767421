"""The one tree type: a binary decision tree as flat arrays of nodes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Categories

LEAF = -1


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A binary tree; node 0 is the root and every child comes after its parent.

    A numeric test sends a row left when its value ≤ threshold, a categorical one when its value is the category.
    Nodes of a mined tree are in the order in which they were made: the s-th split made nodes 2s+1 and 2s+2.
    """

    attributes: tuple[str, ...]  # names that `attribute` points into
    categories: Categories
    class_names: tuple[str, ...]
    attribute: NDArray[np.int32]  # (n_nodes,), LEAF where the node has no test
    threshold: NDArray[np.float64]  # NaN where the test is not numeric
    category: NDArray[np.int32]  # position among the attribute's categories, -1 where the test is numeric
    left: NDArray[np.int32]  # child, or LEAF
    right: NDArray[np.int32]
    label: NDArray[np.int32]  # the class each node answers, also the inner ones

    def __post_init__(self) -> None:
        for array in (self.attribute, self.threshold, self.category, self.left, self.right, self.label):
            array.setflags(write=False)

    @property
    def n_nodes(self) -> int:
        return int(self.attribute.size)

    @property
    def is_leaf(self) -> NDArray[np.bool_]:
        return np.equal(self.attribute, LEAF)

    @property
    def n_leaves(self) -> int:
        return int(self.is_leaf.sum())

    @property
    def parents(self) -> NDArray[np.int32]:
        """The parent of each node; LEAF (-1) for the root."""
        parents = np.full(self.n_nodes, -1, dtype=np.int32)
        inner = np.flatnonzero(self.attribute != LEAF)
        parents[self.left[inner]] = inner
        parents[self.right[inner]] = inner
        return parents

    @property
    def levels(self) -> NDArray[np.int32]:
        """The level of each node; the root is level 1."""
        levels = np.ones(self.n_nodes, dtype=np.int32)
        for node, parent in enumerate(self.parents.tolist()):
            if parent >= 0:
                levels[node] = levels[parent] + 1
        return levels
