"""The rows that rules are counted on: every row of a table once, in its own units, columns as the tree has them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Categories, Dataset
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidDataError
from ksdt_core.rules.conditions import Condition, covered
from ksdt_core.rules.evidence import Evidence
from ksdt_core.trees.tree import Tree


@dataclass(frozen=True, slots=True, eq=False)
class TableRows:
    """Rows of one table; `cells` has the columns that the tree's nodes point to."""

    name: str
    position: int  # among the tables of the rules
    cells: NDArray[np.float64]
    classes: NDArray[np.intp]
    n_classes: int

    @property
    def n_rows(self) -> int:
        return int(self.classes.size)

    def covered_by(self, conditions: tuple[Condition, ...]) -> NDArray[np.bool_]:
        return covered(conditions, self.cells, self.position)

    def counts(self, rows: NDArray[np.bool_] | NDArray[np.intp]) -> tuple[int, ...]:
        """These rows by class."""
        return tuple(np.bincount(self.classes[rows], minlength=self.n_classes).tolist())

    def evidence(self, counts: tuple[int, ...], answer: int) -> Evidence:
        """What these counts say of a rule for the class `answer`."""
        share = float((self.classes == answer).sum()) / self.n_rows if self.n_rows else 0.0
        return Evidence(self.name, counts, answer, share)


def pair_rows(tree: Tree, pair: DatasetPair) -> tuple[TableRows, TableRows]:
    """The rows of both tables, each once whatever balancing made of them, cells as filled but not scaled."""
    columns = _columns(tree, pair.attributes, pair.categories)
    left, right = (
        TableRows(domain.name, position, _cells(domain.original, columns), domain.classes, len(pair.class_names))
        for position, domain in enumerate((pair.left, pair.right))
    )
    return left, right


def dataset_rows(tree: Tree, table: Dataset) -> TableRows:
    """The rows of one table."""
    columns = _columns(tree, table.attributes, table.categories)
    return TableRows(table.name, 0, _cells(table.values, columns), table.classes, len(table.class_names))


def _columns(tree: Tree, attributes: tuple[str, ...], categories: Categories) -> NDArray[np.intp] | None:
    """Where the tree's attributes stand in the table; None where they are its columns in order."""
    if tree.attributes == attributes and tree.categories == categories:
        return None
    position = {name: column for column, name in enumerate(attributes)}
    for name, kinds in zip(tree.attributes, tree.categories, strict=True):
        if name not in position:
            raise InvalidDataError("tested-attribute-not-in-tables", attribute=name)
        if categories[position[name]] != kinds:
            raise InvalidDataError("attribute-values-differ-from-tree", attribute=name)
    return np.array([position[name] for name in tree.attributes], dtype=np.intp)


def _cells(values: NDArray[np.float64], columns: NDArray[np.intp] | None) -> NDArray[np.float64]:
    return values if columns is None else values[:, columns]
