"""Long text tables, parsed in parts on several threads.

pandas parses a long text faster in parts that stay near the processor, and several parts at a time. The cells of all
parts go straight into one array, so that no table as differs as the file is put together and copied again.

The answer is that of parsing the whole text at once, or none: where parts could differ from the whole in any cell or
error, the caller parses the whole.
"""

from __future__ import annotations

import codecs
import csv
import io
import itertools
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ksdt_core.compiled import is_compiled
from ksdt_core.data.readers.cells import MISSING_MARKERS, is_missing, is_number
from ksdt_core.data.readers.layout import SAMPLE_ROWS, Layout, rows_of
from ksdt_core.data.readers.padding import UNNAMED
from ksdt_core.data.readers.plain_kernel import EXACT, POWERS, read_plain
from ksdt_core.data.readers.threads import n_threads

LEAST_BYTES = 1 << 23  # below, one pass is as quick
PART_BYTES = 1 << 22
MOST_COLUMNS = 1000  # each part costs pandas some time a column
MOST_TEXTS = 16  # columns of text for which the compiled loop has room
WORTH_COMPILING = 1 << 27  # bytes that the compiled loop reads in much less time than pandas, even if compiled first
MINUS_ZERO = re.compile(rb"-0+(?![0-9.])")  # the same as 0 among whole numbers only
_TEXT: Any = pd.StringDtype(na_value=np.nan)
_NO_TEXT = pa.scalar(None, pa.large_string())
_MISSING = pa.array(sorted(MISSING_MARKERS), pa.large_string())

Mask = NDArray[np.bool_]
PartParser = Callable[[io.BytesIO, dict[int, str]], pd.DataFrame]
"""Parses a text without a line of names; the columns in the mapping are read as text."""


class _Differs(Exception):
    """A part cannot be parsed, or could be understood otherwise than within the whole."""


@dataclass(frozen=True, slots=True, eq=False)
class _Work:
    """What the threads share; each writes to its own rows."""

    data: bytes
    bounds: Sequence[int]  # byte at which each part starts, and the end
    starts: Sequence[int]  # row at which each part starts, and the number of rows
    signs: tuple[int, int]  # between cells, and before decimals
    texts: tuple[int, ...]  # columns read as text
    numbers: tuple[int, ...]  # the other columns
    cells: NDArray[np.float64]  # (n_rows, len(numbers)), one column after the other
    quick: bool  # whether to try the compiled loop first

    @property
    def text_at(self) -> NDArray[np.intp]:
        """For each column its place among those read as text, −1 for the others."""
        places = np.full(len(self.texts) + len(self.numbers), -1, dtype=np.intp)
        places[list(self.texts)] = np.arange(len(self.texts))
        return places


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    texts: list[Any]  # cells of each column read as text
    whole: Mask  # columns of whole numbers
    differs: Mask  # columns of whole numbers that would be others if read as numbers with decimals


def parse_in_parts(
    data: bytes, layout: Layout, *, text_at: int, most_rows: int, parse: PartParser
) -> pd.DataFrame | None:
    """The cells below the line of names, columns numbered; None where the whole must be parsed at once.

    The column `text_at` is read as text, and so are others that start so. `most_rows` is what may be read of a table.
    """
    n_columns = len(layout.names)
    if len(data) - layout.start < LEAST_BYTES or n_columns > MOST_COLUMNS:
        return None
    try:
        bounds = _bounds(data, layout)
        starts = [0, *itertools.accumulate(_n_lines(data, *part) for part in itertools.pairwise(bounds))]
        # As many lines of all columns would be longer than the text: some are empty or short.
        if starts[-1] > most_rows or starts[-1] * n_columns > len(data):
            return None
        texts = tuple(sorted({text_at, *_columns_of_text(data, layout)}))
        numbers = tuple(column for column in range(n_columns) if column not in texts)
        cells = np.empty((starts[-1], len(numbers)), order="F")
        quick = len(texts) <= MOST_TEXTS and (len(data) >= WORTH_COMPILING or is_compiled(read_plain))
        work = _Work(data, bounds, starts, (ord(layout.separator), ord(layout.decimal)), texts, numbers, cells, quick)
        n_parts = len(bounds) - 1
        with ThreadPoolExecutor(n_threads(n_parts)) as threads:
            parts = list(threads.map(lambda part: _read(work, part, parse), range(n_parts)))
        return _joined(work, parts, layout)
    except (_Differs, csv.Error, pd.errors.ParserError, pd.errors.EmptyDataError, ValueError, OverflowError):
        return None


