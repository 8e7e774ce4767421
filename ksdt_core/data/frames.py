"""From a data frame to a Dataset: which columns are numbers, which are categories, and the class of each row."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ksdt_core.data.cells import counted, is_missing, is_number, number_text
from ksdt_core.data.cutting import Cut, cut_classes
from ksdt_core.data.dataset import Dataset
from ksdt_core.data.limits import DEFAULT_LIMITS, Limits
from ksdt_core.data.target import target_position
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
    check_names(names, where)
    at = target_position(names, target, where)
    if len(frame) == 0:
        raise InvalidDataError(f"{where} has column names but no rows; add at least one row for each class.")
    if len(names) == 1:
        raise InvalidDataError(
            f"{where} has no attribute column beside the class {names[at]!r}; add at least one, or check its separator."
        )
    column = frame.iloc[:, at]
    if cut is not None:
        column = cut_classes(column, cut, target=names[at], where=where)
    class_names, classes = _classes(column, where, names[at])
    attributes = names[:at] + names[at + 1 :]
    values, categories = _values(frame, at, own=own)
    for text in itertools.chain(names, class_names, *(kind for kind in categories if kind)):
        limits.check_cell(text, where)
    return Dataset(name, tuple(attributes), values, categories, class_names, classes, notes)


def check_names(names: Sequence[str], table: str) -> None:
    """Every column needs a name of its own."""
    seen: set[str] = set()
    for column in names:
        if column in seen:
            raise InvalidDataError(f"{table} has more than one column named {column!r}; rename all but one of them.")
        seen.add(column)


def _classes(column: pd.Series[Any], table: str, target: str) -> tuple[tuple[str, ...], NDArray[np.intp]]:
    codes, texts = text_codes(column)
    if (codes < 0).any():
        n_missing = int((codes < 0).sum())
        row = int(np.flatnonzero(codes < 0)[0]) + 1
        raise InvalidDataError(
            f"{table} has {counted(n_missing, 'row', 'rows')} with no class in column {target!r}, the first is row "
            f"{row:,}; fill in the classes or remove such rows."
        )
    return texts, codes


def _values(
    frame: pd.DataFrame, target_at: int, *, own: bool = False
) -> tuple[NDArray[np.float64], tuple[tuple[str, ...] | None, ...]]:
    """All cells but the classes as numbers, and for each column its categories (None where it is numeric)."""
    positions = [position for position in range(frame.shape[1]) if position != target_at]
    plain = [isinstance(dtype, np.dtype) and dtype.kind in "iuf" for dtype in frame.dtypes]
    mixed = {place: position for place, position in enumerate(positions) if not plain[position]}
    if own and not mixed and len(positions) <= MANY_COLUMNS:
        return _own_values(frame, target_at), (None,) * len(positions)
    if len(positions) > MANY_COLUMNS and len(mixed) < len(positions) // 10:
        values = _wide_values(frame, positions, mixed.values(), target_at)
    else:
        values = np.empty((len(frame), len(positions)), dtype=np.float64, order="F")
        for place, position in enumerate(positions):
            if plain[position]:
                values[:, place] = frame.iloc[:, position].to_numpy()
    categories: list[tuple[str, ...] | None] = [None] * len(positions)
    for place, position in mixed.items():
        values[:, place], categories[place] = _column(frame.iloc[:, position])
    return values, tuple(categories)


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


def _column(column: pd.Series[Any]) -> tuple[NDArray[np.float64], tuple[str, ...] | None]:
    codes, texts = text_codes(column)
    if all(is_number(text) for text in texts):
        numbers = np.array([float(text) for text in texts] + [np.nan])
        return numbers[codes], None
    return np.where(codes < 0, np.nan, codes), texts


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
