"""Cross-validation: how well sets mined on some of the rows answer for the others."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from ksdt_core.codec import COUNT, NUMBER, Codec, Field, optional, record
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.folds import stratified_folds
from ksdt_core.errors import InvalidParameterError
from ksdt_core.evidence.answers import TABLE_ANSWERS, TableAnswers, pooled
from ksdt_core.evidence.effects import FoldAnswers, held_out_answers
from ksdt_core.mining.cells.found import best_of_triangle
from ksdt_core.mining.cells.weight_cells import SCORES, ValidatedRegion, WeightCells
from ksdt_core.mining.holdout import Split, naming_the_rows, split_pair
from ksdt_core.mining.miners import Ground
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.sweeps import BestBy, Picked, Sweep, best_position, chosen_from
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import workbench_of
from ksdt_core.parallel.executor import Progress, run_tasks
from ksdt_core.parallel.workers import Workers

MOST_REGIONS = 50  # that are validated, besides the best


@dataclass(frozen=True, slots=True)
class CrossValidation:
    """Accuracies on rows that were not mined, pooled over folds by position of the tree in the set, then averaged."""

    folds: int
    sa: float  # mean over trees of the smaller accuracy
    accuracy_left: float
    accuracy_right: float
    left: TableAnswers | None = None  # every row once, answered by the trees of the fold that did not mine it
    right: TableAnswers | None = None

    @classmethod
    def of_answers(cls, folds: int, left: TableAnswers, right: TableAnswers) -> Self:
        """The shares of right answers, by position of the tree."""
        both = [(one.accuracy, other.accuracy) for one, other in zip(left.trees, right.trees, strict=True)]
        return cls(
            folds=folds,
            sa=math.fsum(min(pair_of) for pair_of in both) / len(both),
            accuracy_left=math.fsum(one for one, _ in both) / len(both),
            accuracy_right=math.fsum(other for _, other in both) / len(both),
            left=left,
            right=right,
        )

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = CROSS_VALIDATION.write(self)
        return document


CROSS_VALIDATION: Codec[CrossValidation] = record(
    CrossValidation,
    {
        "folds": COUNT,
        "sa": NUMBER,
        "accuracy_left": NUMBER,
        "accuracy_right": NUMBER,
        "left": Field("left", optional(TABLE_ANSWERS), usual=None),
        "right": Field("right", optional(TABLE_ANSWERS), usual=None),
    },
)


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """What every fold shares."""

    pair: DatasetPair
    parameters: MiningParameters
    vectors: tuple[WeightVector, ...]
    folds: int
    best_by: BestBy = "sdtsq"
    most: int | None = None  # each fold chooses from so many cells of the whole triangle instead of vectors


def cross_validate(
    pair: DatasetPair,
    result: TreeSet | Sweep | Picked | WeightCells,
    *,
    folds: int = 5,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> CrossValidation:
    """Mine each training part, including the choice from a pool, and count correct predictions on the held-out rows."""
    best, vectors = (result.best.tree_set, ()) if isinstance(result, WeightCells) else chosen_from(result)
    mined_pair(pair, best)  # refuses another pair
    best_by = result.best_by if isinstance(result, Sweep | Picked) else "sdtsq"
    most = result.most if isinstance(result, WeightCells) else None
    plan = _Plan(pair, best.parameters, vectors, folds, best_by, most)
    _folds(plan)  # a table with too few rows is refused before any work
    parts = run_tasks(_fold, plan, range(folds), workers=workers, progress=progress, should_stop=should_stop)
    return _validated(plan, parts)


def _validated(plan: _Plan, parts: Sequence[FoldAnswers]) -> CrossValidation:
    """What the folds answered, put together."""
    n_classes = len(plan.pair.class_names)
    left, right = (pooled([part[side] for part in parts], n_classes) for side in (0, 1))
    return CrossValidation.of_answers(plan.folds, left, right)


def _folds(plan: _Plan) -> tuple[list[Any], list[Any]]:
    matched, seed = plan.pair.matched, plan.pair.preparation.seed
    left, right = (
        stratified_folds(table.classes, plan.folds, seed, class_names=table.class_names, name=table.name)
        for table in (matched.left, matched.right)
    )
    return left, right


def _training(plan: _Plan, number: int) -> tuple[Split, Ground]:
    """The rows of a fold, and its training rows ready to be mined."""
    left, right = _folds(plan)
    with naming_the_rows("fold-refused", fold=number + 1, folds=plan.folds):
        split = split_pair(plan.pair, left[number], right[number])
    return split, Ground.of_rows(split.pair, None, plan.parameters, may_be_rootless=True)


def _fold(plan: _Plan, number: int) -> FoldAnswers:
    """Classes and answers of the held-out rows of one fold, for both tables."""
    split, ground = _training(plan, number)
    if plan.most is not None:
        best = best_of_triangle(ground, workbench_of(ground.pair), most=plan.most)
    elif plan.best_by == "cv" and len(plan.vectors) > 1:
        inner = _inner_folds(split.pair, plan.folds)
        validated = cross_validated_pool(split.pair, plan.parameters, plan.vectors, folds=inner)
        best = ground.mined(plan.vectors[best_position([each.sa for each in validated])])
    else:
        sets = [ground.mined(vector) for vector in plan.vectors]
        best = sets[best_position([trees.scores.sdtsq for trees in sets])]
    return held_out_answers(best.trees, split)


def _inner_folds(pair: DatasetPair, folds: int) -> int:
    """As many folds as there are outside, or as the smallest class of the training rows allows."""
    smallest = min(int(table.class_counts().min()) for table in (pair.matched.left, pair.matched.right))
    return max(2, min(folds, smallest))


def cross_validated_pool(
    pair: DatasetPair,
    parameters: MiningParameters,
    vectors: Sequence[WeightVector],
    *,
    folds: int = 5,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> list[CrossValidation]:
    """The cross-validation of the sets of every weight vector, all on the same folds."""
    plan = _Plan(pair, parameters, tuple(vectors), folds)
    _folds(plan)
    parts = run_tasks(_fold_of_all, plan, range(folds), workers=workers, progress=progress, should_stop=should_stop)
    return [_validated(plan, [part[position] for part in parts]) for position in range(len(vectors))]


def _fold_of_all(plan: _Plan, number: int) -> list[FoldAnswers]:
    """One fold for the set of every weight vector."""
    split, ground = _training(plan, number)
    return [held_out_answers(ground.mined(vector).trees, split) for vector in plan.vectors]


def validated_regions(
    pair: DatasetPair,
    cells: WeightCells,
    *,
    folds: int = 5,
    most: int = MOST_REGIONS,
    workers: Workers = 1,
    progress: Progress | None = None,
) -> tuple[ValidatedRegion, ...]:
    """The largest regions and those that are best by some score, the highest cross-validated SA first.

    Weights are held fixed: each fold mines at the inner point of each region.
    """
    if cells.found is None:
        raise InvalidParameterError("cells-without-tables")
    chosen = {region.number: region for region in (*cells.regions[:most], *(cells.best_by(score) for score in SCORES))}
    vectors = [region.weights for region in chosen.values()]
    parameters = cells.found.ground.parameters
    validated = cross_validated_pool(pair, parameters, vectors, folds=folds, workers=workers, progress=progress)
    found = (
        ValidatedRegion(number, folds, each.sa, each.accuracy_left, each.accuracy_right)
        for number, each in zip(chosen, validated, strict=True)
    )
    return tuple(sorted(found, key=lambda each: (-each.sa, each.region)))
