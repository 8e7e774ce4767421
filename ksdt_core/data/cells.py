"""What a cell of a table says: a number, a text, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

MISSING_MARKERS = frozenset({"", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "?", "#N/A"})
"""Cells that stand for "not known", with or without blanks around them."""

_NUMBER = re.compile(
    r"[ \t]*[+-]?(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|inf|infinity)[ \t]*", re.IGNORECASE
)


def is_missing(text: str) -> bool:
    """Whether the cell stands for "not known"."""
    return text.strip() in MISSING_MARKERS


def is_number(text: str) -> bool:
    """Whether the cell is a number as a table writes it: 7, -0.5, .5, 1e-3 or inf; not 1_000, 0x1F or a date."""
    return _NUMBER.fullmatch(text) is not None


def number_text(value: float) -> str:
    """How a number reads as a category: 3 for 3.0, else the shortest text that gives the same number back."""
    whole = float(value).is_integer() and abs(value) < 1e16
    return str(int(value)) if whole else repr(float(value))


def listed(names: Iterable[str], *, most: int = 5) -> str:
    """A few names for a message: 'a', 'b', 'c' and 12 more; long names are cut."""
    every = list(names)
    shown = ", ".join(repr(name if len(name) <= 60 else name[:57] + "...") for name in every[:most])
    return shown if len(every) <= most else f"{shown} and {len(every) - most:,} more"


def counted(n: int, one: str, several: str) -> str:
    """A number with the words that agree with it.

    >>> counted(1, "row is", "rows are"), counted(2000, "row is", "rows are")
    ('1 row is', '2,000 rows are')
    """
    return f"{n:,} {one if n == 1 else several}"
