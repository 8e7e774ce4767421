"""Excel workbooks (.xlsx), by openpyxl; formulas count with the values the workbook stores for them."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from types import NoneType
from typing import IO, Any

import pandas as pd

from ksdt_core.data.readers.codes import EXACT
from ksdt_core.data.readers.padding import drop_padding
from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.data.readers.unpacking import DAMAGE, damaged_workbook
from ksdt_core.errors import InvalidDataError, KsdtError, Remedy
from ksdt_core.text import counted, listed

MAGIC = b"PK\x03\x04"
MOST_EMPTY_ROWS = 1_048_576  # as many as a sheet of Excel has; a few bytes can say that there are far more
MOST_BLANK_CELLS = 20_000_000  # in empty rows, and before the last cell of others


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
    if not recognise(data):
        return ()
    from openpyxl import load_workbook  # late: it takes a third of a second, and most tables are no workbooks

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
            raise InvalidDataError("empty-workbook", where=options.where)
        raise InvalidDataError("empty-sheet", where=options.where, sheet=options.sheet, remedies=(Remedy("sheet"),))
    width = max(len(row) for row in rows)
    names = ["" if name is None else str(_plain(name)) for name in _padded(rows[0], width)]
    columns = zip_longest(*rows[1:]) if len(rows) > 1 else [()] * width
    frame = pd.DataFrame(dict(enumerate(map(_column, columns))), columns=range(width))
    frame.columns = pd.Index(names, dtype=object)
    return drop_padding(Table(frame, notes=notes), options)


def _sheet(workbook: Any, data: bytes, options: ReadOptions) -> tuple[list[Sequence[Any]], tuple[str, ...]]:
    """The rows of the sheet asked for, or of the first with cells, without empty rows around them."""
    names = workbook.sheetnames
    if options.sheet is not None and options.sheet not in names:
        raise InvalidDataError(
            "unknown-sheet", where=options.where, sheet=options.sheet, sheets=tuple(names), remedies=(Remedy("sheet"),)
        )
    blanks = _Blanks(options.where)
    for name in names if options.sheet is None else [options.sheet]:
        sheet = workbook[name]
        if not hasattr(sheet, "iter_rows"):
            continue
        sheet.reset_dimensions()  # a workbook may say that it ends before its last cell
        rows = _rows(sheet.iter_rows(values_only=True), options, blanks)
        if rows:
            others = [other for other in names if other != name]
            note = f"read sheet {name!r}; the workbook also has {listed(others)}"
            notes = (note,) if others and options.sheet is None else ()
            return rows, notes + (formula_notes(data, sheet._worksheet_path) if _has_gaps(rows) else ())
    return [], ()


def _has_gaps(rows: Sequence[Sequence[Any]]) -> bool:
    width = max(len(row) for row in rows)
    return any(len(row) < width or None in row for row in rows)


@dataclass(slots=True)
class _Blanks:
    """The empty rows and blank cells of a workbook so far, which cost time and give nothing."""

    where: str
    n_rows: int = 0
    n_cells: int = 0

    def add(self, n_cells: int, n_rows: int = 0) -> None:
        self.n_rows += n_rows
        self.n_cells += n_cells
        if self.n_rows > MOST_EMPTY_ROWS or self.n_cells > MOST_BLANK_CELLS:
            raise InvalidDataError("too-many-blanks", where=self.where, rows=MOST_EMPTY_ROWS, cells=MOST_BLANK_CELLS)


def _rows(rows: Iterable[Sequence[Any]], options: ReadOptions, blanks: _Blanks) -> list[Sequence[Any]]:
    """The rows with a cell, cut behind the last one."""
    kept: list[Sequence[Any]] = []
    width = 0
    for row in rows:
        used = len(row)
        while used and row[used - 1] is None:
            used -= 1
        if used:
            options.limits.check_columns(used, options.where)
            kept.append(row[:used])
            blanks.add(row.count(None))
            options.limits.check_rows(len(kept) - 1, options.where)
            width = max(width, used)
            options.limits.check_cells(len(kept) - 1, width, options.where)  # short rows are filled up
        else:
            blanks.add(len(row), n_rows=1)
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


def _column(cells: Sequence[Any]) -> Any:
    """A column that holds only numbers and gaps as numbers, so that it need not be read as text."""
    kinds = set(map(type, cells))  # the kinds of cell are few: asking each cell would take long
    if not kinds <= {int, float, NoneType}:
        return pd.array([None if cell is None else _plain(cell) for cell in cells], dtype=object)
    if int in kinds and any(type(cell) is int and abs(cell) > EXACT for cell in cells):
        return pd.array([None if cell is None else str(cell) for cell in cells], dtype=object)  # numbers would round
    column = pd.Series(cells, dtype=object)
    is_empty = kinds <= {NoneType}
    return (column if is_empty else pd.to_numeric(column, errors="coerce")).array


_FORMULA = re.compile(
    rb"<(?:\w+:)?c\s([^<>]*)>\s*<(?:\w+:)?f(?:\s[^<>]*)?(?:/>|>[^<]*</(?:\w+:)?f>)\s*"  # a cell, and its formula
    rb"(<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"  # with an empty value, or none
)
_CELL_END = re.compile(rb"</(?:\w+:)?c>")
_PLACE = re.compile(rb"\br=[\"']([A-Z]+)(\d+)")
_TEXT = re.compile(rb"\bt=[\"']str[\"']")  # the value is a text, and an empty one is a value
_PART = 1 << 20  # bytes of a sheet that are looked at together; a formula has 8,192 letters at most


def formula_notes(data: bytes, sheet: str) -> tuple[str, ...]:
    """What to tell of the sheet at this place in the workbook; nothing where every formula has its value."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(sheet.lstrip("/")) as stream:
        places = [
            _PLACE.search(cell[1])
            for text in _whole_cells(stream)
            for cell in _FORMULA.finditer(text)
            if not (cell[2] and _TEXT.search(cell[1]))
        ]
    cells = [(place[1].decode(), place[2].decode()) for place in places if place is not None]
    if not cells:
        return ()
    columns = listed(dict.fromkeys(column for column, _ in cells))
    lost = counted(len(cells), "formula", "formulas")
    return (
        f"the workbook has no stored value for {lost} (column {columns}; the first is {''.join(cells[0])}), which "
        "are treated as missing; open it in a spreadsheet program and save it to store the values",
    )


def _whole_cells(stream: IO[bytes]) -> Iterator[bytes]:
    """The text of a sheet in parts, none of which cuts a cell in two."""
    left = b""
    while part := stream.read(_PART):
        text = left + part
        ends = [end.end() for end in _CELL_END.finditer(text)]
        cut = ends[-1] if ends else 0
        yield text[:cut]
        left = text[cut:][-_PART:]  # what is longer is not a cell with a formula
