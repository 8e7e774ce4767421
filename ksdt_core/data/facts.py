"""What a file says of itself before the column with the classes is known: its columns, its sheets, and a guess."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from ksdt_core.data.catalogue import assets_folder, catalogue_entry
from ksdt_core.data.cells import is_number
from ksdt_core.data.cohorts import COHORT_CLASSES
from ksdt_core.data.limits import DEFAULT_LIMITS, Limits
from ksdt_core.data.readers.excel import sheet_names
from ksdt_core.data.readers.registry import read_table
from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.data.target import DEFAULT_TARGET, find_target

USUAL_NAMES = (
    DEFAULT_TARGET, "classes", "label", "labels", "target", "outcome", "diagnosis", "response", "status", "group",
    "subtype", "category", "species", "result", "type", "y",
)  # fmt: skip
MOST_CLASSES = 20
LEAST_ROWS_OF_A_CLASS = 3  # on average, for a column that nothing but its values speaks for
ENDS = 5  # columns at either end that are looked at, and rows of a table with its attributes in rows


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What is known of a table before its classes are."""

    columns: tuple[str, ...]  # its columns
    offered: tuple[str, ...] = ()  # what else could give the classes: facts about samples, rows of a turned table
    guess: str | None = None  # the column that probably holds the classes
    sheets: tuple[str, ...] = ()  # of a workbook

    @property
    def choices(self) -> tuple[str, ...]:
        """Every name that can be chosen for the classes, what speaks for itself first."""
        return tuple(dict.fromkeys((*self.offered, *self.columns)))


def table_facts(
    data: bytes, where: str, *, sheet: str | None = None, encoding: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> TableFacts:
    """The columns of a file in any format that can be read, and which of them probably holds the classes."""
    options = ReadOptions(where, encoding=encoding, sheet=sheet, limits=limits)
    table = read_table(data, options)
    names = tuple(str(name) for name in table.frame.columns)
    offered = (*(str(name) for name in table.offered.columns), *_rows_of_classes(table.frame))
    return TableFacts(names, offered, _guess(table, names, offered), sheet_names(data))


def bundled_facts(name: str) -> TableFacts:
    """The columns of a bundled table; its own class column is the guess."""
    entry = catalogue_entry(name)
    if entry.extra is not None:
        return TableFacts(COHORT_CLASSES, guess=entry.target)
    found = table_facts((assets_folder() / "data" / entry.file).read_bytes(), name)
    return replace(found, guess=entry.target)


def _guess(table: Table, names: tuple[str, ...], offered: tuple[str, ...]) -> str | None:
    """What the file marks, else a usual name, else the last or first column with few values."""
    if table.marked is not None:
        return table.marked
    for known in (names, offered):
        for usual in USUAL_NAMES:
            found = find_target(known, usual)
            if found is not None:
                return known[found]
    if offered:
        return offered[0] if len(offered) == 1 else None
    n_columns = len(names)
    for at in dict.fromkeys((n_columns - 1, 0, *range(n_columns - 1, max(0, n_columns - ENDS), -1))):
        if 0 <= at < n_columns and _few_values(table.frame.iloc[:, at]):
            return str(names[at])
    return None


def _few_values(column: pd.Series[Any]) -> bool:
    """Whether these cells could be classes: complete, at least two values, and several rows of each."""
    n_values = int(column.nunique(dropna=True))
    return (
        2 <= n_values <= MOST_CLASSES
        and n_values * LEAST_ROWS_OF_A_CLASS <= len(column)
        and not bool(column.isna().any())
    )


def _rows_of_classes(frame: pd.DataFrame) -> Iterator[str]:
    """Rows that could give the classes of a table with its attributes in rows: texts with few values."""
    n_rows, n_columns = frame.shape
    if n_columns < 4 or n_rows < 2 or not frame.iloc[:, 0].is_unique:
        return
    if all(is_number(str(name)) for name in frame.iloc[:ENDS, 0]):
        return  # numbers of the rows, not names
    for at in dict.fromkeys((*range(min(ENDS, n_rows)), *range(max(0, n_rows - ENDS), n_rows))):
        cells = frame.iloc[at, 1:]
        texts = [str(cell) for cell in cells]
        if not any(is_number(text) for text in texts) and _few_values(cells) and _numbers_below(frame, at):
            yield str(frame.iloc[at, 0])


def _numbers_below(frame: pd.DataFrame, row: int) -> bool:
    """Whether another row holds numbers: then the texts of this one are not those of an ordinary table."""
    other = frame.iloc[(row + 1) % len(frame), 1:]
    return all(is_number(str(cell)) for cell in other)
