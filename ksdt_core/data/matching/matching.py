"""Making two tables comparable: which attribute is which, and which class is which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.matching.attribute_matching import match_attributes
from ksdt_core.data.matching.value_matching import ValueMap, map_values, recoded, values_of
from ksdt_core.data.model.dataset import Categories, Dataset
from ksdt_core.data.model.pair import Matched
from ksdt_core.errors import InvalidDataError, Remedy


def match(
    left: Dataset,
    right: Dataset,
    *,
    class_map: Mapping[str, str] | None = None,
    attribute_map: Mapping[str, str] | None = None,
    value_map: ValueMap | None = None,
) -> Matched:
    """The two tables with the same attributes, in the left table's order, and the same classes.

    `class_map` renames classes in both tables, a name without outer blanks also those that have them; two names that
    become one are merged. `attribute_map` says for
    attributes of the right table which attribute of the left one they are; it may be hypothetical. The rest is matched
    by equal names, then by names that differ only in case, blanks and punctuation. `value_map` says for values of the
    right table, attribute by attribute, which value of the left one they are.
    """
    known = {*left.class_names, *right.class_names}
    renamed = tuple((old, new) for old, new in (class_map or {}).items() if _named_by(old, known) - {new})
    left, right = rename_classes(left, right, class_map or {})
    check_classes(left, right)
    matched = match_tables(left, right, attribute_map=attribute_map, value_map=value_map)
    return replace(matched, renamed_classes=renamed) if renamed else matched


def match_tables(
    left: Dataset,
    right: Dataset,
    *,
    attribute_map: Mapping[str, str] | None = None,
    value_map: ValueMap | None = None,
) -> Matched:
    """The two tables with the same attributes, in the left table's order; classes stay as they are."""
    left_columns, right_columns, how = match_attributes(left, right, attribute_map or {})
    right_names = tuple(right.attributes[column] for column in right_columns)
    left_taken, right_taken = set(left_columns), set(right_columns)
    left_unmatched = tuple(name for c, name in enumerate(left.attributes) if c not in left_taken)
    right_unmatched = tuple(name for c, name in enumerate(right.attributes) if c not in right_taken)
    left, right = _take(left, left_columns), _take(right, right_columns)
    right, values = map_values(left, right, value_map or {})
    left, right = unify_categories(left, right)
    return Matched(
        left,
        right,
        how,
        right_names,
        left_unmatched,
        right_unmatched,
        value_matches=values,
    )


def _take(table: Dataset, columns: list[int]) -> Dataset:
    """The columns, or the very same table where they are all of it in order."""
    return table if columns == list(range(table.n_attributes)) else table.take_columns(columns)


def rename_classes(left: Dataset, right: Dataset, class_map: Mapping[str, str]) -> tuple[Dataset, Dataset]:
    """Both tables with their classes renamed."""
    known = set(left.class_names) | set(right.class_names)
    for old in class_map:
        if not _named_by(old, known):
            raise InvalidDataError(
                "class-map-unknown", name=old, left=left.name, right=right.name, classes=tuple(sorted(known))
            )
    return renamed_classes(left, class_map), renamed_classes(right, class_map)


def _named_by(old: str, known: set[str]) -> set[str]:
    """The classes that an entry of a class map renames: blanks around a class that it does not name itself are none."""
    return {name for name in known if old in (name, name.strip())}


def renamed_classes(table: Dataset, class_map: Mapping[str, str]) -> Dataset:
    """One table with its classes renamed; two names that become one are merged."""
    renamed = [class_map.get(name, class_map.get(name.strip(), name)) for name in table.class_names]
    class_names = tuple(sorted(set(renamed)))
    if class_names == table.class_names and renamed == list(class_names):
        return table
    positions = np.array([class_names.index(name) for name in renamed], dtype=np.intp)
    return replace(table, class_names=class_names, classes=positions[table.classes])


def check_classes(left: Dataset, right: Dataset) -> None:
    """The two tables have the same classes, at least two."""
    only_left = [name for name in left.class_names if name not in right.class_names]
    only_right = [name for name in right.class_names if name not in left.class_names]
    if only_left or only_right:
        for table, other in ((left, right), (right, left)):
            if len(table.class_names) == 1 and len(other.class_names) > 1:  # no other names give it a second class
                raise InvalidDataError(
                    "one-class-in-table", table=table.name, name=table.class_names[0], remedies=(Remedy("target"),)
                )
        raise _different_classes(left, right, only_left=tuple(only_left), only_right=tuple(only_right))
    if len(left.class_names) < 2:
        raise InvalidDataError(
            "one-class", left=left.name, right=right.name, name=left.class_names[0], remedies=(Remedy("target"),)
        )


def _different_classes(left: Dataset, right: Dataset, **names: tuple[str, ...]) -> InvalidDataError:
    """The error with the class map that the names suggest; it says where that is only a guess."""
    from ksdt_core.data.matching.class_suggestions import suggest_class_map

    suggested = suggest_class_map(left, right)
    pairs = None if suggested is None else tuple(f"{a.strip()}={b.strip()}" for a, b in suggested.renamed.items())
    guessed = suggested is not None and not suggested.sure
    return InvalidDataError(
        "classes-guessed" if guessed else "classes-differ",
        left=left.name,
        right=right.name,
        remedies=(Remedy("class_map", pairs),),
        **names,
    )


def unify_categories(left: Dataset, right: Dataset) -> tuple[Dataset, Dataset]:
    """Both tables with the same kind for each attribute: categorical where either has a cell that is not a number.

    The values of a categorical attribute are the sorted union of those of the two tables.
    """
    differing = [c for c, (a, b) in enumerate(zip(left.categories, right.categories, strict=True)) if a != b]
    if right.attributes != left.attributes:
        right = replace(right, attributes=left.attributes)
    if not differing:
        return left, right
    categories = list(left.categories)
    tables = [(table, np.array(table.values, order="F")) for table in (left, right)]
    for column in differing:
        texts = [values_of(table, column) for table, _ in tables]
        union = tuple(sorted({text for values in texts for text in values.values()}))
        categories[column] = union
        place = {text: position for position, text in enumerate(union)}
        for (_, cells), of_value in zip(tables, texts, strict=True):
            cells[:, column] = recoded(cells[:, column], {value: place[text] for value, text in of_value.items()})
    (_, left_cells), (_, right_cells) = tables
    return _with_cells(left, left_cells, tuple(categories)), _with_cells(right, right_cells, tuple(categories))


def _with_cells(table: Dataset, cells: NDArray[np.float64], categories: Categories) -> Dataset:
    return replace(table, values=cells, categories=categories)
