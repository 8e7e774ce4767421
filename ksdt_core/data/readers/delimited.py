"""Tables written as text, one row a line: comma, semicolon, tab, bar or blank between the cells."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from ksdt_core.data.readers.cells import MISSING_MARKERS
from ksdt_core.data.readers.codes import merged_texts
from ksdt_core.data.readers.doubtful import doubtful_columns
from ksdt_core.data.readers.frames import MANY_COLUMNS, check_names
from ksdt_core.data.readers.layout import Layout, find_layout, not_text, ragged, rows_of
from ksdt_core.data.readers.padding import drop_padding
from ksdt_core.data.readers.parts import parse_in_parts
from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.data.readers.target import find_target
from ksdt_core.data.readers.turning import class_line, labels_of_line, names_are_classes, turned_table
from ksdt_core.errors import InvalidDataError

SCAN_BYTES = 1 << 24
NOT_BLANK = re.compile(rb"\S")


def read(data: bytes, options: ReadOptions) -> Table:
    """The cells of a text table: numbers where a whole column is numeric, else the text as written.

    The parser of pandas decides which columns are numeric; the class column is read as text, and so is a column of
    True and False, which pandas would turn into logical values.
    """
    if not NOT_BLANK.search(data):
        raise InvalidDataError("empty-table", where=options.where)
    if b"\r" in data and b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    layout = find_layout(data, options.where)
    options.limits.check_columns(len(layout.names), options.where)
    at = find_target(layout.names, options.target)
    if at == 0 and names_are_classes(layout.names):
        return _turned(data, layout, options, layout.names[1:])
    line = class_line(data, layout, options.target) if at is None else None
    if line is not None:
        labels = labels_of_line(data, layout, line)
        return _turned(data[: line[0]] + data[line[1] :], layout, options, labels)
    check_names([name for name in layout.names if name.strip()], options.where)
    frame = parse(data, layout, options, text_at=at)
    frame.columns = pd.Index(layout.names)
    return drop_padding(Table(frame, notes=layout.notes), options)


def _turned(data: bytes, layout: Layout, options: ReadOptions, labels: Sequence[str]) -> Table:
    """A table with cases in columns, without the line that gives their classes."""
    body = parse(data, layout, options, text_at=0)
    # Whether two texts of an attribute are one number is seen along the lines, not in the columns.
    if not all(isinstance(dtype, np.dtype) for dtype in body.dtypes.iloc[1:]) or doubtful_columns(data, layout) - {0}:
        body = parse_texts(data, layout, options)
    return turned_table(body, labels, options, notes=layout.notes)


def parse(data: bytes, layout: Layout, options: ReadOptions, *, text_at: int | None) -> pd.DataFrame:
    """The cells below the column names, columns numbered; the column `text_at` as text."""
    n_columns = len(layout.names)
    # A type for one column slows pandas down when there are thousands: there the class is read again if need be.
    typed = text_at is not None and n_columns <= MANY_COLUMNS
    frame = _parse_in_parts(data, layout, options, text_at) if text_at is not None else None
    if frame is None:
        frame = _parse(data, layout, options, dtype={text_at: "str"} if typed else None)
    options.limits.check_rows(len(frame), options.where)
    options.limits.check_cells(len(frame), n_columns, options.where)
    if len(frame) and frame.iloc[:, -1].isna().any():
        check_row_lengths(data, layout, options.where)
    again = [position for position, dtype in enumerate(frame.dtypes) if _is_interpreted(dtype)]
    if text_at is not None and not typed and not isinstance(frame.dtypes.iloc[text_at], pd.StringDtype):
        again = sorted({*again, text_at})
    # What is said in numbers alone: texts are looked at when all of a column are known.
    kinds = [isinstance(dtype, np.dtype) and dtype.kind in "iuf" for dtype in frame.dtypes]
    doubtful = {column for column in doubtful_columns(data, layout) if kinds[column]}.difference(again)
    if again or doubtful:
        wanted = sorted(doubtful.union(again))
        texts = _parse(data, layout, options, dtype="str", usecols=wanted)
        for position in wanted:
            if position not in doubtful or merged_texts(texts[position].dropna().unique()) is not None:
                frame.isetitem(position, texts[position].array)
    return frame


def _is_interpreted(dtype: object) -> bool:
    """Whether pandas made logical values, or a mixture of objects, of what was written."""
    return isinstance(dtype, np.dtype) and dtype.kind in "bO"


def parse_texts(data: bytes, layout: Layout, options: ReadOptions) -> pd.DataFrame:
    """All cells as written."""
    return _parse(data, layout, options, dtype="str")


def _parse_in_parts(data: bytes, layout: Layout, options: ReadOptions, text_at: int) -> pd.DataFrame | None:
    def parse_part(stream: io.BytesIO, dtype: dict[int, str]) -> pd.DataFrame:
        return _read_csv(stream, layout, header=None, dtype=dtype)

    most_rows = options.limits.rows_of(len(layout.names))
    return parse_in_parts(data, layout, text_at=text_at, most_rows=most_rows, parse=parse_part)


def _parse(data: bytes, layout: Layout, options: ReadOptions, **more: Any) -> pd.DataFrame:
    stream = io.BytesIO(data)
    stream.seek(layout.start)
    most_rows = options.limits.rows_of(len(layout.names))
    if data.count(b"\n") > most_rows:
        more["nrows"] = most_rows + 1  # one too many, so that the caller refuses the table
    try:
        return _read_csv(stream, layout, header=0, **more)
    except (pd.errors.ParserError, pd.errors.EmptyDataError, ValueError, OverflowError) as error:
        reason = " ".join(str(error).removeprefix("Error tokenizing data. C error: ").split()).rstrip(".")
        raise InvalidDataError("uneven-rows", where=options.where, reason=reason) from None


def _read_csv(stream: io.BytesIO, layout: Layout, **more: Any) -> pd.DataFrame:
    frame: pd.DataFrame = pd.read_csv(
        stream,
        sep=layout.separator,
        decimal=layout.decimal,
        names=list(range(len(layout.names))),
        keep_default_na=False,
        na_values=sorted(MISSING_MARKERS),
        low_memory=False,
        encoding="utf-8",
        **more,
    )
    return frame


def check_row_lengths(data: bytes, layout: Layout, where: str) -> None:
    """No row is shorter than the column names (pandas would fill it up with missing cells)."""
    n_columns = len(layout.names)
    plain = b'"' not in data and layout.start == 0
    if plain and min(_plain_lengths(data, layout.separator)[1:], default=0) >= n_columns:
        return
    # The line of names may itself be one short: row names have none, nor has what follows a separator at the end.
    try:
        for row, cells in enumerate(rows_of(data, layout.separator, layout.start)):
            if row and len(cells) < n_columns:
                raise ragged(where, row, len(cells), n_columns)
    except csv.Error as error:
        raise not_text(where, error) from None


def _plain_lengths(data: bytes, separator: str) -> list[int]:
    """Cells in each line that is not empty, of a text without quotes."""
    lengths: list[int] = []
    start = 0
    while start < len(data):
        end = data.find(b"\n", start + SCAN_BYTES)
        end = len(data) if end < 0 else end + 1
        part = np.frombuffer(data, dtype=np.uint8, count=end - start, offset=start)
        ends = np.flatnonzero(part == ord("\n"))
        if ends.size == 0 or ends[-1] != part.size - 1:
            ends = np.append(ends, part.size)
        n_separators = np.diff(np.searchsorted(np.flatnonzero(part == ord(separator)), ends), prepend=0)
        n_characters = np.diff(ends, prepend=-1) - 1
        lengths += (n_separators[n_characters > 0] + 1).tolist()
        start = end
    return lengths
