"""From two tables to a pair that can be mined: match, settle attributes, complete, scale, balance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.matching.matching import match
from ksdt_core.data.matching.value_matching import ValueMap
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair, Domain, Matched, Missing, Preparation, Scale
from ksdt_core.data.model.settled import Settled
from ksdt_core.data.preparing.balancing import balance_weights, unit_weights
from ksdt_core.data.preparing.missing import Completed, complete, complete_held_out, fit_missing
from ksdt_core.data.preparing.scaling import scale_columns
from ksdt_core.data.preparing.settling import settle
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy

Kind = tuple[tuple[str, ...] | None, tuple[float, ...] | None]
"""The values of a categorical attribute, or those of codes; neither for an attribute that is measured."""


def pair_datasets(
    left: Dataset,
    right: Dataset,
    *,
    scale: Scale = "none",
    class_map: Mapping[str, str] | None = None,
    attribute_map: Mapping[str, str] | None = None,
    value_map: ValueMap | None = None,
    missing: Missing = "fail",
    balance: bool = False,
    seed: int = 0,
    **kinds: Any,
) -> DatasetPair:
    """The pair of two tables, ready to be mined; `kinds` are further options of `Preparation`."""
    preparation = Preparation(missing=missing, scale=scale, balance=balance, seed=seed, **kinds)
    matched = match(left, right, class_map=class_map, attribute_map=attribute_map, value_map=value_map)
    return prepare(matched, preparation)


def prepare(matched: Matched, preparation: Preparation) -> DatasetPair:
    """Settle the attributes of two matched tables, complete missing cells, scale and balance, in this order."""
    matched = settle(matched, preparation)
    settled = matched.settled or Settled()
    rule = fit_missing(matched.left, matched.right, preparation.missing, settled.codes)
    sides = (matched.left, matched.right)
    done = [complete(table, rule) for table in sides]
    for table, completed in zip(sides, done, strict=True):
        check_classes_left(table, completed)
    categories = tuple(matched.left.categories[column] for column in rule.columns)
    codes = tuple(settled.codes[column] for column in rule.columns) if settled.codes else ()
    kept = set(rule.columns)
    left, right = (
        _domain(table, completed, scale_columns(completed.values, categories, preparation.scale, codes=codes))
        for table, completed in zip(sides, done, strict=True)
    )
    pair = DatasetPair(
        attributes=tuple(matched.left.attributes[column] for column in rule.columns),
        categories=categories,
        class_names=matched.left.class_names,
        left=left,
        right=right,
        preparation=preparation,
        matched=matched,
        n_filled=(done[0].n_filled, done[1].n_filled),
        n_rows_dropped=(sides[0].n_rows - done[0].rows.size, sides[1].n_rows - done[1].rows.size),
        columns_dropped=(
            *(attribute.name for attribute in settled.sparse),
            *(name for column, name in enumerate(matched.left.attributes) if column not in kept),
        ),
        codes=codes,
    )
    return rebalanced(pair, left.classes, right.classes, preparation.seed) if preparation.balance else pair


def _domain(table: Dataset, completed: Completed, scaled: NDArray[np.float64]) -> Domain:
    classes = table.classes if completed.rows.size == table.n_rows else table.classes[completed.rows]
    return Domain(table.name, completed.values, scaled, classes, unit_weights(classes))


def check_classes_left(table: Dataset, completed: Completed) -> None:
    """A table has rows of every class, also after rows with missing cells were dropped."""
    counts = np.bincount(table.classes[completed.rows], minlength=len(table.class_names))
    never = [name for name, count in zip(table.class_names, table.class_counts().tolist(), strict=True) if not count]
    if completed.rows.size == 0:
        raise InvalidDataError("no-complete-row", table=table.name, remedies=(Remedy("missing", "common"),))
    if never:
        raise InvalidDataError("class-without-rows", table=table.name, name=never[0])
    if (counts == 0).any():
        lost = table.class_names[int(counts.argmin())]
        raise InvalidDataError("class-lost", table=table.name, name=lost, remedies=(Remedy("missing", "common"),))


def rebalanced(
    pair: DatasetPair, left_classes: NDArray[np.intp], right_classes: NDArray[np.intp], seed: int
) -> DatasetPair:
    """The same cells with these classes, rows drawn again if the pair is balanced; cells are shared, not copied."""
    left_weights, right_weights = unit_weights(left_classes), unit_weights(right_classes)
    if pair.preparation.balance:
        left_weights, right_weights = balance_weights(
            left_classes, right_classes, n_classes=len(pair.class_names), seed=seed
        )
    return replace(
        pair,
        left=replace(pair.left, classes=left_classes, weights=left_weights),
        right=replace(pair.right, classes=right_classes, weights=right_weights),
    )


def with_classes(
    pair: DatasetPair, left_classes: NDArray[np.intp], right_classes: NDArray[np.intp], seed: int
) -> DatasetPair:
    """The pair as it would be if its rows had these classes.

    Cells depend on classes only where each class was filled with its own common value: those are filled again.
    """
    if pair.preparation.missing != "class-common" or not any(pair.n_filled):
        return rebalanced(pair, left_classes, right_classes, seed)
    matched = pair.matched
    left, right = (
        replace(table, classes=classes)
        for table, classes in ((matched.left, left_classes), (matched.right, right_classes))
    )
    made = prepare(replace(matched, left=left, right=right), replace(pair.preparation, seed=seed))
    return replace(made, matched=matched, preparation=pair.preparation)


def column_permutation(
    pair: DatasetPair, generator: np.random.Generator, exclude: Sequence[str] = ()
) -> NDArray[np.intp]:
    """A chance order of the columns in which each takes the place of one of its kind; those of `exclude` stay.

    Numeric columns change places among themselves, categorical ones and codes among those with the same values: a
    column of another kind would fit nowhere whatever it measures, just as other units would not.
    """
    permutation = np.arange(pair.n_attributes, dtype=np.intp)
    for columns in _columns_by_kind(pair, exclude):
        permutation[columns] = generator.permutation(columns)
    return permutation


def columns_can_change_places(pair: DatasetPair, exclude: Sequence[str] = ()) -> bool:
    """Whether `column_permutation` has more than one order to choose from."""
    return any(len(columns) > 1 for columns in _columns_by_kind(pair, exclude))


def _columns_by_kind(pair: DatasetPair, exclude: Sequence[str]) -> list[list[int]]:
    groups: dict[Kind, list[int]] = {}
    for column, (name, kind) in enumerate(zip(pair.attributes, _kinds(pair), strict=True)):
        if name in exclude:
            continue
        groups.setdefault(kind, []).append(column)
    return list(groups.values())


def _kinds(pair: DatasetPair) -> list[Kind]:
    return list(zip(pair.categories, pair.codes or (None,) * pair.n_attributes, strict=True))


def with_right_columns(pair: DatasetPair, permutation: NDArray[np.intp], seed: int) -> DatasetPair:
    """The pair with column `permutation[c]` of the right table under the name of attribute c."""
    kinds = _kinds(pair)
    same_kind = all(kinds[int(old)] == kind for old, kind in zip(permutation, kinds, strict=True))
    if not same_kind or not np.array_equal(np.sort(permutation), np.arange(pair.n_attributes)):
        raise InvalidParameterError("wrong-column-order")
    original = np.take(pair.right.original.T, permutation, axis=0).T
    unscaled = pair.right.scaled is pair.right.original
    scaled = original if unscaled else np.take(pair.right.scaled.T, permutation, axis=0).T
    moved = replace(pair, right=replace(pair.right, original=original, scaled=scaled))
    return rebalanced(moved, pair.left.classes, pair.right.classes, seed)


def held_out_rows(
    pair: DatasetPair, left: Dataset, right: Dataset
) -> tuple[tuple[NDArray[np.float64], NDArray[np.intp]], tuple[NDArray[np.float64], NDArray[np.intp]]]:
    """Cells in original units and classes of rows that the pair was not made from, completed by what it learned.

    `left` and `right` are other rows of the pair's matched tables.
    """
    settled = pair.matched.settled or Settled()
    rule = fit_missing(pair.matched.left, pair.matched.right, pair.preparation.missing, settled.codes)
    left_rows = complete_held_out(left, rule, pair.matched.left)
    right_rows = complete_held_out(right, rule, pair.matched.right)
    return (left_rows.values, left.classes[left_rows.rows]), (right_rows.values, right.classes[right_rows.rows])


def threshold_between(
    original_column: NDArray[np.float64], scaled_column: NDArray[np.float64], threshold: float
) -> float:
    """The threshold in the units of a table, so that original ≤ it exactly when scaled ≤ `threshold`.

    It is the midpoint of the largest original value at or below and the smallest above; should the midpoint round up
    to the larger value, the smaller is taken. With all values on one side it is the nearest of them that does it.
    """
    below = scaled_column <= threshold
    if below.all():
        return float(original_column.max())
    if not below.any():
        return math.nextafter(float(original_column.min()), -math.inf)
    return midpoint(float(original_column[below].max()), float(original_column[~below].min()))


def midpoint(smaller: float, larger: float) -> float:
    """The middle of two numbers without overflow; the smaller one where rounding would give the larger."""
    middle = (smaller + larger) / 2
    if not math.isfinite(middle):
        middle = smaller / 2 + larger / 2
    return middle if middle < larger else smaller
