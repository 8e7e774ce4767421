"""A tree with numbers at its nodes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.tree import Tree
from ksdt_core.trees.walk import leaf_of_rows


@dataclass(frozen=True, slots=True, eq=False)
class ValueTree:
    """A tree whose leaves answer numbers; an inner node carries the average over its box.

    The labels of `tree` follow from the numbers as if these were shares of votes for the classes.
    """

    tree: Tree
    values: NDArray[np.float64]  # (n_nodes, n_outputs)
    outputs: tuple[str, ...]

    def __post_init__(self) -> None:
        self.values.setflags(write=False)

    @property
    def n_nodes(self) -> int:
        return self.tree.n_nodes

    def at(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """The numbers that rows of a table get, a column an output."""
        answers: NDArray[np.float64] = self.values[leaf_of_rows(self.tree, rows)]
        return answers
