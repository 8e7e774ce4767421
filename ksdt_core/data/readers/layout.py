"""How a text table is laid out: where it starts, what separates its cells, how it writes numbers."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ksdt_core.data.readers.cells import is_number
from ksdt_core.errors import InvalidDataError, Remedy

SEPARATORS = (",", ";", "\t", "|", " ")
ROW_NAME_SEPARATORS = ("\t", " ")
SAMPLE_ROWS = 50
SAMPLE_CELLS = 40_000
LONGEST_CELL = (1 << 31) - 1  # that the csv module can be told of on every system
DECLARED = re.compile(rb"sep=([,;|\t ])\s*", re.IGNORECASE)
COMMA_NUMBER = re.compile(r"\s*[+-]?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?\s*")
POINT_NUMBER = re.compile(r"\s*[+-]?[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?\s*")


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a text table."""

    start: int  # byte at which the line of column names starts
    separator: str
    decimal: str
    names: tuple[str, ...]  # as written, "" for a column of row names or after a separator at the end of each line
    notes: tuple[str, ...] = ()


def allow_cells(n_letters: int) -> None:
    """Let the csv module read cells of this length. Its limit holds for the process, so that it is only ever raised."""
    csv.field_size_limit(max(csv.field_size_limit(), min(n_letters, LONGEST_CELL)))


def not_text(where: str, error: csv.Error) -> InvalidDataError:
    """What is said of a text that the csv module does not read."""
    if "field limit" in str(error):
        return InvalidDataError(
            "unclosed-quote", where=where, limit=csv.field_size_limit(), remedies=(Remedy("max_cell"),)
        )
    return InvalidDataError("not-a-text-table", where=where, reason=str(error))


def open_text(data: bytes, start: int = 0) -> io.TextIOWrapper:
    """The text from a byte on, lines ending as they were written."""
    stream = io.BytesIO(data)
    stream.seek(start)
    return io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="")


def rows_of(data: bytes, separator: str, start: int = 0) -> Iterator[list[str]]:
    """The cells of each line that is not blank."""
    return (row for row in csv.reader(open_text(data, start), delimiter=separator) if any(map(str.strip, row)))


def find_layout(data: bytes, where: str) -> Layout:
    """Find out how a table is laid out from its first lines."""
    comments, start, declared = _first_lines(data)
    try:
        separator = declared or _find_separator(data, start)
        if comments and _is_header(data, comments[-1], start, separator):
            start = comments.pop()
        sample = _sample(data, separator, start)
    except csv.Error as error:
        raise not_text(where, error) from None
    notes = ("lines that start with # were skipped",) if comments else ()
    names, more = _names(sample, separator, where)
    decimal = _find_decimal(sample[1:], separator)
    if decimal == ",":
        more += ("numbers have a decimal comma",)
    return Layout(start, separator, decimal, names, notes + more)


def _first_lines(data: bytes) -> tuple[list[int], int, str | None]:
    """Where comment lines start, where the first other line starts, and a separator that the file declares."""
    comments: list[int] = []
    declared: str | None = None
    at = 0
    while at < len(data):
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end + 1
        line = data[at : min(end, at + 64)].strip(b" \r\n")
        found = DECLARED.fullmatch(data[at : min(end, at + 8)].rstrip(b"\r\n"))
        if found and at == 0:
            declared = found.group(1).decode()
        elif line.startswith(b"#"):
            comments.append(at)
        elif line:
            break
        at = end
    if at >= len(data) and comments:
        at = comments[0]
        comments = []
    return comments, at, declared


def _is_header(data: bytes, comment: int, start: int, separator: str) -> bool:
    """Whether the last line that starts with # is in truth the line of column names."""
    n_names = len(next(rows_of(data, separator, comment), []))
    n_cells = len(next(rows_of(data, separator, start), []))
    return n_cells > 1 and n_names == n_cells


def _find_separator(data: bytes, start: int) -> str:
    """The separator that cuts the first lines into equally many cells, and into the most; a blank only if none does."""

    def merit(separator: str) -> tuple[bool, bool, int, int]:
        sample = _sample(data, separator, start)
        lengths = [len(row) for row in sample]
        first = lengths[0] if lengths else 0
        even = first > 1 and all(length in (first, first + 1) for length in lengths[1:])
        n_numbers = sum(is_number(cell) or bool(COMMA_NUMBER.fullmatch(cell)) for row in sample[1:] for cell in row)
        return even, separator != " ", first, n_numbers

    candidates = [separator for separator in SEPARATORS if separator.encode() in data[start : start + (1 << 20)]]
    return max(candidates, key=merit, default=SEPARATORS[0])


def _sample(data: bytes, separator: str, start: int) -> list[list[str]]:
    sample: list[list[str]] = []
    n_cells = 0
    for row in itertools.islice(rows_of(data, separator, start), SAMPLE_ROWS):
        sample.append(row)
        n_cells += len(row)
        if n_cells > SAMPLE_CELLS and len(sample) > 1:
            break
    return sample


def _names(sample: Sequence[Sequence[str]], separator: str, where: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The column names, one for each cell of a row.

    pandas refuses rows longer than the one before, but for the first below the names: that one is looked at here.
    """
    if not sample:
        raise InvalidDataError("empty-table", where=where)
    names = tuple(sample[0])
    extra = len(sample[1]) - len(names) if len(sample) > 1 else 0
    if extra == 1 and all(len(row) == len(names) + 1 and not row[-1].strip() for row in sample[1:]):
        return (*names, ""), ()
    if extra == 1 and separator in ROW_NAME_SEPARATORS and len({row[0] for row in sample[1:]}) == len(sample) - 1:
        return ("", *names), ()
    if extra > 0:
        raise ragged(where, 1, len(sample[1]), len(names))
    return names, ()


def _find_decimal(rows: Sequence[Sequence[str]], separator: str) -> str:
    """A comma where cells read 3,14 and none 3.14."""
    if separator == ",":
        return "."
    cells = list(itertools.chain.from_iterable(rows))
    has_comma = any(COMMA_NUMBER.fullmatch(cell) for cell in cells)
    return "," if has_comma and not any(POINT_NUMBER.fullmatch(cell) for cell in cells) else "."


def ragged(where: str, row: int, found: int, expected: int) -> InvalidDataError:
    """The error for a row with more or fewer cells than there are names."""
    return InvalidDataError("ragged-row", where=where, row=row, cells=found, names=expected)
