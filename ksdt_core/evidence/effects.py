"""How much the trees of a set predict, beside what guessing gives: on training rows, and on rows they did not see."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import Codec, Field, optional, record
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.evidence.answers import PAIR_ANSWERS, Answers, PairAnswers, TableAnswers, table_answers
from ksdt_core.measures.accuracy import shared_accuracy
from ksdt_core.measures.answers import Confusion
from ksdt_core.mining.holdout import Split, held_out_pair
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.columns import cells_of
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.walk import predicted_classes

Rows = Literal["held_out", "cross_validated", "training"]
SideAnswers = tuple[NDArray[np.intp], NDArray[np.int32]]
"""The classes of some rows of a table, and what each of k trees answers: (k, n_rows)."""
FoldAnswers = tuple[SideAnswers, SideAnswers]


@dataclass(frozen=True, slots=True)
class TreeVerdict:
    """Whether one tree predicts each table better than that table's baseline, and on which rows this was counted."""

    rows: Rows
    left: Answers
    right: Answers

    @property
    def on_new_rows(self) -> bool:
        return self.rows != "training"

    @property
    def predicts(self) -> tuple[bool, bool]:
        """For each table whether the count of right answers beats the baseline (one-sided binomial, p < 0.05)."""
        return self.left.beats_baseline, self.right.beats_baseline

    @property
    def failing(self) -> tuple[Answers, ...]:
        """What was answered in the tables that are not predicted."""
        return tuple(found for found in (self.left, self.right) if not found.beats_baseline)

    @property
    def predicts_nothing(self) -> bool:
        """Not clearly better than the baseline in either table."""
        return not any(self.predicts)


@dataclass(frozen=True, slots=True)
class Effects:
    """What is known of a set: the answers of its trees and of their vote, by the rows that were counted."""

    training: PairAnswers | None
    held_out: PairAnswers | None = None
    cross_validated: PairAnswers | None = None
    folds: int | None = None

    @property
    def cv_sa(self) -> float | None:
        """Cross-validated shared accuracy: the mean over trees of the smaller accuracy."""
        checked = self.cross_validated
        if checked is None:
            return None
        both = zip(checked.left.trees, checked.right.trees, strict=True)
        smaller = [shared_accuracy(left.accuracy, right.accuracy) for left, right in both]
        return math.fsum(smaller) / len(smaller)

    @property
    def by_rows(self) -> tuple[tuple[Rows, PairAnswers], ...]:
        """Rows that this very set did not see first, then those of cross-validation, then the training rows."""
        every: tuple[tuple[Rows, PairAnswers | None], ...] = (
            ("held_out", self.held_out),
            ("cross_validated", self.cross_validated),
            ("training", self.training),
        )
        return tuple((rows, found) for rows, found in every if found is not None)

    @property
    def judged_on(self) -> tuple[Rows, PairAnswers] | None:
        """The rows that verdicts are taken from."""
        return self.by_rows[0] if self.by_rows else None

    def verdict(self, tree: int) -> TreeVerdict | None:
        """What is to be said of one tree; None where nothing was counted."""
        if self.judged_on is None:
            return None
        rows, found = self.judged_on
        return TreeVerdict(rows, found.left.trees[tree], found.right.trees[tree])

    def without_predictive(self) -> tuple[int, ...]:
        """The trees that predict neither table better than its baseline."""
        if self.judged_on is None:
            return ()
        verdicts = (self.verdict(tree) for tree in range(len(self.judged_on[1].left.trees)))
        return tuple(tree for tree, found in enumerate(verdicts) if found is not None and found.predicts_nothing)

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = EFFECTS.write(self)
        return document

    @staticmethod
    def of_document(document: Mapping[str, Any]) -> Effects | None:
        """What a result document carries: `effects`, and what its cross-validation counted."""
        part, checked = document.get("effects"), document.get("cross_validated") or {}
        found = None if part is None else EFFECTS.read(part)
        if "left" in checked and "right" in checked:
            pooled = PAIR_ANSWERS.read(checked)
            found = replace(found or Effects(None), cross_validated=pooled, folds=int(checked["folds"]))
        return found


EFFECTS: Codec[Effects] = record(
    Effects,
    {
        "training": Field("training", optional(PAIR_ANSWERS), usual=None),
        "held_out": Field("held_out", optional(PAIR_ANSWERS), usual=None),
    },
)


def measure_effects(pair: DatasetPair, trees: TreeSet) -> Effects:
    """Count on the original rows of the pair that was mined; `pair` is the whole pair, held-out rows included."""
    share = trees.settings.holdout
    split = held_out_pair(pair, share) if share else None
    mined = pair if split is None else split.pair
    left, right = (
        table_answers(side.classes, _answers(trees.trees, side.scaled, mined.attributes), len(mined.class_names))
        for side in (mined.left, mined.right)
    )
    return Effects(PairAnswers(left, right), None if split is None else _on_held_out(trees.trees, split))


def held_out_answers(trees: tuple[SharedTree, ...], split: Split) -> FoldAnswers:
    """For each table the classes of its held-out rows, and what each tree answers.

    Cells are in the units of the tables, and so are the thresholds.
    """
    left, right = (
        np.stack(
            [
                predicted_classes(
                    each.tree,
                    cells_of(each.tree, held.values, split.pair.attributes),
                    thresholds=each.threshold_left if held is split.left else each.threshold_right,
                )
                for each in trees
            ]
        )
        for held in (split.left, split.right)
    )
    return (split.left.classes, left), (split.right.classes, right)


def effects_of(trees: TreeSet, document: Mapping[str, Any], pair: DatasetPair | None = None) -> Effects:
    """What a document tells, what its tables tell where they are at hand, else what its node counts tell."""
    found = Effects.of_document(document)
    if found is not None and found.training is not None:
        return found
    counted = _of_leaf_counts(trees) if pair is None else measure_effects(pair, trees)
    if found is None:
        return counted
    return replace(found, training=counted.training, held_out=counted.held_out)


def _of_leaf_counts(trees: TreeSet) -> Effects:
    """The trees by the original rows at their leaves; nothing where only balanced copies were counted.

    Nothing is known of a vote, nor of rows held out.
    """
    if not all(each.rows_known for each in trees.trees):
        return Effects(None)
    left, right = (
        TableAnswers(tuple(Answers(_leaf_confusion(each, rows)) for each, rows in counted), None)
        for counted in (
            [(each.tree, each.rows_left) for each in trees.trees],
            [(each.tree, each.rows_right) for each in trees.trees],
        )
    )
    return Effects(PairAnswers(left, right))


def _leaf_confusion(tree: Tree, counts: NDArray[np.int64]) -> Confusion:
    confusion = np.zeros((counts.shape[1], counts.shape[1]), dtype=np.int64)
    for leaf in np.flatnonzero(tree.is_leaf).tolist():
        confusion[:, tree.label[leaf]] += counts[leaf]
    return tuple(tuple(row) for row in confusion.tolist())


def _on_held_out(trees: tuple[SharedTree, ...], split: Split) -> PairAnswers:
    left, right = (
        table_answers(classes, answers, len(split.pair.class_names))
        for classes, answers in held_out_answers(trees, split)
    )
    return PairAnswers(left, right)


def _answers(
    trees: tuple[SharedTree, ...], values: NDArray[np.float64], attributes: tuple[str, ...]
) -> NDArray[np.int32]:
    return np.stack([predicted_classes(each.tree, cells_of(each.tree, values, attributes)) for each in trees])
