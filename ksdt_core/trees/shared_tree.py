"""A shared decision tree: one tree with what it knows of each of the two tables."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.tree import Tree

Counts = NDArray[np.int64]


def _not_given() -> Counts:
    return np.empty((0, 0), dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class SharedTree:
    """A tree that classifies the rows of both tables, with the class counts of each at every node.

    Balancing draws rows again. `cdv_*` count these copies, as DSN and the scores do; `rows_*` count every row of the
    tables once and are what people read. Not given, they are the CDVs: nothing was drawn again, or (`rows_known` is
    false) the tree was balanced and nobody has counted its rows. `between_*` and `codes` are there to write thresholds
    as people read them; a tree may do without.
    """

    tree: Tree
    threshold_left: NDArray[np.float64]  # the threshold in the units of the left table
    threshold_right: NDArray[np.float64]
    cdv_left: Counts  # (n_nodes, n_classes), rows of the left table at each node by class, as mined
    cdv_right: Counts
    dsn: NDArray[np.float64]  # (n_nodes,), similarity of the two class mixes, as mined
    accuracy_left: float
    accuracy_right: float
    sa: float
    ds: float
    sdtq: float
    rows_left: Counts = field(default_factory=_not_given)  # (n_nodes, n_classes), every row of the table once
    rows_right: Counts = field(default_factory=_not_given)
    rows_known: bool = True
    between_left: NDArray[np.float64] | None = None  # (n_nodes, 2), the left table's values beside the threshold
    between_right: NDArray[np.float64] | None = None
    codes: tuple[tuple[float, ...] | None, ...] = ()  # for each node the values of its attribute where they are codes

    def __post_init__(self) -> None:
        for side in ("left", "right"):
            if not getattr(self, f"rows_{side}").size:
                object.__setattr__(self, f"rows_{side}", getattr(self, f"cdv_{side}"))
        for array in (self.threshold_left, self.threshold_right, self.cdv_left, self.cdv_right, self.dsn, *self.rows):
            array.setflags(write=False)
        for between in (self.between_left, self.between_right):
            if between is not None:
                between.setflags(write=False)

    @property
    def rows(self) -> tuple[Counts, Counts]:
        """The class counts that people read, of the left and of the right table."""
        return self.rows_left, self.rows_right

    @property
    def is_balanced(self) -> bool:
        """Whether the miner counted copies of rows, so that DSN and scores are not those of the rows themselves."""
        pairs = zip((self.cdv_left, self.cdv_right), self.rows, strict=True)
        return not self.rows_known or any(not np.array_equal(cdv[0], rows[0]) for cdv, rows in pairs)
