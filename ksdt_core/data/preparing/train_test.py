"""Rows to learn from and rows to be judged on, of one kind: nothing about the second may reach the first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ksdt_core.data.matching.matching import match_tables
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair, Matched, Missing, Preparation
from ksdt_core.data.preparing.missing import Completed, MissingRule, complete, complete_held_out, fit_missing
from ksdt_core.data.preparing.pairing import check_classes_left, prepare
from ksdt_core.errors import InvalidDataError, Remedy


def pair_train_test(train: Dataset, test: Dataset, *, missing: Missing = "fail") -> DatasetPair:
    """The pair with the training rows on the left and the test rows on the right.

    Missing cells of both are filled with what the training rows hold; the classes of test rows are never looked at.
    Columns with a missing cell in either table are dropped under drop-columns.
    """
    preparation = Preparation(missing=missing)
    _check_classes(train, test)
    train, test = _with_classes_in_use(train), _with_classes_in_use(test)
    matched = match_test(train, test)
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
        raise InvalidDataError("classes-not-learned", test=test.name, train=train.name, names=tuple(unknown))
    if lacking:
        raise InvalidDataError("classes-not-tested", test=test.name, train=train.name, names=tuple(lacking))
    if len(learned) < 2:
        raise InvalidDataError(
            "one-class", left=train.name, right=test.name, name=learned[0], remedies=(Remedy("target"),)
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


def match_test(train: Dataset, test: Dataset) -> Matched:
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
                "kind-changes",
                column=name,
                train=train.name,
                test=test.name,
                example=words[-1],
                remedies=(Remedy("missing"),),
            )
    return matched


def _lacks(train: Dataset, test: Dataset, names: tuple[str, ...]) -> InvalidDataError:
    remedies = (Remedy("exclude", names),) if len(names) < train.n_attributes else ()
    return InvalidDataError("columns-lacking", test=test.name, train=train.name, names=names, remedies=remedies)
