"""Splitting the rows of a table by chance, with every class in each part."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy
from ksdt_core.given import is_number, whole

Rows = NDArray[np.intp]


def stratified_folds(
    classes: Rows, n_folds: int, seed: int, *, class_names: Sequence[str] = (), name: str = "the table"
) -> list[tuple[Rows, Rows]]:
    """For each fold the rows to train on and the rows to test on; every row is tested once.

    The rows of a class are shuffled and dealt out in turn; dealing continues where the class before it ended, so that
    the folds differ by at most one row.
    """
    n_folds = whole("folds", n_folds, smallest=2)
    present, counts = np.unique(classes, return_counts=True)
    smallest = int(counts.argmin())
    fewest = int(counts[smallest])
    if fewest < n_folds:
        raise InvalidDataError(
            "too-few-for-folds" if fewest > 1 else "one-row-of-class",
            table=name,
            name=_class_name(int(present[smallest]), class_names),
            rows=fewest,
            folds=n_folds,
            remedies=(Remedy("folds", str(fewest)),) if fewest > 1 else (),
        )
    return dealt_folds(classes, n_folds, seed)


def dealt_folds(classes: Rows, n_folds: int, seed: int) -> list[tuple[Rows, Rows]]:
    """The same for classes of any size: one with fewer rows than folds is missing in some of them."""
    generator = np.random.default_rng(seed)
    of_classes = [np.flatnonzero(classes == position) for position in np.unique(classes)]
    order = np.concatenate([generator.permutation(rows) for rows in of_classes])
    fold_of = np.empty(classes.size, dtype=np.intp)
    fold_of[order] = np.arange(classes.size) % n_folds
    return [(np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)) for fold in range(n_folds)]


def stratified_holdout(classes: Rows, share: float, seed: int, *, name: str = "the table") -> tuple[Rows, Rows]:
    """The rows to train on and the rows held out: round(share · rows) of each class, but never all of them."""
    if not (is_number(share) and 0 < share < 1):
        raise InvalidParameterError("holdout-share", option="holdout", value=share)
    generator = np.random.default_rng(seed)
    held_out = []
    for position in np.unique(classes):
        rows = generator.permutation(np.flatnonzero(classes == position))
        held_out.append(rows[: min(round(share * rows.size), rows.size - 1)])
    test = np.sort(np.concatenate(held_out))
    if test.size == 0:
        raise InvalidDataError("nothing-held-out", table=name, share=share, remedies=(Remedy("holdout"),))
    return np.setdiff1d(np.arange(classes.size), test), test


def _class_name(position: int, class_names: Sequence[str]) -> str:
    return repr(class_names[position]) if position < len(class_names) else f"number {position + 1}"
