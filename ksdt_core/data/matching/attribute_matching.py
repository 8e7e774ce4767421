"""Which attribute of one table is which of the other: by a person's map, by equal names, by names alike when folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from ksdt_core.data.matching.names import folded, nearest
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy

How = Literal["exact", "folded", "map", "assumed"]


def match_attributes(
    left: Dataset, right: Dataset, attribute_map: Mapping[str, str]
) -> tuple[list[int], list[int], tuple[str, ...]]:
    """Corresponding columns of the left and the right table, in the left table's order, and how each was found.

    What a person's map says goes first, and any one-to-one map is taken: a match of names that differ even when
    folded is `assumed`, the others are `map`. Then equal names (`exact`), then names that are the same but for case,
    blanks and punctuation (`folded`), these only where no other name of either table could be meant.
    """
    check_attribute_map(left, right, attribute_map)
    partner = {left_name: right_name for right_name, left_name in attribute_map.items()}
    how: dict[str, How] = {
        name: "map" if folded(name) and folded(name) == folded(other) else "assumed" for name, other in partner.items()
    }
    mapped = set(attribute_map)
    free_left = [name for name in left.attributes if name not in partner]
    free_right = [name for name in right.attributes if name not in mapped]
    equal = set(free_left) & set(free_right)
    if len(equal) < min(len(free_left), len(free_right)):
        for name, other in _folded_alike(free_left, free_right, equal).items():
            partner[name], how[name] = other, "folded"
    partner |= {name: name for name in equal}
    right_at = {name: column for column, name in enumerate(right.attributes)}
    matched = [(column, name) for column, name in enumerate(left.attributes) if name in partner]
    if not matched:
        raise InvalidDataError(
            "no-shared-attributes",
            left=left.name,
            right=right.name,
            left_names=left.attributes,
            right_names=right.attributes,
            remedies=(Remedy("attribute_map"),),
        )
    return (
        [column for column, _ in matched],
        [right_at[partner[name]] for _, name in matched],
        tuple(how.get(name, "exact") for _, name in matched),
    )


def _folded_alike(left: list[str], right: list[str], equal: set[str]) -> dict[str, str]:
    """Right names by left names that fold to the same, where each is the only one of its table that does."""
    left_folds, right_folds = _only_ones(left), _only_ones(right)
    return {
        name: right_folds[fold]
        for fold, name in left_folds.items()
        if fold in right_folds and name not in equal and right_folds[fold] not in equal
    }


def _only_ones(names: Iterable[str]) -> dict[str, str]:
    """Names by their folds, without those whose fold is empty or that of another name."""
    folds = {name: folded(name) for name in names}
    counts = Counter(folds.values())
    return {fold: name for name, fold in folds.items() if fold and counts[fold] == 1}


def check_attribute_map(left: Dataset, right: Dataset, attribute_map: Mapping[str, str]) -> None:
    """Every name of the map is there, and no attribute has two partners."""
    for side, table, names in (("right", right, attribute_map.keys()), ("left", left, attribute_map.values())):
        unknown = sorted(set(names) - set(table.attributes))
        if unknown:
            raise InvalidDataError(
                "attribute-map-unknown",
                name=unknown[0],
                table=table.name,
                side=side,
                nearest=nearest(unknown[0], table.attributes),
            )
    right_names: dict[str, list[str]] = {}
    for right_name, left_name in attribute_map.items():
        right_names.setdefault(left_name, []).append(right_name)
    for left_name, partners in right_names.items():
        if len(partners) > 1:
            raise InvalidParameterError("attribute-map-twice", names=tuple(partners), partner=left_name)
