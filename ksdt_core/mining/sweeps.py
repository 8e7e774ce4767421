"""Sweeps: one set of trees for every weight vector of a pool."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.miners import Ground
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import PoolSource, WeightPool, WeightVector, pool_of
from ksdt_core.parallel.executor import Progress, run_tasks
from ksdt_core.parallel.workers import Workers

BestBy = Literal["sdtsq", "cv"]
"""How the best set of a pool is chosen: by SDTSQ, or by cross-validated shared accuracy."""

SCORE_TIE = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """The sets of a pool, in its order. An interrupted sweep holds the finished vectors."""

    pool: WeightPool
    parameters: MiningParameters
    entries: tuple[TreeSet, ...]
    cv_sa: tuple[float, ...] | None = None  # of each entry, where the best is chosen by it
    folds: int | None = None  # of that cross-validation

    def __post_init__(self) -> None:
        if not self.entries:
            raise InvalidParameterError("sweep-empty")

    @property
    def best_by(self) -> BestBy:
        return "sdtsq" if self.cv_sa is None else "cv"

    @property
    def best(self) -> TreeSet:
        """The set with the highest SDTSQ, or cross-validated SA where that is known; the earlier vector on a tie."""
        scores = [entry.scores.sdtsq for entry in self.entries] if self.cv_sa is None else list(self.cv_sa)
        return self.entries[best_position(scores)]

    @property
    def worst(self) -> TreeSet:
        """The set with the lowest SDTSQ; the earlier vector on a tie."""
        return self.entries[best_position([-entry.scores.sdtsq for entry in self.entries])]


@dataclass(frozen=True, slots=True, eq=False)
class Picked:
    """A set that a person picked after looking at several weight vectors, its own among them."""

    tree_set: TreeSet
    vectors: tuple[WeightVector, ...]
    best_by: BestBy = "sdtsq"  # what the person chose by

    def __post_init__(self) -> None:
        if self.tree_set.settings.weights not in self.vectors:
            raise InvalidParameterError("own-weights-not-tried")


def best_position(scores: list[float]) -> int:
    """The position of the highest score, the first of those within 1e-12 of it."""
    top = max(scores)
    return next(position for position, score in enumerate(scores) if score >= top - SCORE_TIE)


def chosen_from(result: TreeSet | Sweep | Picked) -> tuple[TreeSet, tuple[WeightVector, ...]]:
    """The set a result stands for, and the weight vectors it was chosen from."""
    if isinstance(result, Sweep):
        return result.best, tuple(entry.settings.weights for entry in result.entries)
    if isinstance(result, Picked):
        return result.tree_set, result.vectors
    return result, (result.settings.weights,)


def mine_pool(
    pair: DatasetPair,
    parameters: MiningParameters,
    pool: WeightPool,
    *,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
    on_set: Callable[[int, TreeSet], None] | None = None,
) -> list[TreeSet]:
    """One set for every vector, in the order of the pool; `on_set` has each as it comes, with the vector's number."""
    shared = (Ground.of_pair(pair, parameters), pool.vectors)
    return run_tasks(
        mine_numbered,
        shared,
        range(len(pool)),
        workers=workers,
        progress=progress,
        should_stop=should_stop,
        on_result=on_set,
    )


def mine_numbered(shared: tuple[Ground, tuple[WeightVector, ...]], number: int) -> TreeSet:
    """One vector of a pool as a task."""
    ground, vectors = shared
    return ground.mined(vectors[number])


def sweep(
    pair: DatasetPair,
    *,
    pool: PoolSource = "wvp1",
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
    **options: Any,
) -> Sweep:
    """Mine one set for every vector of a pool: `wvp1`, `wvp2`, `grid:STEP`, a file, or the vectors themselves."""
    parameters = MiningParameters.of(options)
    vectors = pool_of(pool, single=parameters.method == "single")
    entries = mine_pool(pair, parameters, vectors, workers=workers, progress=progress, should_stop=should_stop)
    return Sweep(vectors, parameters, tuple(entries))
