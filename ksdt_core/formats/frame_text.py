"""Tables for people as CSV and Markdown; names from files can neither run as formulas nor break the table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from ksdt_core.formats.csv_text import csv_text
from ksdt_core.text import markdown_escaped, printable


def frame_csv(frame: pd.DataFrame) -> str:
    """The table as CSV; see `csv_text`."""
    return csv_text([str(name) for name in frame.columns], _rows(frame))


def markdown_text(frame: pd.DataFrame, *, digits: int = 3) -> str:
    """The table as Markdown with pipes; numbers are rounded to `digits` significant digits after the point."""
    head = [markdown_escaped(str(name)) for name in frame.columns]
    numeric = [pd.api.types.is_numeric_dtype(frame.dtypes.iloc[at]) for at in range(frame.shape[1])]
    rule = ["---:" if is_number else ":---" for is_number in numeric]
    body = [[markdown_escaped(_rounded(value, digits)) for value in row] for row in _rows(frame)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in [head, rule, *body])


def named_columns(frame: pd.DataFrame, tables: Sequence[str]) -> pd.DataFrame:
    """The table with `_left` and `_right` of its columns written as the names of the two tables."""
    left, right = (tables[0], tables[1]) if len(set(tables)) > 1 else (f"{tables[0]} (1)", f"{tables[-1]} (2)")
    ends = {"left": printable(left), "right": printable(right)}
    names = []
    for column in map(str, frame.columns):
        start, _, end = column.rpartition("_")
        names.append(f"{start} {ends[end]}" if start and end in ends else column.replace("_", " "))
    return frame.set_axis(names, axis=1)


def _rows(frame: pd.DataFrame) -> list[tuple[Any, ...]]:
    return list(frame.astype(object).itertuples(index=False, name=None))


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _rounded(value: Any, digits: int) -> str:
    if _is_missing(value):
        return ""
    if not isinstance(value, float):
        return str(value)
    return f"{value:.2g}" if 0 < abs(value) < 10**-digits else f"{value:.{digits}f}"
