"""Significance: the mean SDTQ of a set beside what shuffled pairs reach.

Three nulls, each seeded and each mined again from balancing on: the classes of the left table shuffled among its rows,
those of the right table likewise, and the right table's columns permuted among the attribute names (is it these
correspondences that matter?). Cells that were filled by class are filled again by the shuffled classes, or they would
tell the real ones.
Choosing is part of the null: with `auto` every shuffle chooses share and depth from its own rows, and the best of a
pool is compared with the best of the same pool in each shuffle. What was chosen by cross-validation is compared with
the largest value of the whole pool in each shuffle, which is on the safe side whatever cross-validation would have
chosen there.

Each tree has p-values of its own, corrected for the number of trees: p = (1 + #{max_j SDTQ_j of the shuffled set ≥
SDTQ_i}) / (1 + N) for tree i and each null. `sequential_p.py` says when shuffling may end early, and what p is then.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.pairing import (
    column_permutation,
    columns_can_change_places,
    with_classes,
    with_right_columns,
)
from ksdt_core.evidence.sequential_p import STOP_AFTER, batches, n_until_all, sequential_p
from ksdt_core.evidence.set_chance import NULLS, Null, NullSummary, SeparateP, Significance
from ksdt_core.given import whole
from ksdt_core.mining import presorted as presorting
from ksdt_core.mining.cells.found import best_of_triangle
from ksdt_core.mining.cells.weight_cells import WeightCells
from ksdt_core.mining.choosing import with_choice
from ksdt_core.mining.finishing import scored_set
from ksdt_core.mining.holdout import Split, held_out_pair, with_accuracies_on
from ksdt_core.mining.miners import Ground
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.presorted import Presorted, presort
from ksdt_core.mining.run import mined_trees
from ksdt_core.mining.sweeps import Picked, Sweep, best_position, chosen_from
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import Workbench
from ksdt_core.parallel.executor import Progress, part_of, run_tasks
from ksdt_core.parallel.workers import Workers
from ksdt_core.trees.shared_tree import SharedTree


@dataclass(frozen=True, slots=True)
class Reached:
    """What one shuffle reached."""

    quality: float  # mean SDTQ of its set
    sdtsq: float
    best_tree: float  # the largest SDTQ of its trees


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """What every shuffle shares: the pair, its sorted columns, how it was mined."""

    pair: DatasetPair
    presorted: Presorted
    parameters: MiningParameters
    vectors: tuple[WeightVector, ...]
    split: Split | None  # rows held out, on which the accuracies are counted
    takes_largest: bool = False  # of all vectors: whatever chose among them, a shuffle can do no better
    most: int | None = None  # the set was chosen from so many cells of the whole triangle instead of vectors


def mean_tree_quality(trees: tuple[SharedTree, ...]) -> float:
    """The test statistic: mean SDTQ of the set's trees."""
    return math.fsum(shared.sdtq for shared in trees) / len(trees)


def nulls_of(pair: DatasetPair, exclude: Sequence[str] = ()) -> tuple[Null, ...]:
    """The nulls that are tried.

    The matching only with a scale, since units alone would make it fail, and where two columns that are not excluded
    from mining can change places.
    """
    can_match = pair.preparation.scale != "none" and columns_can_change_places(pair, exclude)
    return NULLS if can_match else NULLS[:2]


