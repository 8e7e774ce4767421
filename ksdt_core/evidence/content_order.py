"""An order of rows, columns and tables that follows from their content alone.

Shuffles are drawn in this order. So the same pair gets the same shuffles however its files list rows and columns,
whichever table is the left one and whatever the classes are called.

Columns and rows are given keys in turn, each from the keys of what it crosses; sums make a key independent of order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import kernel
from ksdt_core.evidence.shuffle_kernel import FIRST, SECOND, mixed

Keys = NDArray[np.uint64]
Cells = NDArray[np.float64]
Classes = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class ContentOrder:
    """Rows of each table in their own order, a key for each table and each column."""

    left_rows: NDArray[np.int64]
    right_rows: NDArray[np.int64]
    left_key: int
    right_key: int
    column_keys: Keys


def content_order(left: Cells, right: Cells, left_classes: Classes, right_classes: Classes) -> ContentOrder:
    """The order of two tables whose cells are given one attribute a row."""
    tables = [np.ascontiguousarray(cells + 0.0).view(np.uint64) for cells in (left, right)]  # −0 is 0
    row_keys = [np.zeros(cells.shape[1], dtype=np.uint64) for cells in tables]
    columns = _column_keys(tables, row_keys)
    for _ in range(2):
        for cells, keys in zip(tables, row_keys, strict=True):
            _key_rows(cells, columns, keys)
        columns = _column_keys(tables, row_keys)
    n_classes = int(max(left_classes.max(), right_classes.max())) + 1
    classes = np.zeros(n_classes, dtype=np.uint64)
    for keys, own in zip(row_keys, (left_classes, right_classes), strict=True):
        classes += _scrambled(_summed(keys, own, n_classes))
    sides = [
        (np.lexsort((classes[own], keys)).astype(np.int64), _table_key(keys, classes[own]))
        for keys, own in zip(row_keys, (left_classes, right_classes), strict=True)
    ]
    return ContentOrder(sides[0][0], sides[1][0], sides[0][1], sides[1][1], columns)


def _column_keys(tables: list[Keys], row_keys: list[Keys]) -> Keys:
    total = np.zeros(tables[0].shape[0], dtype=np.uint64)
    for cells, keys in zip(tables, row_keys, strict=True):
        own = np.zeros_like(total)
        _key_columns(cells, keys, own)
        total += _scrambled(own)
    return total


def _table_key(rows: Keys, classes: Keys) -> int:
    return int(_scrambled(rows + _scrambled(classes)).sum(dtype=np.uint64))


def _summed(keys: Keys, classes: Classes, n_classes: int) -> Keys:
    return np.array([_scrambled(keys[classes == c]).sum(dtype=np.uint64) for c in range(n_classes)], dtype=np.uint64)


def _scrambled(words: Keys) -> Keys:
    made = np.empty_like(words)
    _scramble(words, made)
    return made


@kernel
def _scramble(words: Any, made: Any) -> None:
    for position in range(words.size):
        made[position] = mixed(words[position] * FIRST + SECOND)


@kernel
def _key_rows(cells: Any, columns: Any, keys: Any) -> None:
    keys[:] = 0
    for j in range(cells.shape[0]):
        for row in range(cells.shape[1]):
            keys[row] += mixed(cells[j, row] * FIRST + columns[j])


@kernel
def _key_columns(cells: Any, rows: Any, keys: Any) -> None:
    for j in range(cells.shape[0]):
        for row in range(cells.shape[1]):
            keys[j] += mixed(cells[j, row] * SECOND + rows[row])
