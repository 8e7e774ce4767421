"""Yardsticks: what two common learners reach on the same rows and folds, to stand beside a set of shared trees.

Logistic regression (L2 penalty, C = 1, columns standardised by the training rows) and a random forest of 100 trees. A
categorical attribute becomes one column for each of its values. Each is cross-validated on each table, on the folds
that `cross_validate` uses, and trained on all rows of one table and tested on the other, on the scaled values where a
scale is chosen. Every original row counts once; balancing plays no part.

The time is bounded. The penalty does not change when the axes turn, so the regression is fitted on at most as many
principal axes as there are training rows, which gives the same answers with 20 attributes or 20,000. It is fitted on
at most `MOST_ROWS` rows, and each tree of the forest on at most `ROWS_A_TREE`, drawn by the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import NUMBER, PLAIN, Codec, Derived, many, optional, record
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.folds import stratified_folds
from ksdt_core.errors import Interrupted
from ksdt_core.evidence.answers import CONFUSION, Answers
from ksdt_core.measures.answers import confusion_matrix
from ksdt_core.mining.holdout import naming_the_rows, split_pair
from ksdt_core.parallel.executor import Progress

Learner = Literal["logistic", "forest"]
LEARNERS: dict[Learner, str] = {"logistic": "Logistic regression", "forest": "Random forest"}
N_TREES = 100
MOST_ROWS = 20_000
ROWS_A_TREE = 5_000
FARTHEST = 1e6
SMALL = 500  # coefficients that are fitted by second derivatives
Cells = NDArray[np.float64]
Classes = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Scored:
    """How the rows of one table were answered by a learner, and for two classes the AUC of its probabilities."""

    answers: Answers
    auc: float | None


@dataclass(frozen=True, slots=True)
class Yardstick:
    """One learner: cross-validated on each table, and trained on the other table."""

    learner: Learner
    cv_left: Scored
    cv_right: Scored
    left_from_right: Scored  # rows of the left table, answered by what was learned on the right one
    right_from_left: Scored


@dataclass(frozen=True, slots=True)
class Yardsticks:
    """Both learners, on all attributes but those excluded."""

    folds: int
    attributes: int
    learners: tuple[Yardstick, ...]

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = YARDSTICKS.write(self)
        return document


_ANSWERS: Codec[Answers] = record(
    Answers,
    {
        "confusion": CONFUSION,
        "accuracy": Derived(lambda answers: answers.accuracy),
        "interval": Derived(lambda answers: list(answers.interval)),
        "balanced_accuracy": Derived(lambda answers: answers.balanced_accuracy),
    },
)
_SCORED: Codec[Scored] = record(Scored, {"answers": _ANSWERS, "auc": optional(NUMBER)})
YARDSTICKS: Codec[Yardsticks] = record(
    Yardsticks,
    {
        "folds": PLAIN,
        "attributes": PLAIN,
        "learners": many(
            record(
                Yardstick,
                {
                    "learner": PLAIN,
                    "cv_left": _SCORED,
                    "cv_right": _SCORED,
                    "left_from_right": _SCORED,
                    "right_from_left": _SCORED,
                },
            )
        ),
    },
)


def measure_yardsticks(
    pair: DatasetPair,
    *,
    folds: int = 5,
    exclude: Sequence[str] = (),
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Yardsticks:
    """Both learners on the rows of a pair; the same seed gives the same numbers."""
    matched, seed = pair.matched, pair.preparation.seed
    left, right = (
        stratified_folds(table.classes, folds, seed, class_names=table.class_names, name=table.name)
        for table in (matched.left, matched.right)
    )
    done = 0
    parts: dict[tuple[Learner, int], list[tuple[Classes, Cells]]] = {}
    for number in range(folds):
        with naming_the_rows("fold-refused", fold=number + 1, folds=folds):
            split = split_pair(pair, left[number], right[number])
        trained = split.pair
        for side, (domain, held) in enumerate(((trained.left, split.left), (trained.right, split.right))):
            learn, test = _columns(trained, domain.original, held.values, exclude)
            for learner, chances in _learned(learn, domain.classes, test, len(pair.class_names), seed):
                parts.setdefault((learner, side), []).append((held.classes, chances))
        done = _tell(done, folds + 2, progress, should_stop)
    transfer = {}
    for side, (source, target) in enumerate(((pair.right, pair.left), (pair.left, pair.right))):
        learn, test = _columns(pair, source.scaled, target.scaled, exclude)
        for learner, chances in _learned(learn, source.classes, test, len(pair.class_names), seed):
            transfer[learner, side] = _scored([(target.classes, chances)])
        done = _tell(done, folds + 2, progress, should_stop)
    learners = tuple(
        Yardstick(each, _scored(parts[each, 0]), _scored(parts[each, 1]), transfer[each, 0], transfer[each, 1])
        for each in LEARNERS
    )
    return Yardsticks(folds, pair.n_attributes - len(set(exclude) & set(pair.attributes)), learners)


def _tell(done: int, total: int, progress: Progress | None, should_stop: Callable[[], bool] | None) -> int:
    if should_stop is not None and should_stop():
        raise Interrupted("cancelled")
    if progress is not None:
        progress(done + 1, total)
    return done + 1


def _columns(pair: DatasetPair, learn: Cells, test: Cells, exclude: Sequence[str]) -> tuple[Cells, Cells]:
    """Numbers as they are, a column for each value of a category; without the attributes excluded."""
    dropped = set(exclude)
    chosen = [column for column, name in enumerate(pair.attributes) if name not in dropped]
    numeric = [column for column in chosen if pair.categories[column] is None]
    made = []
    for cells in (learn, test):
        coded = [
            (cells[:, column, None] == np.arange(len(values))).astype(np.float64)
            for column in chosen
            if (values := pair.categories[column]) is not None
        ]
        made.append(np.hstack([cells[:, numeric], *coded]))
    return _standardised(made[0], made[1])


def _standardised(learn: Cells, test: Cells) -> tuple[Cells, Cells]:
    """(x − mean) / sd with the mean and sd of the training rows; test rows may lie `FARTHEST` sd away at most.

    Numbers near the largest that there are would overflow, so that columns are first divided by their largest.
    """
    largest = np.abs(learn).max(axis=0, initial=0.0)
    largest[largest == 0] = 1.0
    learn, test = learn / largest, np.clip(test / largest, -FARTHEST, FARTHEST)
    centre, spread = learn.mean(axis=0), learn.std(axis=0)
    spread[spread == 0] = 1.0
    return (learn - centre) / spread, np.clip((test - centre) / spread, -FARTHEST, FARTHEST)


def _learned(learn: Cells, classes: Classes, test: Cells, n_classes: int, seed: int) -> Iterator[tuple[Learner, Cells]]:
    """For each learner the chances of every class for the test rows: (n_rows, n_classes)."""
    for learner, fitted in (("logistic", _logistic), ("forest", _forest)):
        chances = np.zeros((test.shape[0], n_classes))
        if test.shape[0]:
            known, found = fitted(learn, classes, test, seed)
            chances[:, known] = found
        yield learner, chances  # type: ignore[misc]


def _logistic(learn: Cells, classes: Classes, test: Cells, seed: int) -> tuple[Classes, Cells]:
    from sklearn.linear_model import LogisticRegression  # late: takes almost two seconds

    if learn.shape[0] > MOST_ROWS:
        rows = np.sort(np.random.default_rng(seed).choice(learn.shape[0], MOST_ROWS, replace=False))
        learn, classes = learn[rows], classes[rows]
    if learn.shape[1] > learn.shape[0]:
        learn, test = _on_principal_axes(learn, test)
    is_small = learn.shape[1] * (int(classes.max()) + 1) <= SMALL
    solver = "newton-cholesky" if is_small else "lbfgs"  # exact in a few steps, or any size
    model = LogisticRegression(max_iter=1000, solver=solver).fit(learn, classes)
    return model.classes_, model.predict_proba(test)


def _on_principal_axes(learn: Cells, test: Cells) -> tuple[Cells, Cells]:
    """The same rows turned into the axes along which the training rows spread: X Xᵀ = U Λ Uᵀ gives X V = U √Λ."""
    spread, axes = np.linalg.eigh(learn @ learn.T)
    kept = spread > 1e-10 * max(spread[-1], 1e-300)
    length = np.sqrt(spread[kept])
    return axes[:, kept] * length, test @ learn.T @ axes[:, kept] / length


def _forest(learn: Cells, classes: Classes, test: Cells, seed: int) -> tuple[Classes, Cells]:
    from sklearn.ensemble import RandomForestClassifier  # late, as above

    most = ROWS_A_TREE if learn.shape[0] > ROWS_A_TREE else None
    model = RandomForestClassifier(N_TREES, random_state=seed % 2**32, max_samples=most, n_jobs=1).fit(learn, classes)
    return model.classes_, model.predict_proba(test)


def _scored(parts: Sequence[tuple[Classes, Cells]]) -> Scored:
    """The class with the largest chance, the first on a tie."""
    classes = np.concatenate([part for part, _ in parts])
    chances = np.concatenate([part for _, part in parts])
    n_classes = chances.shape[1]
    answers = Answers(confusion_matrix(classes, chances.argmax(axis=1), n_classes))
    return Scored(answers, _auc(classes, chances[:, 1]) if n_classes == 2 else None)


def _auc(classes: Classes, scores: Cells) -> float | None:
    """P(s₁ > s₀) + ½ P(s₁ = s₀) of the chances of the second class; None where a class has no rows."""
    first, second = np.sort(scores[classes == 0]), scores[classes == 1]
    if not first.size or not second.size:
        return None
    below = np.searchsorted(first, second, side="left") + np.searchsorted(first, second, side="right")
    return float(below.sum() / (2 * first.size * second.size))
