"""Tables with attributes in rows and cases in columns: recognised by where the class stands, and turned."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from ksdt_core.data.readers.layout import Layout, rows_of
from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.data.readers.target import find_target
from ksdt_core.errors import InvalidDataError

TURNED = "attributes are in rows, so the table was transposed"


def class_line(data: bytes, layout: Layout, target: str) -> tuple[int, int] | None:
    """Where the one line starts and ends that gives the classes of a table with cases in columns."""
    start = rb"^[ \"]*" + re.escape(target.strip().encode()) + rb"[ \"]*" + re.escape(layout.separator.encode())
    found = re.compile(start, re.MULTILINE | re.IGNORECASE).finditer(data, layout.start)
    first, second = next(found, None), next(found, None)
    if first is None or second is not None:
        return None
    end = data.find(b"\n", first.start())
    return first.start(), len(data) if end < 0 else end + 1


def names_are_classes(names: Sequence[str]) -> bool:
    """Whether the line that starts with the class column's name continues with classes rather than with attributes."""
    n_cases, n_distinct = len(names) - 1, len(set(names[1:]))
    return 2 <= n_distinct <= n_cases / 2


def labels_of_line(data: bytes, layout: Layout, line: tuple[int, int]) -> list[str]:
    """The classes that a line gives, without the name that it starts with."""
    row = next(rows_of(data[line[0] : line[1]], layout.separator), [])
    return row[1:]


def turned_table(
    body: pd.DataFrame, labels: Sequence[Any], options: ReadOptions, *, notes: tuple[str, ...] = ()
) -> Table:
    """A table from cells whose first column names the attributes and whose other columns are cases."""
    n_cases = body.shape[1] - 1
    if len(labels) != n_cases:
        raise InvalidDataError("classes-of-columns", where=options.where, classes=len(labels), columns=n_cases)
    options.limits.check_columns(len(body), options.where)
    options.limits.check_rows(n_cases, options.where)
    frame = turned_cells(body.iloc[:, 1:], [str(name) for name in body.iloc[:, 0]])
    place = frame.shape[1]
    frame.insert(place, options.target, pd.Series(list(labels), dtype=object), allow_duplicates=True)
    return Table(frame, notes=(*notes, TURNED))


def turned_cells(cells: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Cells turned so that each row of them becomes a column; numbers stay numbers where all cells are."""
    plain = all(isinstance(dtype, np.dtype) and dtype.kind in "iuf" for dtype in cells.dtypes)
    matrix = cells.to_numpy(dtype=np.float64 if plain else object)
    return pd.DataFrame(matrix.T, columns=pd.Index(list(names), dtype=object))


def turn_frame(table: Table, options: ReadOptions) -> Table | None:
    """The table turned if its first column names a row after the class column, else None."""
    frame = table.frame
    if frame.shape[1] < 2 or len(frame) < 2:
        return None
    names = ["" if pd.isna(name) else str(name) for name in frame.iloc[:, 0]]
    at = find_target(names, options.target)
    if at is None:
        return None
    labels = frame.iloc[at, 1:].tolist()
    body = frame.drop(index=frame.index[at]).reset_index(drop=True)
    return turned_table(body, labels, options, notes=table.notes)
