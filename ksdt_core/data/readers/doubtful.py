"""Which columns of a text table may hold codes: cells that start with a needless 0, or with sixteen digits.

A look at the bytes, many at a time, so that a table without such cells costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.readers.codes import LONG
from ksdt_core.data.readers.layout import Layout

SCAN_BYTES = 1 << 19  # that stay near the processor
_ZERO, _LINE_END = np.uint8(ord("0")), np.uint8(ord("\n"))
_BEFORE = b'\n\r" '  # what stands before a cell, beside the separator
_SIGNS = b"+-"  # before a long number; a short one with a sign may be an exponent

Bytes = NDArray[np.uint8]
Places = NDArray[np.intp]


def doubtful_columns(data: bytes, layout: Layout) -> set[int]:
    """The columns with such a cell; with quotes in the text all columns, if any has one."""
    columns = set(range(len(layout.names)))
    has_quotes = b'"' in data
    before = _BEFORE + layout.separator.encode()
    found: set[int] = set()
    for start, end in _parts(data, layout.start):
        part = np.frombuffer(data, dtype=np.uint8, count=end - start, offset=start)
        if not _may_be(part, before):
            continue
        if has_quotes:
            return columns
        found.update(_columns(part, _doubtful(part, before), ord(layout.separator)).tolist())
        if columns <= found:
            break
    return found & columns


def _parts(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Where parts of a text start and end: each with whole lines, and with the end of the line before."""
    at = data.find(b"\n", start)
    while 0 <= at < len(data) - 1:
        end = data.find(b"\n", at + 1 + SCAN_BYTES) + 1 or len(data)
        yield at, end
        at = end - 1


def _may_be(part: Bytes, before: bytes) -> bool:
    """Whether a cell is doubtful, found by comparing whole rows of bytes: far quicker than a look for each place."""
    begins = part == before[0]
    for sign in before[1:]:
        begins |= part == sign
    digits = (part - _ZERO) < 10
    if (begins[:-2] & (part[1:-1] == _ZERO) & digits[2:]).any():
        return True
    for step in (1, 2, 4, 8):  # digits from here on: 2, 4, 8, 16
        digits = digits[:-step] & digits[step:]
    for sign in _SIGNS:
        begins |= part == sign
    return bool((begins[: digits[1:].size] & digits[1:]).any())


def _doubtful(part: Bytes, before: bytes) -> Places:
    """Where a cell starts with 0 and another digit, or with very many digits."""
    begins = np.zeros(256, dtype=bool)
    begins[list(before)] = True
    is_digit = (part - _ZERO) < 10
    padded = np.flatnonzero((part[:-1] == _ZERO) & is_digit[1:])
    others = np.flatnonzero(~is_digit)  # the first byte is one: the end of the line before
    long = others[np.diff(others, append=part.size) > LONG] + 1
    signed = long[np.isin(part[long - 1], list(_SIGNS))] - 1
    places = np.concatenate([padded, long, signed])
    found: Places = places[begins[part[places - 1]]]
    return found


def _columns(part: Bytes, places: Places, separator: int) -> Places:
    """The columns of these places in a text without quotes, each once."""
    separators = np.flatnonzero(part == separator)
    ends = np.flatnonzero(part == _LINE_END)
    starts = ends[np.searchsorted(ends, places) - 1]
    before: Places = np.searchsorted(separators, places) - np.searchsorted(separators, starts)
    return np.unique(before)
