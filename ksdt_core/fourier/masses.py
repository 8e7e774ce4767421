"""How much the cells of a domain count: all alike, or each by the rows of a table that it holds.

Under `rows` the measure of a box is the product over the attributes of the share of a table's rows that its cells hold
(the product of the marginals). With two tables an attribute's marginal is the mean of the tables' marginals, so that
the larger table does not outweigh the other one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.domain import CellDomain, Masses

TableChoice = Literal["left", "right", "both"]
TABLE_CHOICES: tuple[TableChoice, ...] = ("left", "right", "both")


def row_domain(domain: CellDomain, tables: Sequence[NDArray[np.float64]]) -> CellDomain:
    """The same cells, counted by the rows of one table or of several that count alike [S01, independent inputs].

    The rows have a column for every attribute of the domain. With n_t rows in table t a cell counts
    Σ_t (rows of t in it) · L / n_t, a whole number, where L is the least common multiple of all n_t.
    """
    sizes = [len(rows) for rows in tables]
    if not sizes or min(sizes) == 0:
        raise InvalidParameterError("measure-without-rows")
    common = math.lcm(*sizes)
    counts = [np.zeros(n_cells, dtype=np.int64) for n_cells in domain.n_cells]
    for rows, size in zip(tables, sizes, strict=True):
        cells = domain.cells_of(np.asarray(rows, dtype=np.float64))
        for feature, n_cells in enumerate(domain.n_cells):
            counts[feature] += np.bincount(cells[:, feature], minlength=n_cells) * (common // size)
    masses: Masses = tuple(tuple(held.tolist()) for held in counts)
    return replace(domain, masses=masses)


def pair_domain(domain: CellDomain, pair: DatasetPair, table: TableChoice = "both") -> CellDomain:
    """The same cells, counted by the rows of a pair's tables: each row once, in the units that trees are mined in."""
    return row_domain(domain, pair_rows(domain, pair, table))


def pair_rows(domain: CellDomain, pair: DatasetPair, table: TableChoice = "both") -> list[NDArray[np.float64]]:
    """The rows of one table of a pair, or of each of both, with a column for every attribute of the domain."""
    if table not in TABLE_CHOICES:
        raise InvalidParameterError("not-a-choice", option="table", value=table, choices=TABLE_CHOICES)
    sides = {"left": (pair.left,), "right": (pair.right,), "both": (pair.left, pair.right)}[table]
    tables = [columns_of(domain, side.scaled, pair.attributes) for side in sides]
    for feature in domain.features:
        known = pair.categories[pair.attributes.index(feature.name)]
        if known is not None and feature.values is not None and known != feature.values:  # cells of other values, too
            cell_of = np.array([feature.values.index(value) for value in known], dtype=np.float64)
            for rows in tables:
                rows[:, feature.column] = cell_of[rows[:, feature.column].astype(np.intp)]
    return tables


def columns_of(domain: CellDomain, table: NDArray[np.float64], attributes: Sequence[str]) -> NDArray[np.float64]:
    """The columns of a table, which has these attributes, in the order of the domain; what no tree tests may lack."""
    column = {name: position for position, name in enumerate(attributes)}
    unknown = [feature.name for feature in domain.features if feature.name not in column]
    if unknown:
        raise InvalidParameterError("attribute-outside-pair", attribute=unknown[0])
    found: NDArray[np.float64] = table[:, [column.get(name, 0) for name in domain.attributes]]
    return found


@dataclass(frozen=True, slots=True, eq=False)
class MassScale:
    """Cells of a feature as positions on a scale of masses: an interval of cells counts as much as it is long."""

    first: NDArray[np.int64]  # (n_features,), where the boundaries of each feature start
    boundary: NDArray[np.int64]  # mass of the cells before each boundary, feature after feature
    total: NDArray[np.int64]  # (n_features,), of all cells
    is_uniform: bool

    @classmethod
    def of(cls, domain: CellDomain) -> Self:
        parts = [np.concatenate([[0], np.cumsum(domain.cell_masses(feature))]) for feature in range(domain.n_features)]
        first = np.cumsum([0, *(part.size for part in parts)], dtype=np.int64)[:-1]
        boundary = np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
        total = np.array([part[-1] for part in parts], dtype=np.int64)
        return cls(first, boundary.astype(np.int64), total, domain.masses is None)

    def below(self, feature: NDArray[np.int32], cell: NDArray[np.int32]) -> NDArray[np.int64]:
        """The mass of the cells before each of these, feature by feature."""
        masses: NDArray[np.int64] = self.boundary[self.first[feature] + cell]
        return masses

    def of_subset(self, feature: int, mask: int) -> int:
        """The mass of a set of cells, given as a bit mask."""
        if self.is_uniform:
            return mask.bit_count()
        cells = np.flatnonzero([mask >> cell & 1 for cell in range(mask.bit_length())]) + self.first[feature]
        return int((self.boundary[cells + 1] - self.boundary[cells]).sum())

    @property
    def whole(self) -> type[np.int32] | type[np.int64]:
        """The smallest whole numbers that hold every mass."""
        return np.int32 if self.total.size == 0 or self.total.max() < 2**31 else np.int64
