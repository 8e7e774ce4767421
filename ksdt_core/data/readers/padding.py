"""What programs add around a table: row numbers, unnamed empty columns, empty rows."""

from __future__ import annotations

from typing import Any

import pandas as pd

from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.data.readers.target import find_target
from ksdt_core.text import counted

UNNAMED = ("", "Unnamed: 0")


def drop_padding(table: Table, options: ReadOptions) -> Table:
    """The table without row names, unnamed empty columns and rows with no cell at all."""
    frame, notes = table.frame, list(table.notes)
    names = [str(name) for name in frame.columns]
    unnamed = [position for position, name in enumerate(names) if name.strip() in UNNAMED]
    dropped = [position for position in unnamed if frame.iloc[:, position].isna().all()]
    if unnamed and unnamed[0] == 0 and 0 not in dropped and _are_row_names(frame.iloc[:, 0], names[0]):
        dropped.insert(0, 0)
        notes.append("the first column has row names or row numbers and was excluded")
    if dropped and len(dropped) < len(names):
        keep = [position for position in range(len(names)) if position not in set(dropped)]
        frame = frame.iloc[:, keep]
    at = find_target([str(name) for name in frame.columns], options.target)
    if at is not None and len(frame) and frame.iloc[:, at].isna().any():
        empty = frame.isna().all(axis=1)
        if empty.any() and not empty.all():
            frame = frame.loc[~empty].reset_index(drop=True)
            notes.append(f"{counted(int(empty.sum()), 'empty row was', 'empty rows were')} excluded")
    return Table(frame, table.offered, table.marked, tuple(notes))


def _are_row_names(column: pd.Series[Any], name: str) -> bool:
    """Whether an unnamed first column only counts or names the rows."""
    if column.isna().any() or not column.is_unique:
        return False
    if pd.api.types.is_integer_dtype(column.dtype):
        return bool((column.diff().iloc[1:] == 1).all()) and int(column.iloc[0]) in (0, 1)
    return name == "" and not pd.api.types.is_numeric_dtype(column.dtype)
