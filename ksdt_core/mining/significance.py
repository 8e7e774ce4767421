"""Significance: the mean SDTQ of a set beside what shuffled pairs reach.

Three nulls, each seeded and each mined again from balancing on: the classes of the left table shuffled among its rows,
those of the right table likewise, and the right table's columns permuted among the attribute names (is it these
correspondences that matter?). Cells that were filled by class are filled again by the shuffled classes, or they would
tell the real ones.
Choosing is part of the null: the best of a pool is compared with the best of the same pool in each shuffle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

import numpy as np

from ksdt_core.data.pair import DatasetPair
from ksdt_core.data.pairing import column_permutation, columns_can_change_places, with_classes, with_right_columns
from ksdt_core.given import whole
from ksdt_core.jobs.executor import run_tasks
from ksdt_core.jobs.workers import Workers
from ksdt_core.mining import presorted as presorting
from ksdt_core.mining.finishing import scored_set
from ksdt_core.mining.holdout import Split, held_out_pair, with_accuracies_on
from ksdt_core.mining.miners import mined_trees
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.presorted import Presorted, presort
from ksdt_core.mining.sweeps import Picked, Progress, Sweep, best_position, chosen_from
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import Workbench
from ksdt_core.trees.shared_tree import SharedTree

Null = Literal["left", "right", "matching"]
NULLS: tuple[Null, ...] = ("left", "right", "matching")


@dataclass(frozen=True, slots=True)
class NullSummary:
    """What the shuffles of one null reached, and how often they reached the observed value."""

    p: float
    mean: float
    sd: float
    max: float
    values: tuple[float, ...]

    def to_document(self) -> dict[str, Any]:
        return {"p": self.p, "mean": self.mean, "sd": self.sd, "max": self.max, "values": list(self.values)}

    @classmethod
    def of_document(cls, part: Mapping[str, Any]) -> Self:
        """What `to_document` wrote; a document of another program may leave the values of the shuffles out."""
        numbers = {name: float(part[name]) for name in ("p", "mean", "sd", "max")}
        return cls(**numbers, values=tuple(float(value) for value in part.get("values") or ()))


@dataclass(frozen=True, slots=True)
class Significance:
    """How a set compares with what chance gives."""

    permutations: int
    statistic: float  # mean SDTQ of the set's trees
    p_value: float  # the largest of the nulls' p
    nulls: tuple[tuple[Null, NullSummary | None], ...]  # of the statistic
    sdtsq: tuple[tuple[Null, NullSummary | None], ...]  # of SDTSQ, for comparison
    n_vectors: int  # weight vectors among which each shuffle chose again

    def to_document(self) -> dict[str, Any]:
        return {
            "permutations": self.permutations,
            "statistic": self.statistic,
            "p_value": self.p_value,
            "nulls": {name: null and null.to_document() for name, null in self.nulls},
            "sdtsq": {name: null and null.to_document() for name, null in self.sdtsq},
            "vectors": self.n_vectors,
        }

    @classmethod
    def of_document(cls, part: Mapping[str, Any]) -> Self:
        """The test that a result document, or a finished job, carries."""

        def summaries(name: str) -> tuple[tuple[Null, NullSummary | None], ...]:
            found = part.get(name) or {}
            return tuple(
                (null, (null_part := found.get(null)) and NullSummary.of_document(null_part)) for null in NULLS
            )

        return cls(
            permutations=int(part["permutations"]),
            statistic=float(part["statistic"]),
            p_value=float(part["p_value"]),
            nulls=summaries("nulls"),
            sdtsq=summaries("sdtsq"),
            n_vectors=int(part.get("vectors") or 1),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """What every shuffle shares: the pair, its sorted columns, how it was mined."""

    pair: DatasetPair
    presorted: Presorted
    parameters: MiningParameters
    vectors: tuple[WeightVector, ...]
    split: Split | None  # rows held out, on which the accuracies are counted


def mean_tree_quality(trees: tuple[SharedTree, ...]) -> float:
    """The test statistic: mean SDTQ of the set's trees."""
    return math.fsum(shared.sdtq for shared in trees) / len(trees)