def _bounds(data: bytes, layout: Layout) -> list[int]:
    """Where parts start, each at the start of a line, and where the last ends.

    Should a line end stand within quotes the part before it ends within them, which is an error of the parser.
    """
    first = data.find(b"\n", layout.start) + 1
    names = tuple(next(rows_of(data[layout.start : first], layout.separator), ()))
    # Of names over several lines this would be the first of these; row names and what ends a line may have no name.
    if names not in (layout.names, layout.names[1:], layout.names[:-1]):
        raise _Differs
    bounds = [first]
    while bounds[-1] < len(data):
        end = data.find(b"\n", bounds[-1] + PART_BYTES)
        bounds.append(len(data) if end < 0 else end + 1)
    # The parser skips a byte order mark at the start of a text, and only there.
    if len(bounds) < 3 or any(data.startswith(codecs.BOM_UTF8, bound) for bound in bounds):
        raise _Differs
    return bounds


def _n_lines(data: bytes, start: int, end: int) -> int:
    return data.count(b"\n", start, end) + (not data.endswith(b"\n", start, end))


def _columns_of_text(data: bytes, layout: Layout) -> set[int]:
    """Columns with a cell among the first rows that is not a number."""
    found: set[int] = set()
    for row in itertools.islice(rows_of(data, layout.separator, layout.start), 1, SAMPLE_ROWS):
        if len(row) > len(layout.names):
            raise _Differs
        for column, cell in enumerate(row):
            if column not in found and not is_number(cell.replace(layout.decimal, ".")) and not is_missing(cell):
                found.add(column)
    return found


def _read(work: _Work, part: int, parse: PartParser) -> _Part:
    """Read one part and put its numbers where they belong."""
    plain = _plain(work, part) if work.quick else None
    return plain if plain is not None else _parsed(work, part, parse)


def _plain(work: _Work, part: int) -> _Part | None:
    """Read a part that holds nothing but plain numbers and texts; None where it holds more."""
    start, end = work.bounds[part], work.bounds[part + 1]
    cells = work.cells[work.starts[part] : work.starts[part + 1]]
    offsets = np.zeros((len(work.texts), len(cells) + 1), dtype=np.int64)
    letters = np.empty((len(work.texts), end - start), dtype=np.uint8)
    whole, minus_zero = np.empty((2, len(work.numbers)), dtype=bool)
    data = np.frombuffer(work.data, dtype=np.uint8)
    if not read_plain(
        data, start, end, work.signs, work.text_at, POWERS, cells, offsets, letters, whole, minus_zero
    ):  # fmt: skip
        return None
    minus_zero &= whole
    cells[:, minus_zero] += 0.0  # among whole numbers there is but one zero
    return _Part([_texts(*column) for column in zip(offsets, letters, strict=True)], whole, minus_zero)


def _texts(offsets: NDArray[np.int64], letters: NDArray[np.uint8]) -> Any:
    """The texts of a column, missing where they say so."""
    texts = pa.LargeStringArray.from_buffers(offsets.size - 1, pa.py_buffer(offsets), pa.py_buffer(letters))
    known = pc.if_else(pc.is_in(texts, value_set=_MISSING), _NO_TEXT, texts)
    return _TEXT.__from_arrow__(known)


def _parsed(work: _Work, part: int, parse: PartParser) -> _Part:
    """Parse a part with pandas."""
    data = work.data[work.bounds[part] : work.bounds[part + 1]]
    frame = parse(io.BytesIO(data), dict.fromkeys(work.texts, "str"))
    cells = work.cells[work.starts[part] : work.starts[part + 1]]
    # Rows that are longer than the first make pandas take the first column for names; empty lines are no rows.
    if not isinstance(frame.index, pd.RangeIndex) or len(frame) != len(cells):
        raise _Differs
    whole, differs = np.zeros((2, len(work.numbers)), dtype=bool)
    for place, column in enumerate(work.numbers):
        numbers = frame[column].to_numpy()
        if numbers.dtype == np.int64:
            whole[place] = True
            differs[place] = numbers.min() < -EXACT or numbers.max() > EXACT
        elif numbers.dtype != np.float64:
            raise _Differs
        cells[:, place] = numbers
    if whole.any() and MINUS_ZERO.search(data):
        differs |= whole
    return _Part([frame[column].array for column in work.texts], whole, differs)


def _joined(work: _Work, parts: Sequence[_Part], layout: Layout) -> pd.DataFrame:
    """The columns of all parts."""
    whole = np.asarray(np.array([part.whole for part in parts]).all(axis=0))
    differs = np.asarray(np.array([part.differs for part in parts]).any(axis=0))
    if (differs & ~whole).any():
        raise _Differs
    frame = pd.DataFrame(work.cells, columns=list(work.numbers), copy=False)
    for place, column in enumerate(work.texts):
        pieces = [pd.Series(part.texts[place], copy=False) for part in parts]
        frame.insert(column, column, pd.concat(pieces, ignore_index=True).array)
    for place, column in enumerate(work.numbers):  # row numbers are known by being whole
        if whole[place] and layout.names[column].strip() in UNNAMED:
            frame.isetitem(column, work.cells[:, place].astype(np.int64))
    return frame
