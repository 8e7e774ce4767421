"""How the rows of two tables were answered by trees and by their vote; each original row counts once.

The counts are kept, and every share follows from them: accuracy with its 95 % Wilson interval, balanced accuracy,
sensitivity and specificity of each class, and for the vote of two classes the AUC.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import Codec, Derived, Field, many, optional, record
from ksdt_core.measures.answers import (
    Confusion,
    area_under_curve,
    balanced_accuracy,
    balanced_interval,
    baseline,
    class_sizes,
    confusion_matrix,
    majority_vote,
    n_answered_right,
    sensitivities,
    specificities,
    votes_for_second,
)
from ksdt_core.measures.intervals import binomial_p_value, wilson_interval

PREDICTS_LEVEL = 0.05
Side = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")


@dataclass(frozen=True, slots=True)
class Answers:
    """The rows of one table by their class and by what was answered."""

    confusion: Confusion

    @property
    def n_rows(self) -> int:
        return sum(class_sizes(self.confusion))

    @property
    def correct(self) -> int:
        return n_answered_right(self.confusion)

    @property
    def accuracy(self) -> float:
        return self.correct / self.n_rows if self.n_rows else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the accuracy."""
        return wilson_interval(self.correct, self.n_rows) if self.n_rows else (0.0, 1.0)

    @property
    def balanced_accuracy(self) -> float:
        return balanced_accuracy(self.confusion)

    @property
    def balanced_interval(self) -> tuple[float, float]:
        return balanced_interval(self.confusion)

    @property
    def baseline(self) -> float:
        """The share of the largest class of these rows: what always answering that class reaches."""
        return baseline(class_sizes(self.confusion))[1]

    @property
    def baseline_class(self) -> int:
        return baseline(class_sizes(self.confusion))[0]

    @property
    def p_value(self) -> float:
        """How often guessing at the baseline answers as many rows right (one-sided binomial test)."""
        return binomial_p_value(self.correct, self.n_rows, self.baseline)

    @property
    def beats_baseline(self) -> bool:
        """More right answers than the baseline gives, beyond chance: p < 0.05."""
        return self.p_value < PREDICTS_LEVEL


@dataclass(frozen=True, slots=True)
class Vote(Answers):
    """What the majority vote of the trees answers; ties go to the class listed first.

    `second` has for two classes the rows by class and by the number of trees that answer the second class.
    """

    second: Confusion | None = None

    @property
    def auc(self) -> float | None:
        """AUC with the share of trees that answer the second class as the score; None beyond two classes."""
        return None if self.second is None else area_under_curve(self.second)


@dataclass(frozen=True, slots=True)
class TableAnswers:
    """The rows of one table under every tree and under the vote."""

    trees: tuple[Answers, ...]
    vote: Vote | None  # None where only counts at nodes are known, of which no vote can be taken

    @property
    def baseline(self) -> float:
        """The share of the table's largest class."""
        return self.trees[0].baseline

    @property
    def baseline_class(self) -> int:
        return self.trees[0].baseline_class


@dataclass(frozen=True, slots=True)
class PairAnswers:
    """Both tables."""

    left: TableAnswers
    right: TableAnswers

    @property
    def sides(self) -> tuple[TableAnswers, TableAnswers]:
        return self.left, self.right


def table_answers(classes: NDArray[np.intp], answers: NDArray[np.int32], n_classes: int) -> TableAnswers:
    """The answers of k trees, (k, n_rows), beside the classes of the rows."""
    trees = tuple(Answers(confusion_matrix(classes, each, n_classes)) for each in answers)
    voted = confusion_matrix(classes, majority_vote(answers, n_classes), n_classes)
    return TableAnswers(trees, Vote(voted, votes_for_second(classes, answers) if n_classes == 2 else None))


def pooled(parts: Sequence[tuple[NDArray[np.intp], NDArray[np.int32]]], n_classes: int) -> TableAnswers:
    """The same over several parts of the rows, each answered by trees of its own: (classes, answers) of each part."""
    classes = np.concatenate([part for part, _ in parts])
    return table_answers(classes, np.concatenate([answers for _, answers in parts], axis=1), n_classes)


def _counts(found: Any) -> Confusion:
    return tuple(tuple(int(count) for count in row) for row in found)


CONFUSION: Codec[Confusion] = Codec(lambda counts: [list(row) for row in counts], _counts)
_SHARES = {
    "correct": Derived(lambda answers: answers.correct),
    "accuracy": Derived(lambda answers: answers.accuracy),
    "interval": Derived(lambda answers: list(answers.interval)),
    "balanced_accuracy": Derived(lambda answers: answers.balanced_accuracy),
    "balanced_interval": Derived(lambda answers: list(answers.balanced_interval)),
    "sensitivity": Derived(lambda answers: list(sensitivities(answers.confusion))),
    "specificity": Derived(lambda answers: list(specificities(answers.confusion))),
    "p_baseline": Derived(lambda answers: answers.p_value),
}
ANSWERS: Codec[Answers] = record(Answers, {"confusion": CONFUSION, **_SHARES})
VOTE: Codec[Vote] = record(
    Vote,
    {
        "confusion": CONFUSION,
        "second": Field("second", optional(CONFUSION), usual=None),
        **_SHARES,
        "auc": Derived(lambda vote: vote.auc),
    },
)
TABLE_ANSWERS: Codec[TableAnswers] = record(
    TableAnswers,
    {
        "rows": Derived(lambda table: list(class_sizes(table.trees[0].confusion))),
        "baseline": Derived(lambda table: table.baseline),
        "trees": many(ANSWERS),
        "vote": Field("vote", optional(VOTE), usual=None),
    },
)
PAIR_ANSWERS: Codec[PairAnswers] = record(PairAnswers, {"left": TABLE_ANSWERS, "right": TABLE_ANSWERS})
