"""Cross-validation of many regions of the weight triangle at once: each fold is prepared once for all of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.folds import stratified_folds
from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.cells.weight_cells import SCORES, ValidatedRegion, WeightCells
from ksdt_core.mining.holdout import n_correct, naming_the_rows, split_pair
from ksdt_core.mining.miners import Ground
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.sweeps import Progress
from ksdt_core.mining.weights import WeightVector
from ksdt_core.parallel.executor import run_tasks
from ksdt_core.parallel.workers import Workers

MOST_REGIONS = 50


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """What every fold shares."""

    pair: DatasetPair
    parameters: MiningParameters
    vectors: tuple[WeightVector, ...]
    folds: int


def validated_regions(
    pair: DatasetPair,
    cells: WeightCells,
    *,
    folds: int = 5,
    most: int = MOST_REGIONS,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> tuple[ValidatedRegion, ...]:
    """The largest regions and those that are best by some score, the highest cross-validated SA first.

    Weights are held fixed: each fold mines at the inner point of each region.
    """
    if cells.found is None:
        raise InvalidParameterError("cells-without-tables")
    chosen = {region.number: region for region in (*cells.regions[:most], *(cells.best_by(score) for score in SCORES))}
    regions = list(chosen.values())
    plan = _Plan(pair, cells.found.ground.parameters, tuple(region.weights for region in regions), folds)
    _folds(plan)  # a table with too few rows is refused before any work
    counted = run_tasks(_fold, plan, range(folds), workers=workers, progress=progress, should_stop=should_stop)
    rows = [sum(fold[0][side] for fold in counted) for side in (0, 1)]
    found = [
        _pooled(region.number, [fold[1][number] for fold in counted], rows) for number, region in enumerate(regions)
    ]
    return tuple(sorted(found, key=lambda each: (-each.sa, each.region)))


_Counted = tuple[
    tuple[int, int], list[tuple[tuple[int, int], ...]]
]  # held-out rows; for each vector and tree the right


def _folds(plan: _Plan) -> tuple[list[Any], list[Any]]:
    matched, seed = plan.pair.matched, plan.pair.preparation.seed
    left, right = (
        stratified_folds(table.classes, plan.folds, seed, class_names=table.class_names, name=table.name)
        for table in (matched.left, matched.right)
    )
    return left, right


def _fold(plan: _Plan, number: int) -> _Counted:
    left, right = _folds(plan)
    with naming_the_rows("fold-refused", fold=number + 1, folds=plan.folds):
        split = split_pair(plan.pair, left[number], right[number])
    ground = Ground(split.pair, None, plan.parameters, may_be_rootless=True)
    correct = [tuple(n_correct(shared, split) for shared in ground.mined(vector).trees) for vector in plan.vectors]
    return (split.left.classes.size, split.right.classes.size), correct


def _pooled(region: int, correct: list[tuple[tuple[int, int], ...]], rows: list[int]) -> ValidatedRegion:
    """The accuracies of a set, pooled over folds by position of the tree."""
    k = len(correct[0])
    left, right = ([sum(fold[t][side] for fold in correct) / max(1, rows[side]) for t in range(k)] for side in (0, 1))
    return ValidatedRegion(
        region=region,
        folds=len(correct),
        sa=math.fsum(map(min, left, right)) / k,
        accuracy_left=math.fsum(left) / k,
        accuracy_right=math.fsum(right) / k,
    )
