"""Missing cells: refuse them, fill them, or omit the rows or columns that have them.

What to put in is learned from training rows alone and can then be applied to other rows of the same table, whose
classes it never looks at.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import Missing
from ksdt_core.data.model.settled import Codes
from ksdt_core.errors import InvalidDataError, Remedy

Matrix = NDArray[np.float64]
TREATMENTS = tuple(Remedy("missing", way) for way in ("common", "class-common", "drop-rows", "drop-columns"))


@dataclass(frozen=True, slots=True, eq=False)
class MissingRule:
    """How missing cells of a pair are treated; the two tables are the rows it learns from."""

    missing: Missing
    columns: tuple[int, ...]  # columns that stay
    left: Dataset
    right: Dataset
    codes: Codes = ()  # for each column of the tables its codes, where it holds codes; a median of codes means nothing

    def is_measured(self, column: int) -> bool:
        """Whether a column holds numbers that measure something, rather than codes or categories."""
        return self.left.categories[column] is None and (not self.codes or self.codes[column] is None)


@dataclass(frozen=True, slots=True, eq=False)
class Completed:
    """Cells of a table with none missing, the rows they came from, and how many were filled."""

    values: Matrix
    rows: NDArray[np.intp]
    n_filled: int


def fit_missing(left: Dataset, right: Dataset, missing: Missing, codes: Codes = ()) -> MissingRule:
    """Learn from the rows of the two tables what to do with missing cells; `codes` are those of their columns."""
    if missing == "fail":
        _refuse(left, right)
    columns = tuple(range(left.n_attributes))
    if missing == "drop-columns":
        gaps = np.isnan(left.values).any(axis=0) | np.isnan(right.values).any(axis=0)
        columns = tuple(np.flatnonzero(~gaps).tolist())
        if not columns:
            raise InvalidDataError(
                "no-complete-attribute", tables=(left.name, right.name), remedies=(Remedy("missing", "common"),)
            )
    return MissingRule(missing, columns, left, right, codes)


def complete(training: Dataset, rule: MissingRule) -> Completed:
    """The rows of a table that the rule learns from, with no cell missing."""
    return _complete(training, rule, training, use_classes=rule.missing == "class-common")


def complete_held_out(table: Dataset, rule: MissingRule, training: Dataset) -> Completed:
    """Rows that the rule does not learn from: filled with the training rows' common value, whatever their class.

    Under drop-rows a held-out row with a missing cell is omitted, as it would be in training. Under drop-columns a
    column that happened to be complete in training stays, and its missing cells are filled.
    """
    return _complete(table, rule, training, use_classes=False)


def _complete(table: Dataset, rule: MissingRule, training: Dataset, *, use_classes: bool) -> Completed:
    values = _columns(table.values, rule.columns)
    gaps = np.isnan(values)
    if not gaps.any():
        return Completed(values, np.arange(table.n_rows, dtype=np.intp), 0)
    if rule.missing == "drop-rows":
        rows = np.flatnonzero(~gaps.any(axis=1))
        return Completed(np.asfortranarray(values[rows]), rows, 0)
    filled = np.array(values, order="F")
    for position in np.flatnonzero(gaps.any(axis=0)).tolist():
        column, holes = rule.columns[position], gaps[:, position]
        if use_classes:
            filled[holes, position] = _class_values(training, column, rule)[table.classes[holes]]
        else:
            filled[holes, position] = _common_value(training, column, rule)
    return Completed(filled, np.arange(table.n_rows, dtype=np.intp), int(gaps.sum()))


def _columns(values: Matrix, columns: tuple[int, ...]) -> Matrix:
    if len(columns) == values.shape[1]:
        return np.asfortranarray(values)
    return np.asfortranarray(values[:, list(columns)])


def _refuse(left: Dataset, right: Dataset) -> None:
    if left.n_missing or right.n_missing:
        raise InvalidDataError(
            "missing-values",
            left=left.name,
            right=right.name,
            left_missing=left.n_missing,
            right_missing=right.n_missing,
            remedies=TREATMENTS,
        )


def _common_value(table: Dataset, column: int, rule: MissingRule) -> float:
    """The median of a numeric column, the most common value of a categorical one and of codes."""
    common = common_cell(table.values[:, column], rule.is_measured(column))
    if np.isnan(common):
        raise InvalidDataError(
            "nothing-to-fill-with",
            table=table.name,
            column=table.attributes[column],
            remedies=(Remedy("missing", "drop-columns"),),
        )
    return common


def _class_values(table: Dataset, column: int, rule: MissingRule) -> NDArray[np.float64]:
    """For each class the common value of its rows, and that of the table where the class has none."""
    everywhere = _common_value(table, column, rule)
    cells, measured = table.values[:, column], rule.is_measured(column)
    within = [common_cell(cells[table.classes == position], measured) for position in range(len(table.class_names))]
    return np.array([everywhere if np.isnan(value) else value for value in within])


def common_cell(cells: NDArray[np.float64], numeric: bool) -> float:
    """The median, or the most common value (of equally common ones the first); NaN if there is none."""
    known = cells[~np.isnan(cells)]
    if known.size == 0:
        return float("nan")
    if numeric:
        return float(np.median(known))
    values, counts = np.unique(known, return_counts=True)
    return float(values[counts.argmax()])
