"""Cells that were filled by class are filled again in every shuffle, or they would tell the real classes.

Only the columns of the shuffled table that have missing cells change. What their splits are is settled again, too:
ranks and deciles depend on what was filled in. Which columns hold codes, and where those are cut, stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair, Scale
from ksdt_core.data.model.settled import Codes
from ksdt_core.data.preparing.missing import MissingRule, complete, fit_missing
from ksdt_core.data.preparing.scaling import scale_columns
from ksdt_core.evidence.pair_splits import Splits, split_cells

Matrix = NDArray[np.float64]
Classes = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Refilling:
    """How the columns of one table that have missing cells are filled for other classes."""

    columns: NDArray[np.intp]  # of the pair
    table: Dataset  # these columns of the table as it was read
    rule: MissingRule
    other: Matrix  # the same columns of the other table as they are tested, one attribute a row
    is_left: bool  # whether the table is the left one
    codes: Codes
    scale: Scale

    def splits(self, classes: Classes) -> Splits:
        """The splits of these columns with the cells filled by these classes."""
        cells = self._cells(classes)
        left, right = (cells, self.other) if self.is_left else (self.other, cells)
        return split_cells(left, right, self.table.categories, self.codes, self.scale)

    def _cells(self, classes: Classes) -> Matrix:
        values = complete(replace(self.table, classes=classes.astype(np.intp)), self.rule).values
        kinds = enumerate(zip(self.table.categories, self.codes, strict=True))
        measured = [column for column, (kind, code) in kinds if kind is None and code is None]
        cells = np.array(values.T, order="C")
        if measured:
            cells[measured] = scale_columns(values[:, measured], (None,) * len(measured), self.scale).T
        return cells


def refilling_of(pair: DatasetPair, codes: Codes, cells: Sequence[Matrix], *, is_left: bool) -> Refilling | None:
    """The refilling of one table; None where no cell of it was filled by class. `cells` are those that are tested."""
    sides = (pair.matched.left, pair.matched.right)
    table = sides[0 if is_left else 1]
    if pair.preparation.missing != "class-common" or not table.n_missing:
        return None
    place = {name: column for column, name in enumerate(table.attributes)}
    gaps = np.asarray(np.isnan(table.values).any(axis=0))
    columns = [column for column, name in enumerate(pair.attributes) if gaps[place[name]]]
    if not columns:
        return None
    read = [side.take_columns([place[pair.attributes[column]] for column in columns]) for side in sides]
    return Refilling(
        columns=np.array(columns, dtype=np.intp),
        table=read[0 if is_left else 1],
        rule=fit_missing(read[0], read[1], pair.preparation.missing, tuple(codes[column] for column in columns)),
        other=np.ascontiguousarray(cells[1 if is_left else 0][columns]),
        is_left=is_left,
        codes=tuple(codes[column] for column in columns),
        scale=pair.preparation.scale,
    )
