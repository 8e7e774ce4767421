"""What a cell of a table says: a number, a text, or nothing."""

from __future__ import annotations

import re

MISSING_MARKERS = frozenset(
    {"", "NA", "N/A", "n/a", "N.A.", "n.a.", "<NA>", "NaN", "nan", "null", "NULL", "?", "#N/A", "k.A.", "k. A."}
)
"""Cells that stand for "not known", with or without blanks around them; the last two do in German."""

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
