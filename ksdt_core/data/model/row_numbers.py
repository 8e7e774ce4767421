"""Rows by the numbers that they have in the tables as people see them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair

Rows = NDArray[np.intp]


def table_row_numbers(pair: DatasetPair, matched_rows: tuple[Rows, Rows] | None = None) -> tuple[Rows, Rows]:
    """For each row of both domains its number in the table that was read, the first row being 1.

    Rows with missing cells may have been dropped on the way. `matched_rows` gives for each row of `pair.matched` its
    place in that table, where rows were held out.
    """
    left, right = (_numbers(pair, side, None if matched_rows is None else matched_rows[side]) for side in (0, 1))
    return left, right


def _numbers(pair: DatasetPair, side: int, matched_rows: Rows | None) -> Rows:
    domain, table = ((pair.left, pair.matched.left), (pair.right, pair.matched.right))[side]
    places = np.arange(table.n_rows, dtype=np.intp) if matched_rows is None else matched_rows
    kept = places if domain.n_rows == table.n_rows else places[~np.isnan(table.values).any(axis=1)]
    return kept + 1