def nulls_of(pair: DatasetPair) -> tuple[Null, ...]:
    """The nulls that are tried.

    The matching only with a scale, since units alone would make it fail, and where two columns can change places.
    """
    return NULLS if pair.preparation.scale != "none" and columns_can_change_places(pair) else NULLS[:2]


def significance(
    pair: DatasetPair,
    result: TreeSet | Sweep | Picked,
    *,
    permutations: int = 99,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Significance:
    """Put a set, or the best set of a sweep, beside its nulls: p = (1 + #{null ≥ observed}) / (1 + permutations)."""
    permutations = whole("permutations", permutations, smallest=1, usual="99")
    observed, vectors = chosen_from(result)
    mined_pair(pair, observed)  # refuses another pair
    parameters = observed.parameters
    split = held_out_pair(pair, parameters.holdout) if parameters.holdout else None
    mined = pair if split is None else split.pair
    trial = Trial(mined, presort(mined), parameters, vectors, split)
    tried = nulls_of(mined)
    tasks = [(null, number) for null in tried for number in range(permutations)]
    reached = run_tasks(_shuffled, trial, tasks, workers=workers, progress=progress, should_stop=should_stop)
    by_null = {null: [value for task, value in zip(tasks, reached, strict=True) if task[0] == null] for null in tried}
    statistic = mean_tree_quality(observed.trees)
    nulls = tuple((null, _summary(by_null.get(null), 0, statistic)) for null in NULLS)
    sdtsq = tuple((null, _summary(by_null.get(null), 1, observed.scores.sdtsq)) for null in NULLS)
    return Significance(
        permutations=permutations,
        statistic=statistic,
        p_value=max(summary.p for _, summary in nulls if summary is not None),
        nulls=nulls,
        sdtsq=sdtsq,
        n_vectors=len(vectors),
    )


def _summary(values: list[tuple[float, float]] | None, which: int, observed: float) -> NullSummary | None:
    if values is None:
        return None
    reached = [value[which] for value in values]
    mean = math.fsum(reached) / len(reached)
    return NullSummary(
        p=(1 + sum(value >= observed for value in reached)) / (1 + len(reached)),
        mean=mean,
        sd=math.sqrt(math.fsum((value - mean) ** 2 for value in reached) / len(reached)),
        max=max(reached),
        values=tuple(reached),
    )


def _shuffled(trial: Trial, task: tuple[Null, int]) -> tuple[float, float]:
    """Mean SDTQ and SDTSQ of the best set of one shuffled pair."""
    null, number = task
    pair, presorted, split = shuffled_pair(trial, null, number)
    workbench = Workbench(presorted)
    reached = []
    for vector in trial.vectors:
        trees = mined_trees(pair, trial.parameters, vector, workbench)
        if split is not None:
            trees = with_accuracies_on(split, trees)
        _, scores = scored_set(trees, trial.parameters.aus)
        reached.append((mean_tree_quality(trees), scores.sdtsq))
    return reached[best_position([sdtsq for _, sdtsq in reached])]


def shuffled_pair(trial: Trial, null: Null, number: int) -> tuple[DatasetPair, Presorted, Split | None]:
    """Shuffle `number` of a null: the pair from balancing on, its sorted columns, and the rows held out.

    Held-out rows are shuffled among themselves, so that both parts keep their classes.
    """
    pair, presorted, split = trial.pair, trial.presorted, trial.split
    stream = np.random.SeedSequence([pair.preparation.seed, NULLS.index(null), number])
    random, balancing = (np.random.default_rng(child) for child in stream.spawn(2))
    seed = int(balancing.integers(2**31))
    if null == "matching":
        permutation = column_permutation(pair, random)
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
