"""Rows kept aside: trees mined without them, accuracies counted on them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.folds import stratified_holdout
from ksdt_core.data.preparing.pairing import held_out_rows, prepare
from ksdt_core.errors import InvalidDataError
from ksdt_core.mining.finishing import set_scores, with_accuracies
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.columns import cells_of
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.walk import predicted_classes

Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class HeldOut:
    """Rows of one table that were not mined, cells in the units of the table."""

    values: NDArray[np.float64]
    classes: NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """A pair made from some rows of two tables, and the other rows."""

    pair: DatasetPair
    left: HeldOut
    right: HeldOut


def split_pair(pair: DatasetPair, left: tuple[Rows, Rows], right: tuple[Rows, Rows]) -> Split:
    """Part the rows of both tables into (mined, held out); all from missing cells on is done on the mined rows."""
    matched = pair.matched
    mined = replace(matched, left=matched.left.take_rows(left[0]), right=matched.right.take_rows(right[0]))
    trained = prepare(mined, pair.preparation)
    left_rows, right_rows = held_out_rows(trained, matched.left.take_rows(left[1]), matched.right.take_rows(right[1]))
    return Split(trained, HeldOut(*left_rows), HeldOut(*right_rows))


def held_out_pair(pair: DatasetPair, share: float) -> Split:
    """Hold out a share of the rows of each class of both tables, by the seed of the pair."""
    seed = pair.preparation.seed
    left, right = (
        stratified_holdout(table.classes, share, seed, name=table.name)
        for table in (pair.matched.left, pair.matched.right)
    )
    with naming_the_rows("held-out-rows-refused", share=share):
        return split_pair(pair, left, right)


@contextmanager
def naming_the_rows(code: str, **facts: Any) -> Iterator[None]:
    """What is wrong with some rows of a table must not read as if it were wrong with all of them."""
    try:
        yield
    except InvalidDataError as error:
        raise InvalidDataError(code, reason=error, remedies=error.remedies, **facts) from None


def mined_rows(pair: DatasetPair, share: float) -> tuple[Rows, Rows]:
    """For each row that is mined its position in the matched tables of the whole pair."""
    left, right = (
        stratified_holdout(table.classes, share, pair.preparation.seed, name=table.name)[0]
        if share
        else np.arange(table.n_rows, dtype=np.intp)
        for table in (pair.matched.left, pair.matched.right)
    )
    return left, right


def n_correct(shared: SharedTree, split: Split) -> tuple[int, int]:
    """How many held-out rows of each table the tree answers rightly, by the thresholds in that table's units."""
    left, right = (
        predicted_classes(shared.tree, cells_of(shared.tree, held.values, split.pair.attributes), thresholds=thresholds)
        for held, thresholds in ((split.left, shared.threshold_left), (split.right, shared.threshold_right))
    )
    return int((left == split.left.classes).sum()), int((right == split.right.classes).sum())


def with_accuracies_on(split: Split, trees: tuple[SharedTree, ...]) -> tuple[SharedTree, ...]:
    """The same trees with accuracies on the held-out rows; CDV, DSN and DS stay those of the training rows."""
    sizes = (max(1, split.left.classes.size), max(1, split.right.classes.size))
    rescored = []
    for shared in trees:
        correct = n_correct(shared, split)
        rescored.append(with_accuracies(shared, (correct[0] / sizes[0], correct[1] / sizes[1])))
    return tuple(rescored)


def with_held_out_accuracies(trees: TreeSet, split: Split) -> TreeSet:
    """The set with accuracies, and the scores they go into, from the held-out rows."""
    rescored = with_accuracies_on(split, trees.trees)
    scores = set_scores(rescored, trees.tpd)
    left = replace(trees.pair.left, held_out=split.left.classes.size)
    right = replace(trees.pair.right, held_out=split.right.classes.size)
    return replace(trees, trees=rescored, scores=scores, pair=replace(trees.pair, left=left, right=right))
