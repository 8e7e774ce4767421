"""The discrete domain Λ of an ensemble: what each tested attribute can look like to its trees."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Categories
from ksdt_core.errors import InvalidDataError
from ksdt_core.trees.tree import LEAF, Tree


@dataclass(frozen=True, slots=True)
class Feature:
    """An attribute that some tree tests, cut into the λ cells that the trees can tell apart.

    Numeric: cell 0 is x ≤ first cut, cell i lies between cut i - 1 and cut i. Categorical: a cell for each value.
    """

    name: str
    column: int  # position among the attributes of the table
    cuts: tuple[float, ...]  # rising; empty for a categorical attribute
    values: tuple[str, ...] | None  # None for a numeric attribute

    @property
    def n_cells(self) -> int:
        """λ, the number of cells."""
        return len(self.cuts) + 1 if self.values is None else len(self.values)


Masses = tuple[tuple[int, ...], ...]
"""For each feature how much each of its cells counts, in whole numbers so that sums over cells are exact."""


@dataclass(frozen=True, slots=True)
class CellDomain:
    """Λ, the product of the cells of all features, and how much each cell counts: one for all trees to be compared.

    With other cuts or other masses the same trees have other inner products, so every function carries its domain.
    """

    attributes: tuple[str, ...]  # all columns of the table, tested or not
    categories: Categories
    features: tuple[Feature, ...]  # the tested ones, in column order
    masses: Masses | None = None  # rows in each cell of each feature; None: every cell counts alike
    cut_arrays: tuple[NDArray[np.float64], ...] = field(init=False, repr=False, compare=False)  # of each feature
    mass_arrays: tuple[NDArray[np.int64], ...] = field(init=False, repr=False, compare=False)  # of each feature

    def __post_init__(self) -> None:
        object.__setattr__(self, "cut_arrays", tuple(np.array(feature.cuts) for feature in self.features))
        object.__setattr__(self, "mass_arrays", tuple(self._masses_of(feature) for feature in range(self.n_features)))

    def _masses_of(self, feature: int) -> NDArray[np.int64]:
        n_cells = self.features[feature].n_cells
        masses = np.array((1,) * n_cells if self.masses is None else self.masses[feature], dtype=np.int64)
        masses.setflags(write=False)
        return masses

    @property
    def n_features(self) -> int:
        return len(self.features)

    @property
    def n_cells(self) -> tuple[int, ...]:
        """λ of each feature."""
        return tuple(feature.n_cells for feature in self.features)

    @property
    def size(self) -> int:
        """|Λ|, exactly; it may have hundreds of digits."""
        return math.prod(self.n_cells)

    @property
    def is_binary(self) -> bool:
        """Whether no feature has more than two cells, all counting alike: every coefficient is a sum of ± halves."""
        return self.masses is None and all(n_cells <= 2 for n_cells in self.n_cells)

    def cell_masses(self, feature: int) -> NDArray[np.int64]:
        """How much each cell of a feature counts; 1 each where all count alike."""
        return self.mass_arrays[feature]

    def cells_of(self, values: NDArray[np.float64]) -> NDArray[np.int32]:
        """The cell of each row (a row of values has an entry for every attribute) in every feature."""
        if values.ndim != 2 or values.shape[1] != len(self.attributes):
            raise InvalidDataError("columns-unlike-trees", columns=values.shape[-1], attributes=len(self.attributes))
        cells = np.empty((values.shape[0], self.n_features), dtype=np.int32)
        for position, feature in enumerate(self.features):
            column = values[:, feature.column]
            if feature.values is None:
                cells[:, position] = np.searchsorted(self.cut_arrays[position], column, side="left")
            else:
                cells[:, position] = _category_cells(feature, column)
        return cells


def _category_cells(feature: Feature, column: NDArray[np.float64]) -> NDArray[np.int32]:
    known = (column >= 0) & (column < feature.n_cells)
    if not known.all():
        row = int(np.flatnonzero(~known)[0]) + 1
        raise InvalidDataError("value-unknown-to-trees", column=feature.name, row=row, known=feature.n_cells)
    return column.astype(np.int32)


def domain_of(trees: Sequence[Tree]) -> CellDomain:
    """The domain of an ensemble: its tested attributes with every threshold that is used anywhere.

    Trees of several tables are matched by the names of their attributes and categories.
    """
    attributes = tuple(dict.fromkeys(name for tree in _distinct_tables(trees) for name in tree.attributes))
    categories = _joined_categories(attributes, _distinct_tables(trees))
    column_of = {name: column for column, name in enumerate(attributes)}
    cuts: dict[int, set[float]] = {}
    for tree in trees:
        inner = np.flatnonzero(tree.attribute != LEAF)
        pairs = zip(tree.attribute[inner].tolist(), tree.threshold[inner].tolist(), strict=True)
        for attribute, threshold in pairs:
            cuts.setdefault(column_of[tree.attributes[attribute]], set()).add(threshold)
    features = tuple(
        Feature(attributes[column], column, _sorted_cuts(cuts[column], categories[column]), categories[column])
        for column in sorted(cuts)
    )
    return CellDomain(attributes, categories, features)


def _sorted_cuts(thresholds: set[float], values: tuple[str, ...] | None) -> tuple[float, ...]:
    return tuple(sorted(thresholds)) if values is None else ()


def _distinct_tables(trees: Sequence[Tree]) -> list[Tree]:
    """The first tree of each table of attributes; most ensembles have one table."""
    return list({(tree.attributes, tree.categories): tree for tree in reversed(trees)}.values())[::-1]


def _joined_categories(attributes: tuple[str, ...], tables: list[Tree]) -> Categories:
    """The values of each attribute; where tables know different ones, all of them in sorted order."""
    known: dict[str, tuple[str, ...] | None] = {}
    for table in tables:
        for name, values in zip(table.attributes, table.categories, strict=True):
            before = known.setdefault(name, values)
            if (before is None) != (values is None):
                raise InvalidDataError("attribute-kind-differs-between-trees", attribute=name)
            if before is not None and values is not None and before != values:
                known[name] = tuple(sorted({*before, *values}))
    return tuple(known[name] for name in attributes)