def significance(
    pair: DatasetPair,
    result: TreeSet | Sweep | Picked | WeightCells,
    *,
    permutations: int = 99,
    early_stop: bool = False,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Significance:
    """Compare a set, or the best set of a sweep, with its nulls: p = (1 + #{null ≥ observed}) / (1 + permutations).

    With `early_stop` a null ends once it has reached every observed value often enough (see `sequential_p.py`).
    """
    permutations = whole("permutations", permutations, smallest=1, usual="99")
    cells = result if isinstance(result, WeightCells) else None
    observed, vectors = (result.best.tree_set, ()) if isinstance(result, WeightCells) else chosen_from(result)
    mined_pair(pair, observed)  # refuses another pair
    parameters = observed.parameters
    split = held_out_pair(pair, parameters.holdout) if parameters.holdout else None
    mined = pair if split is None else split.pair
    takes_largest = isinstance(result, Sweep | Picked) and result.best_by != "sdtsq"
    most = None if cells is None else cells.most
    trial = Trial(mined, presort(mined), parameters, vectors, split, takes_largest, most)
    stop_after = STOP_AFTER if early_stop else None
    plan = _Plan(nulls_of(mined, parameters.exclude), permutations, stop_after, _Observed.of(observed))

    def make(tasks: list[tuple[Null, int]], told: Progress | None) -> list[Reached]:
        return run_tasks(_shuffled, trial, tasks, workers=workers, progress=told, should_stop=should_stop)

    reached = _all_shuffles(plan, make, progress)
    n_vectors = len(vectors) if cells is None else len(cells.regions)
    return _found(plan, reached, n_vectors=n_vectors, takes_largest=takes_largest and len(vectors) > 1)


@dataclass(frozen=True, slots=True)
class _Observed:
    """What the shuffles are compared with."""

    quality: float
    sdtsq: float
    trees: tuple[float, ...]  # SDTQ of each

    @classmethod
    def of(cls, observed: TreeSet) -> _Observed:
        trees = tuple(shared.sdtq for shared in observed.trees)
        return cls(mean_tree_quality(observed.trees), observed.scores.sdtsq, trees)


@dataclass(frozen=True, slots=True)
class _Plan:
    """Which shuffles may be made, and when those of a null are enough."""

    nulls: tuple[Null, ...]
    permutations: int
    stop_after: int | None
    observed: _Observed

    def p(self, values: Sequence[float], observed: float) -> float:
        return sequential_p(values, observed, most=self.permutations, stop_after=self.stop_after)

    def enough(self, made: Sequence[Reached]) -> int | None:
        """After how many of these shuffles every p of the null was known; None: more are needed."""
        best = [each.best_tree for each in made]
        sequences = ([each.quality for each in made], [each.sdtsq for each in made], *[best] * len(self.observed.trees))
        values = (self.observed.quality, self.observed.sdtsq, *self.observed.trees)
        return n_until_all(sequences, values, self.stop_after)


def _all_shuffles(
    plan: _Plan, make: Callable[[list[tuple[Null, int]], Progress | None], list[Reached]], progress: Progress | None
) -> dict[Null, list[Reached]]:
    """The shuffles of every null, in the order of their numbers; those that are not needed count as done."""
    reached: dict[Null, list[Reached]] = {null: [] for null in plan.nulls}
    ended: set[Null] = set()
    total, done = len(plan.nulls) * plan.permutations, 0
    for numbers in batches(plan.permutations, plan.stop_after):
        tasks = [(null, number) for null in plan.nulls if null not in ended for number in numbers]
        if not tasks:
            break
        for (null, _), value in zip(tasks, make(tasks, part_of(progress, done, total)), strict=True):
            reached[null].append(value)
        for null in plan.nulls:
            n = None if null in ended else plan.enough(reached[null])
            if n is not None:
                ended.add(null)
                del reached[null][n:]
        done = sum(plan.permutations if null in ended else numbers.stop for null in plan.nulls)
    if progress is not None and ended:  # those that were not needed were not told of
        progress(total, total)
    return reached


def _found(plan: _Plan, reached: dict[Null, list[Reached]], *, n_vectors: int, takes_largest: bool) -> Significance:
    observed = plan.observed
    quality = {null: [each.quality for each in made] for null, made in reached.items()}
    sdtsq = {null: [each.sdtsq for each in made] for null, made in reached.items()}
    best = {null: [each.best_tree for each in made] for null, made in reached.items()}
    nulls = tuple((null, _summary(plan, quality.get(null), observed.quality)) for null in NULLS)
    of_trees = [{null: plan.p(values, sdtq) for null, values in best.items()} for sdtq in observed.trees]
    return Significance(
        permutations=plan.permutations,
        statistic=observed.quality,
        p_value=max(summary.p for _, summary in nulls if summary is not None),
        nulls=nulls,
        sdtsq=tuple((null, _summary(plan, sdtsq.get(null), observed.sdtsq)) for null in NULLS),
        n_vectors=n_vectors,
        trees=tuple(SeparateP(p["left"], p["right"], p.get("matching")) for p in of_trees),
        best_tree=tuple((null, tuple(values)) for null, values in best.items()),
        shuffles=tuple((null, len(values)) for null, values in best.items()),
        stop_after=plan.stop_after,
        takes_largest=takes_largest,
    )


def _summary(plan: _Plan, reached: list[float] | None, observed: float) -> NullSummary | None:
    if reached is None:
        return None
    mean = math.fsum(reached) / len(reached)
    return NullSummary(
        p=plan.p(reached, observed),
        mean=mean,
        sd=math.sqrt(math.fsum((value - mean) ** 2 for value in reached) / len(reached)),
        max=max(reached),
        values=tuple(reached),
    )


def _shuffled(trial: Trial, task: tuple[Null, int]) -> Reached:
    """What the best set of one shuffled pair reaches."""
    null, number = task
    pair, presorted, split = shuffled_pair(trial, null, number)
    workbench = Workbench(presorted)
    if trial.most is not None:
        ground = Ground.of_rows(pair, split, trial.parameters, may_be_rootless=True)
        best = best_of_triangle(ground, workbench, most=trial.most)
        return _reached(best.trees, best.scores.sdtsq)
    parameters, _ = with_choice(pair, trial.parameters)
    reached = []
    for vector in trial.vectors:
        trees = mined_trees(pair, parameters, vector, workbench)
        if split is not None:
            trees = with_accuracies_on(split, trees)
        _, scores = scored_set(trees, trial.parameters.aus)
        reached.append(_reached(trees, scores.sdtsq))
    if trial.takes_largest:
        return Reached(
            quality=max(each.quality for each in reached),
            sdtsq=max(each.sdtsq for each in reached),
            best_tree=max(each.best_tree for each in reached),
        )
    return reached[best_position([each.sdtsq for each in reached])]


def _reached(trees: tuple[SharedTree, ...], sdtsq: float) -> Reached:
    return Reached(mean_tree_quality(trees), sdtsq, max(shared.sdtq for shared in trees))


def shuffled_pair(trial: Trial, null: Null, number: int) -> tuple[DatasetPair, Presorted, Split | None]:
    """Shuffle `number` of a null: the pair from balancing on, its sorted columns, and the rows held out.

    Held-out rows are shuffled among themselves, so that both parts keep their classes. An attribute that is excluded
    from mining keeps its place: else a column that decides the class would be mined under another name.
    """
    pair, presorted, split = trial.pair, trial.presorted, trial.split
    stream = np.random.SeedSequence([pair.preparation.seed, NULLS.index(null), number])
    random, balancing = (np.random.default_rng(child) for child in stream.spawn(2))
    seed = int(balancing.integers(2**31))
    if null == "matching":
        permutation = column_permutation(pair, random, trial.parameters.exclude)
        pair = with_right_columns(pair, permutation, seed)
        presorted = presorting.with_right_columns(presorted, permutation)
        if split is not None:
            split = replace(split, right=replace(split.right, values=split.right.values[:, permutation]))
        return pair, presorted, split
    classes = {"left": pair.left.classes, "right": pair.right.classes}
    classes[null] = random.permutation(classes[null])
    pair = with_classes(pair, classes["left"], classes["right"], seed)
    if pair.left.scaled is not trial.pair.left.scaled or pair.right.scaled is not trial.pair.right.scaled:
        presorted = presort(pair)
    if split is not None and null == "left":
        split = replace(split, left=replace(split.left, classes=random.permutation(split.left.classes)))
    elif split is not None:
        split = replace(split, right=replace(split.right, classes=random.permutation(split.right.classes)))
    return pair, presorted, split
