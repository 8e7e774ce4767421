"""Integer codes: numbers that name a state (sex 0/1, chest pain 1 to 4) rather than measure one.

A numeric attribute holds codes when it has at most `MOST_CODES` distinct values over both tables together, all of them
whole numbers, and at least two of them present in both tables. Codes keep their values under any scale, so that a
threshold means the same codes in both tables.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.settled import Codes

MOST_CODES: Final = 10
FEWEST_SHARED: Final = 2
_FIRST_ROWS: Final = 64  # enough to see that most columns of whole numbers have too many values

Column = NDArray[np.float64]


def code_values(left: Column, right: Column) -> tuple[float, ...] | None:
    """The values of one numeric attribute in both tables where they are codes, else None; missing cells are ignored.

    >>> code_values(np.array([1.0, 2, 2, np.nan]), np.array([1.0, 2, 4]))
    (1.0, 2.0, 4.0)
    >>> code_values(np.array([1.0, 2]), np.array([3.0, 4])) is None
    True
    """
    of_left, of_right = (np.unique(column[~np.isnan(column)]) for column in (left, right))
    values = np.union1d(of_left, of_right)
    if values.size > MOST_CODES or np.intersect1d(of_left, of_right).size < FEWEST_SHARED:
        return None
    return tuple(values.tolist()) if bool((values == np.floor(values)).all()) else None


def codes_of(left: Dataset, right: Dataset) -> Codes:
    """For each attribute of two matched tables its values where it holds codes, else None."""
    numeric = np.array([kind is None for kind in left.categories], dtype=bool)
    candidates = numeric & _may_be_codes(left.values) & _may_be_codes(right.values)
    return tuple(
        code_values(left.values[:, column], right.values[:, column]) if candidates[column] else None
        for column in range(left.n_attributes)
    )


def _may_be_codes(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Columns of whole numbers whose first rows have few distinct values: a quick look that never says no to codes."""
    first = values[:_FIRST_ROWS]
    few = np.isnan(first) | (first == np.floor(first))
    found = few.all(axis=0)
    ordered = np.sort(first[:, found], axis=0)
    steps = (ordered[1:] > ordered[:-1]).sum(axis=0)  # a missing cell is sorted last and adds no step
    found[found] = steps < MOST_CODES
    return np.asarray(found)
