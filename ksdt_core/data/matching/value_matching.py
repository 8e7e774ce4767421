"""Values of a categorical attribute that the right table writes in its own way, taken for values of the left one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.matching.names import nearest
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.readers.cells import is_number, number_text
from ksdt_core.errors import InvalidDataError

ValueMap = Mapping[str, Mapping[str, str]]
"""For attributes, as the left table calls them, and values of the right table the value of the left one that it is."""
ValueMatch = tuple[str, str, str]
"""The same one by one: an attribute, a value of the left table, and the value of the right one that is taken for it."""


def value_matches(value_map: ValueMap) -> tuple[ValueMatch, ...]:
    """The map one by one.

    >>> value_matches({"smoker": {"Y": "yes"}})
    (('smoker', 'yes', 'Y'),)
    """
    return tuple((name, left, right) for name, left_of in value_map.items() for right, left in left_of.items())


def value_map_of(matches: Iterable[ValueMatch]) -> dict[str, dict[str, str]]:
    """The map that says all of these."""
    found: dict[str, dict[str, str]] = {}
    for name, left, right in matches:
        found.setdefault(name, {})[right] = left
    return found


def map_values(left: Dataset, right: Dataset, value_map: ValueMap) -> tuple[Dataset, tuple[ValueMatch, ...]]:
    """The right table of two with the same columns, its values called as in the left one, and the map in their words.

    Several values of the right table may become one. A column whose values are then all numbers is numeric.
    """
    if not value_map:
        return right, ()
    columns = {name: column for column, name in enumerate(left.attributes)}
    cells, categories = np.array(right.values, order="F"), list(right.categories)
    settled: dict[str, dict[str, str]] = {}
    for attribute, renamed in value_map.items():
        if attribute not in columns:
            raise _unknown_attribute(attribute, left, right)
        column = columns[attribute]
        settled[attribute] = _checked(left, right, column, renamed)
        cells[:, column], categories[column] = _renamed(right, column, settled[attribute])
    return replace(right, values=cells, categories=tuple(categories)), value_matches(settled)


def values_of(table: Dataset, column: int) -> dict[float, str]:
    """The text of each cell value that a column may hold."""
    values = table.categories[column]
    if values is not None:
        return {float(position): text for position, text in enumerate(values)}
    cells = table.values[:, column]
    return {float(value): number_text(float(value)) for value in np.unique(cells[~np.isnan(cells)])}


def _checked(left: Dataset, right: Dataset, column: int, renamed: Mapping[str, str]) -> dict[str, str]:
    """The renaming in the words of the tables; every value of it is there."""
    attribute = left.attributes[column]
    of_left, of_right = (_by_sight(values_of(table, column).values()) for table in (left, right))
    wanted: dict[str, str] = {}
    for old, new in renamed.items():
        for value, known, table in ((old, of_right, right), (new, of_left, left)):
            if _seen(value) not in known:
                raise InvalidDataError(
                    "value-map-value", value=value, attribute=attribute, table=table.name, values=tuple(known)
                )
        for text in [old] if old in of_right[_seen(old)] else of_right[_seen(old)]:
            wanted[text] = new if new in of_left[_seen(new)] else of_left[_seen(new)][0]
    return wanted


def _seen(value: str) -> str:
    """A value as a person sees it: without blanks around it, and a number however it is written."""
    text = value.strip()
    return number_text(float(text)) if is_number(text) and np.isfinite(float(text)) else text


def _by_sight(values: Iterable[str]) -> dict[str, list[str]]:
    known: dict[str, list[str]] = {}
    for value in values:
        known.setdefault(_seen(value), []).append(value)
    return known


def _renamed(
    table: Dataset, column: int, renamed: Mapping[str, str]
) -> tuple[NDArray[np.float64], tuple[str, ...] | None]:
    texts = {value: renamed.get(text, text) for value, text in values_of(table, column).items()}
    values = tuple(sorted(set(texts.values())))
    if all(is_number(text) for text in values):
        return recoded(table.values[:, column], {value: float(text) for value, text in texts.items()}), None
    place = {text: position for position, text in enumerate(values)}
    return recoded(table.values[:, column], {value: place[text] for value, text in texts.items()}), values


def recoded(cells: NDArray[np.float64], new: Mapping[float, float]) -> NDArray[np.float64]:
    """The cells with other numbers for their values; missing ones stay missing."""
    known = ~np.isnan(cells)
    values, positions = np.unique(cells[known], return_inverse=True)
    found = np.full(cells.shape, np.nan)
    found[known] = np.array([new[float(value)] for value in values], dtype=np.float64)[positions]
    return found


def _unknown_attribute(attribute: str, left: Dataset, right: Dataset) -> InvalidDataError:
    return InvalidDataError(
        "value-map-attribute",
        attribute=attribute,
        left=left.name,
        right=right.name,
        nearest=nearest(attribute, left.attributes),
    )
