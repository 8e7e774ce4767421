"""Cross-validation: how well sets mined on some of the rows answer for the others."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ksdt_core.data.folds import stratified_folds
from ksdt_core.data.pair import DatasetPair
from ksdt_core.jobs.executor import run_tasks
from ksdt_core.jobs.workers import Workers
from ksdt_core.mining.holdout import n_correct, naming_the_rows, split_pair
from ksdt_core.mining.miners import mined_set
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.sweeps import Picked, Progress, Sweep, best_position, chosen_from
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector


@dataclass(frozen=True, slots=True)
class CrossValidation:
    """Accuracies on rows that were not mined, pooled over folds by position of the tree in the set, then averaged."""

    folds: int
    sa: float  # mean over trees of the smaller accuracy
    accuracy_left: float
    accuracy_right: float

    def to_document(self) -> dict[str, Any]:
        return {
            "folds": self.folds,
            "sa": self.sa,
            "accuracy_left": self.accuracy_left,
            "accuracy_right": self.accuracy_right,
        }


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """What every fold shares."""

    pair: DatasetPair
    parameters: MiningParameters
    vectors: tuple[WeightVector, ...]
    folds: int


def cross_validate(
    pair: DatasetPair,
    result: TreeSet | Sweep | Picked,
    *,
    folds: int = 5,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> CrossValidation:
    """Mine each training part again, choice from a pool included, and count on the held-out rows."""
    best, vectors = chosen_from(result)
    mined_pair(pair, best)  # refuses another pair
    plan = _Plan(pair, best.parameters, vectors, folds)
    _folds(plan)  # a table with too few rows is refused before any work
    counted = run_tasks(_fold, plan, range(folds), workers=workers, progress=progress, should_stop=should_stop)
    k = best.settings.k
    n_left = sum(fold.n_left for fold in counted)
    n_right = sum(fold.n_right for fold in counted)
    left, right = (
        [sum(fold.correct[t][side] for fold in counted) / max(1, n) for t in range(k)]
        for side, n in enumerate((n_left, n_right))
    )
    return CrossValidation(
        folds=folds,
        sa=math.fsum(min(pair_of) for pair_of in zip(left, right, strict=True)) / k,
        accuracy_left=math.fsum(left) / k,
        accuracy_right=math.fsum(right) / k,
    )


@dataclass(frozen=True, slots=True)
class _Counted:
    """Held-out rows of one fold, and how many of them each tree answered rightly."""

    n_left: int
    n_right: int
    correct: tuple[tuple[int, int], ...]


def _folds(plan: _Plan) -> tuple[list[Any], list[Any]]:
    matched, seed = plan.pair.matched, plan.pair.preparation.seed
    left, right = (
        stratified_folds(table.classes, plan.folds, seed, class_names=table.class_names, name=table.name)
        for table in (matched.left, matched.right)
    )
    return left, right


def _fold(plan: _Plan, number: int) -> _Counted:
    left, right = _folds(plan)
    with naming_the_rows(f"in fold {number + 1} of {plan.folds} of the cross-validation"):
        split = split_pair(plan.pair, left[number], right[number])
    sets = [mined_set(split.pair, plan.parameters, vector, may_be_rootless=True) for vector in plan.vectors]
    best = sets[best_position([trees.scores.sdtsq for trees in sets])]
    return _Counted(
        split.left.classes.size,
        split.right.classes.size,
        tuple(n_correct(shared, split) for shared in best.trees),
    )
