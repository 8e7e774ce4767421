"""Rows to learn from and rows to be judged on, of one kind: nothing about the second may reach the first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ksdt_core.data.cells import listed
from ksdt_core.data.dataset import Dataset
from ksdt_core.data.matching import match_tables
from ksdt_core.data.missing import Completed, MissingRule, complete, complete_held_out, fit_missing
from ksdt_core.data.pair import DatasetPair, Matched, Missing, Preparation
from ksdt_core.data.pairing import check_classes_left, check_preparation, prepare
from ksdt_core.errors import InvalidDataError


def pair_train_test(train: Dataset, test: Dataset, *, missing: Missing = "fail") -> DatasetPair:
    """The pair with the training rows on the left and the test rows on the right.

    Missing cells of both are filled with what the training rows hold; the classes of test rows are never looked at.
    Columns with a missing cell in either table are dropped under drop-columns.
    """
    preparation = Preparation(missing=missing)
    check_preparation(preparation)
    _check_classes(train, test)
    train, test = _with_classes_in_use(train), _with_classes_in_use(test)
    matched = _matched(train, test)
    rule = fit_missing(matched.left, matched.right, missing)
    done = (complete(matched.left, rule), complete_held_out(matched.right, rule, matched.left))
    sides = (matched.left, matched.right)
    for table, completed in zip(sides, done, strict=True):
        check_classes_left(table, completed)
    left, right = (_completed(table, part, rule) for table, part in zip(sides, done, strict=True))
    pair = prepare(replace(matched, left=left, right=right), Preparation())
    kept = set(rule.columns)
    return replace(
        pair,
        preparation=preparation,
        n_filled=(done[0].n_filled, done[1].n_filled),
        n_rows_dropped=(train.n_rows - left.n_rows, test.n_rows - right.n_rows),
        columns_dropped=tuple(name for c, name in enumerate(matched.left.attributes) if c not in kept),
    )


def _completed(table: Dataset, done: Completed, rule: MissingRule) -> Dataset:
    return replace(table.take_columns(rule.columns), values=done.values, classes=table.classes[done.rows])


def _check_classes(train: Dataset, test: Dataset) -> None:
    """Both tables have rows of the same classes, at least two."""
    learned, asked = _classes_with_rows(train), _classes_with_rows(test)
    unknown = [name for name in asked if name not in learned]
    lacking = [name for name in learned if name not in asked]
    if unknown:
        raise InvalidDataError(
            f"{test.name} has rows of class {listed(unknown)}, of which {train.name} has none to learn from; "
            "leave these rows out or give training rows of the same classes."
        )
    if lacking:
        raise InvalidDataError(
            f"{test.name} has no row of class {listed(lacking)}, which {train.name} has; "
            "give test rows of every class, so that errors can be balanced over all of them."
        )
    if len(learned) < 2:
        raise InvalidDataError(
            f"{train.name} and {test.name} have only rows of the class {learned[0]!r}; "
            "at least two classes are needed, so choose another column with --target."
        )


def _classes_with_rows(table: Dataset) -> list[str]:
    counts = table.class_counts().tolist()
    return [name for name, count in zip(table.class_names, counts, strict=True) if count]


def _with_classes_in_use(table: Dataset) -> Dataset:
    """The table without classes that a file lists but no row has."""
    used = _classes_with_rows(table)
    if len(used) == len(table.class_names):
        return table
    place = np.array([used.index(name) if name in used else -1 for name in table.class_names], dtype=np.intp)
    return replace(table, class_names=tuple(used), classes=place[table.classes])


def _matched(train: Dataset, test: Dataset) -> Matched:
    """Every column of the training table is in the test table, and holds numbers there if it does in training."""
    try:
        matched = match_tables(train, test)
    except InvalidDataError:  # not one column is shared
        raise _lacks(train, test, train.attributes) from None
    if matched.left_unmatched:
        raise _lacks(train, test, matched.left_unmatched)
    kinds = dict(zip(test.attributes, test.categories, strict=True))
    for column, (name, there) in enumerate(zip(train.attributes, matched.right_names, strict=True)):
        words = kinds[there]
        if train.categories[column] is None and words is not None:
            raise InvalidDataError(
                f"column {name!r} holds numbers in {train.name} but words in {test.name}, as {words[-1]!r}; "
                "mend these cells, or leave them empty and choose what --missing does about them."
            )
    return matched


def _lacks(train: Dataset, test: Dataset, names: tuple[str, ...]) -> InvalidDataError:
    return InvalidDataError(
        f"{test.name} lacks {listed(names)} of the columns of {train.name}; "
        "give test rows with the columns of the training rows, or take these columns out of both tables."
    )
