"""Excel workbooks (.xlsx), by openpyxl; formulas count with the values the workbook stores for them."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from ksdt_core.data.cells import listed
from ksdt_core.data.readers.excel_formulas import formula_notes
from ksdt_core.data.readers.padding import drop_padding
from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.data.readers.unpacking import DAMAGE, damaged_workbook
from ksdt_core.errors import InvalidDataError, KsdtError

MAGIC = b"PK\x03\x04"


def recognise(data: bytes) -> bool:
    """Whether this is a zip archive with a workbook in it."""
    if not data.startswith(MAGIC):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except DAMAGE:
        return False


def sheet_names(data: bytes) -> tuple[str, ...]:
    """The sheets of a workbook; none where this is not a workbook that can be opened."""
    from openpyxl import load_workbook

    if not recognise(data):
        return ()
    try:
        return tuple(load_workbook(io.BytesIO(data), read_only=True, keep_links=False).sheetnames)
    except DAMAGE:  # reading it says what is wrong
        return ()


def read(data: bytes, options: ReadOptions) -> Table:
    """The cells of one sheet; its first row that is not empty holds the column names."""
    from openpyxl import load_workbook

    try:
        workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        rows, notes = _sheet(workbook, data, options)
    except KsdtError:
        raise
    except Exception as error:  # a damaged workbook makes the library fail in many ways
        raise damaged_workbook(options.where) from error
    if not rows:
        if options.sheet is None:
            raise InvalidDataError(f"{options.where} has no cells in any of its sheets; put the table into one.")
        raise InvalidDataError(f"{options.where} has no cells in sheet {options.sheet!r}; name another with --sheet.")
    width = max(len(row) for row in rows)
    names = ["" if name is None else str(_plain(name)) for name in _padded(rows[0], width)]
    cells = [[_plain(cell) for cell in _padded(row, width)] for row in rows[1:]]
    frame = pd.DataFrame(cells, columns=pd.Index(names, dtype=object), dtype=object)
    return drop_padding(Table(_with_numbers(frame), notes=notes), options)


def _sheet(workbook: Any, data: bytes, options: ReadOptions) -> tuple[list[Sequence[Any]], tuple[str, ...]]:
    """The rows of the sheet asked for, or of the first with cells, without empty rows around them."""
    names = workbook.sheetnames
    if options.sheet is not None and options.sheet not in names:
        raise InvalidDataError(
            f"{options.where} has no sheet {options.sheet!r}; choose one of {listed(names)} with --sheet."
        )
    for name in names if options.sheet is None else [options.sheet]:
        sheet = workbook[name]
        if not hasattr(sheet, "iter_rows"):
            continue
        sheet.reset_dimensions()  # a workbook may say that it ends before its last cell
        rows = _rows(sheet.iter_rows(values_only=True), options)
        if rows:
            others = [other for other in names if other != name]
            note = f"read sheet {name!r}; the workbook also has {listed(others)}"
            notes = (note,) if others and options.sheet is None else ()
            return rows, notes + (formula_notes(data, sheet._worksheet_path) if _has_gaps(rows) else ())
    return [], ()


def _has_gaps(rows: Sequence[Sequence[Any]]) -> bool:
    width = max(len(row) for row in rows)
    return any(len(row) < width or None in row for row in rows)


def _rows(rows: Iterable[Sequence[Any]], options: ReadOptions) -> list[Sequence[Any]]:
    kept: list[Sequence[Any]] = []
    for row in rows:
        used = len(row)
        while used and row[used - 1] is None:
            used -= 1
        if used:
            options.limits.check_columns(used, options.where)
            kept.append(row[:used])
            options.limits.check_rows(len(kept) - 1, options.where)
    return kept


def _padded(row: Sequence[Any], width: int) -> list[Any]:
    return [*row, *([None] * (width - len(row)))]


def _plain(cell: Any) -> Any:
    """Numbers as they are, dates as people write them, everything else as text."""
    if cell is None or (isinstance(cell, (int, float)) and not isinstance(cell, bool)):
        return cell
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    if isinstance(cell, (datetime.datetime, datetime.date, datetime.time)):
        return cell.isoformat()
    return str(cell)


def _with_numbers(frame: pd.DataFrame) -> pd.DataFrame:
    """Columns that hold only numbers and gaps as numbers, so that they need not be read as text."""
    for position in range(frame.shape[1]):
        column = frame.iloc[:, position]
        if not any(isinstance(cell, str) for cell in column) and column.notna().any():
            frame.isetitem(position, pd.to_numeric(column, errors="coerce").array)
    return frame
