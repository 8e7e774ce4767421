"""From a data frame to a Dataset: which columns are numbers, which are categories, and the class of each row."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.readers.cells import is_missing, is_number, number_text
from ksdt_core.data.readers.codes import EXACT, Merged, merged_notes, merged_texts
from ksdt_core.data.readers.cutting import Cut, cut_classes
from ksdt_core.data.readers.limits import DEFAULT_LIMITS, Limits
from ksdt_core.data.readers.target import target_position
from ksdt_core.errors import InvalidDataError

MANY_COLUMNS = 1000


def dataset_from_frame(
    frame: pd.DataFrame,
    target: str,
    name: str,
    *,
    cut: Cut = None,
    where: str | None = None,
    notes: tuple[str, ...] = (),
    limits: Limits = DEFAULT_LIMITS,
    own: bool = False,
) -> Dataset:
    """The Dataset of a data frame whose column `target` holds the classes.

    A column with any cell that is not a number is categorical. Its values are the texts of its cells.
    `cut` turns a class column of numbers into the classes below it and from it on.
    `where` is what messages call the table, its file for example. A frame that nobody else holds may be `own`ed: its
    cells then need not be copied.
    """
    where = where or name
    names = [str(column) for column in frame.columns]
    limits.check_columns(len(names), where)
    limits.check_rows(len(frame), where)
    limits.check_cells(len(frame), len(names), where)
    check_names(names, where)
    at = target_position(names, target, where)
    if len(frame) == 0:
        raise InvalidDataError("table-without-rows", where=where)
    if len(names) == 1:
        raise InvalidDataError("table-without-attributes", where=where, column=names[at])
    column = frame.iloc[:, at]
    if cut is not None and cut != ():  # an empty cut keeps the numbers
        column = cut_classes(column, cut, target=names[at], where=where)
    class_names, classes = _classes(column, where, names[at])
    attributes = names[:at] + names[at + 1 :]
    values, categories, merged = _values(frame, at, own=own)
    notes += merged_notes([(attributes[place], texts) for place, texts in merged.items()])
    for text in itertools.chain(names, class_names, *(kind for kind in categories if kind)):
        limits.check_cell(text, where)
    return Dataset(name, tuple(attributes), values, categories, class_names, classes, notes)


def check_names(names: Sequence[str], table: str) -> None:
    """Every column needs its own name."""
    seen: set[str] = set()
    for column in names:
        if column in seen:
            raise InvalidDataError("duplicate-column-name", where=table, column=column)
        seen.add(column)


def _classes(column: pd.Series[Any], table: str, target: str) -> tuple[tuple[str, ...], NDArray[np.intp]]:
    codes, texts = text_codes(column)
    if (codes < 0).any():
        n_missing = int((codes < 0).sum())
        row = int(np.flatnonzero(codes < 0)[0]) + 1
        raise InvalidDataError("missing-classes", where=table, column=target, rows=n_missing, first=row)
    return texts, codes


def _values(
    frame: pd.DataFrame, target_at: int, *, own: bool = False
) -> tuple[NDArray[np.float64], tuple[tuple[str, ...] | None, ...], dict[int, Merged]]:
    """All cells but the classes as numbers, for each column its categories (None where it is numeric), what is lost."""
    positions = [position for position in range(frame.shape[1]) if position != target_at]
    long = _long_numbers(frame)
    plain = [
        isinstance(dtype, np.dtype) and dtype.kind in "iuf" and position not in long
        for position, dtype in enumerate(frame.dtypes)
    ]
    mixed = {place: position for place, position in enumerate(positions) if not plain[position]}
    if own and not mixed and len(positions) <= MANY_COLUMNS:
        return _own_values(frame, target_at), (None,) * len(positions), {}
    if len(positions) > MANY_COLUMNS and len(mixed) < len(positions) // 10:
        values = _wide_values(frame, positions, mixed.values(), target_at)
    else:
        values = np.empty((len(frame), len(positions)), dtype=np.float64, order="F")
        for place, position in enumerate(positions):
            if plain[position]:
                values[:, place] = frame.iloc[:, position].to_numpy()
    categories: list[tuple[str, ...] | None] = [None] * len(positions)
    merged: dict[int, Merged] = {}
    for place, position in mixed.items():
        values[:, place], categories[place], lost = _column(frame.iloc[:, position])
        if lost is not None:
            merged[place] = lost
    return values, tuple(categories), merged


def _long_numbers(frame: pd.DataFrame) -> set[int]:
    """Columns of whole numbers that are too large to be floats; as texts they are looked at again."""
    whole = [position for position, dtype in enumerate(frame.dtypes) if dtype in (np.int64, np.uint64)]
    if len(frame) == 0 or not whole:
        return set()
    if len(whole) > MANY_COLUMNS:  # asking for each costs far more
        cells = frame.iloc[:, whole].to_numpy()
        return {whole[place] for place in np.flatnonzero((cells.max(axis=0) > EXACT) | (cells.min(axis=0) < -EXACT))}
    columns = ((position, frame.iloc[:, position].to_numpy()) for position in whole)
    return {position for position, cells in columns if cells.max() > EXACT or cells.min() < -EXACT}


def _own_values(frame: pd.DataFrame, target_at: int) -> NDArray[np.float64]:
    """The cells of a frame of numbers: the very array that they lie in, where it is one."""
    numbers = frame.copy(deep=False)
    del numbers[frame.columns[target_at]]
    return np.asfortranarray(numbers.to_numpy(dtype=np.float64))


def _wide_values(
    frame: pd.DataFrame, positions: list[int], mixed: Iterable[int], target_at: int
) -> NDArray[np.float64]:
    """The numeric cells of a table with very many columns, turned at once: asking pandas for each costs far more."""
    numbers = frame.copy(deep=False)
    for position in (*mixed, target_at):
        numbers.isetitem(position, 0.0)
    cells = numbers.to_numpy(dtype=np.float64)
    last = target_at == frame.shape[1] - 1
    return np.asfortranarray(cells[:, :-1] if last else cells[:, positions])


def _column(column: pd.Series[Any]) -> tuple[NDArray[np.float64], tuple[str, ...] | None, Merged | None]:
    """The cells of a column, its categories unless it holds numbers, and what numbers could not hold."""
    codes, texts = text_codes(column)
    is_numeric = all(is_number(text) for text in texts)
    merged = merged_texts(texts) if is_numeric else None
    if is_numeric and not (merged and merged.apart):
        numbers = np.array([float(text) for text in texts] + [np.nan])
        return numbers[codes], None, merged
    return np.where(codes < 0, np.nan, codes), texts, merged


def text_codes(column: pd.Series[Any]) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    """For each row the position of its text among the sorted texts of the column, −1 where the cell is missing."""
    codes, values = pd.factorize(column, sort=False)
    texts = [_text(value) for value in values]
    ordered = sorted({text for text in texts if not is_missing(text)})
    rank = {text: position for position, text in enumerate(ordered)}
    new_codes = np.array([rank.get(text, -1) for text in texts] + [-1], dtype=np.intp)
    return new_codes[codes], tuple(ordered)


def _text(value: object) -> str:
    """The text of a cell: as written, and for a number without a needless .0."""
    if isinstance(value, str):
        return value
    if isinstance(value, (float, np.floating)) and np.isfinite(value):
        return number_text(float(value))
    return str(value)
