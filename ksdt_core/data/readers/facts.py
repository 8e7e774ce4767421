"""What a file says of itself before the column with the classes is known: its columns, its sheets, and a guess."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from ksdt_core.data.readers.cells import is_number
from ksdt_core.data.readers.excel import sheet_names
from ksdt_core.data.readers.limits import DEFAULT_LIMITS, Limits
from ksdt_core.data.readers.registry import read_table
from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.data.readers.target import DEFAULT_TARGET, find_target
from ksdt_core.data.samples.catalogue import assets_folder, catalogue_entry
from ksdt_core.data.samples.cohorts import COHORT_CLASSES
from ksdt_core.errors import InvalidDataError

USUAL_NAMES = (
    DEFAULT_TARGET, "classes", "label", "labels", "target", "outcome", "diagnosis", "response", "status", "group",
    "subtype", "category", "species", "result", "type", "y",
)  # fmt: skip
OUTCOMES = (
    "died", "death", "dead", "deceased", "mortality", "survived", "relapse", "relapsed", "recurrence", "event",
    "disease", "malignant", "defect", "defects", "defective", "bug", "bugs", "fraud", "spam", "churn", "default",
)  # fmt: skip
MOST_CLASSES = 20
LEAST_ROWS_OF_A_CLASS = 3  # on average, for a column that nothing but its values speaks for
NO_TARGET = "\0"  # which no column is called
FEWEST_CASES = 6  # columns that may be cases
MOST_NAMED_ROWS = 50_000
ENDS = 5  # columns at either end that are looked at, and rows of a table with its attributes in rows


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What is known of a table before its classes are."""

    columns: tuple[str, ...]  # its columns
    offered: tuple[str, ...] = ()  # what else could give the classes: facts about samples, rows of a turned table
    guess: str | None = None  # the column that probably holds the classes
    sheets: tuple[str, ...] = ()  # of a workbook
    rows: tuple[str, ...] = ()  # names in the first column, where these may be attributes and the columns cases

    @property
    def choices(self) -> tuple[str, ...]:
        """Every name that can be chosen for the classes, what speaks for itself first."""
        return tuple(dict.fromkeys((*self.offered, *self.columns)))

    @property
    def lies_on_its_side(self) -> bool:
        """Whether attributes probably stand in rows: the classes are in a row, or no column can hold them."""
        return bool(self.rows) and self.guess not in self.columns

    def names(self, *, turned: bool) -> tuple[str, ...]:
        """Every name that can be chosen for the classes, of the table turned or as it is."""
        columns, rows = set(self.columns), set(self.rows)  # there may be thousands
        if not turned:
            return tuple(name for name in self.choices if name in columns or name not in rows)
        return tuple(dict.fromkeys((*(name for name in self.offered if name in rows), *self.rows)))


def table_facts(
    data: bytes, where: str, *, sheet: str | None = None, encoding: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> TableFacts:
    """The columns of a file in any format that can be read, and which of them probably holds the classes."""
    options = ReadOptions(where, encoding=encoding, sheet=sheet, limits=limits)
    try:
        table = read_table(data, replace(options, target=NO_TARGET))  # as it lies: a row of classes would turn it
    except InvalidDataError:
        table = read_table(data, options)
    names = tuple(str(name) for name in table.frame.columns)
    offered = (*(str(name) for name in table.offered.columns), *_rows_of_classes(table.frame))
    rows = () if len(table.offered.columns) else _row_names(table.frame)
    return TableFacts(names, offered, _guess(table, names, offered, rows=rows), sheet_names(data), rows)


def bundled_facts(name: str) -> TableFacts:
    """The columns of a bundled table; its own class column is the guess."""
    entry = catalogue_entry(name)
    if entry.extra is not None:
        return TableFacts(COHORT_CLASSES, guess=entry.target)
    found = table_facts((assets_folder() / "data" / entry.file).read_bytes(), name)
    return replace(found, guess=entry.target)


def _row_names(frame: pd.DataFrame) -> tuple[str, ...]:
    """The names in the first column where these may name attributes: different texts beside columns of numbers."""
    n_rows, n_columns = frame.shape
    if n_columns < FEWEST_CASES + 1 or not 2 <= n_rows <= MOST_NAMED_ROWS:
        return ()
    names = [str(name) for name in frame.iloc[:, 0]]
    if len(set(names)) < n_rows or any(is_number(name) for name in names[:ENDS]) or frame.iloc[:, 0].isna().any():
        return ()
    return tuple(names)


def _guess(table: Table, names: tuple[str, ...], offered: tuple[str, ...], *, rows: tuple[str, ...] = ()) -> str | None:
    """What the file marks, else a usual name, else an outcome, else the last or first column, these with few values."""
    if table.marked is not None:
        return table.marked
    named = _named(table, names, offered)
    if named is not None:
        return named
    if offered:
        return offered[0] if len(offered) == 1 else None
    n_columns = len(names)
    if rows and _holds_numbers(table.frame):
        return None  # names of attributes beside numbers of cases: no column holds the classes
    for at in dict.fromkeys((n_columns - 1, 0, *range(n_columns - 1, max(0, n_columns - ENDS), -1))):
        if 0 <= at < n_columns and _few_values(table.frame.iloc[:, at]):
            return str(names[at])
    return None


def _named(table: Table, names: tuple[str, ...], offered: tuple[str, ...]) -> str | None:
    """The first that has a usual name, else the first that is called like an outcome and has few values."""
    for known in (names, offered):
        for usual in USUAL_NAMES:
            found = find_target(known, usual)
            if found is not None:
                return known[found]
    for outcome in OUTCOMES:
        found = find_target(names, outcome)
        if found is not None and _few_values(table.frame.iloc[:, found]):
            return names[found]
        found = find_target(offered, outcome)
        if found is not None:
            return offered[found]
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
        cells, name = frame.iloc[at, 1:], str(frame.iloc[at, 0])
        texts = [str(cell) for cell in cells]
        usual = find_target(USUAL_NAMES, name) is not None
        if (usual or not any(map(is_number, texts))) and _few_values(cells) and _numbers_below(frame, at):
            yield name


def _holds_numbers(frame: pd.DataFrame) -> bool:
    """Whether all cells beside the first column are numbers, as far as a few rows tell."""
    some = frame.iloc[:ENDS, 1:].to_numpy(dtype=object).ravel()
    return all(is_number(str(cell)) for cell in some)


def _numbers_below(frame: pd.DataFrame, row: int) -> bool:
    """Whether another row holds numbers: then the texts of this one are not those of an ordinary table."""
    other = frame.iloc[(row + 1) % len(frame), 1:]
    return all(is_number(str(cell)) for cell in other)
