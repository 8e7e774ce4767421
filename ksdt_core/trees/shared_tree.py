"""A shared decision tree: one tree with what it knows of each of the two tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.tree import Tree


@dataclass(frozen=True, slots=True, eq=False)
class SharedTree:
    """A tree that classifies the rows of both tables, with the class counts of each at every node."""

    tree: Tree
    threshold_left: NDArray[np.float64]  # the threshold in the units of the left table
    threshold_right: NDArray[np.float64]
    cdv_left: NDArray[np.int64]  # (n_nodes, n_classes), rows of the left table at each node by class
    cdv_right: NDArray[np.int64]
    dsn: NDArray[np.float64]  # (n_nodes,), similarity of the two class mixes
    accuracy_left: float
    accuracy_right: float
    sa: float
    ds: float
    sdtq: float

    def __post_init__(self) -> None:
        for array in (self.threshold_left, self.threshold_right, self.cdv_left, self.cdv_right, self.dsn):
            array.setflags(write=False)
