"""The rows at a node, with missing cells filled from the rows at that node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Categories, Dataset
from ksdt_core.data.preparing.missing import common_cell

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class NodeRows:
    """What a learner sees at a node.

    A missing cell is taken to be the median, or the most common value, of the cells that are known at this node. A
    column with no known cell here is not usable.
    """

    values: Floats  # (n_rows, n_attributes), nothing missing in usable columns
    classes: NDArray[np.intp]
    n_classes: int
    categories: Categories
    usable: NDArray[np.bool_]  # (n_attributes,)

    @classmethod
    def of(cls, table: Dataset, values: Floats, rows: NDArray[np.intp], *, by_class: bool = False) -> Self:
        """The rows of a table; `values` are its cells, some of them filled by nodes above.

        With `by_class` a cell is filled from the rows of its own class at this node, where one of these is known.
        """
        here = np.array(values[rows])
        gaps = np.isnan(here)
        usable = np.asarray((~gaps).any(axis=0))
        for column in np.flatnonzero(gaps.any(axis=0) & usable).tolist():
            here[gaps[:, column], column] = common_cell(here[:, column], table.categories[column] is None)
            if by_class:
                fill_by_class(here[:, column], gaps[:, column], table.classes[rows], table.categories[column] is None)
        return cls(here, table.classes[rows], len(table.class_names), table.categories, usable)

    @property
    def n_rows(self) -> int:
        return int(self.classes.size)

    def child_counts(self, child: NDArray[np.intp], n_children: int) -> NDArray[np.int64]:
        """Class counts of children, (n_children, n_classes), when each row goes to this child."""
        cells = child * self.n_classes + self.classes
        counts = np.bincount(cells, minlength=n_children * self.n_classes)
        return counts.reshape(n_children, self.n_classes).astype(np.int64)


def fill_by_class(cells: Floats, gaps: NDArray[np.bool_], classes: NDArray[np.intp], is_numeric: bool) -> None:
    """Fill gaps in place with the common value of each class; a class without a known cell keeps what is there."""
    for class_ in np.unique(classes[gaps]).tolist():
        of_class = classes == class_
        known = cells[of_class & ~gaps]
        if known.size:
            cells[of_class & gaps] = common_cell(known, is_numeric)
