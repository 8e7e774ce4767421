"""How stable the choice of attributes is: mining again on rows drawn with replacement."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import PLAIN, record
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair, Domain, Matched
from ksdt_core.data.model.settled import Settled
from ksdt_core.data.preparing.pairing import prepare
from ksdt_core.given import whole
from ksdt_core.mining.holdout import held_out_pair
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.run import mined_trees
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import Workbench
from ksdt_core.parallel.executor import Progress, run_tasks
from ksdt_core.parallel.workers import Workers
from ksdt_core.trees.tree import LEAF

STREAM = 7  # sets the random numbers of replicates apart from those of shuffles, which start with 0, 1 and 2


@dataclass(frozen=True, slots=True)
class Selection:
    """How often an attribute was chosen over the replicates."""

    used: float  # share of replicates in which some tree tests it
    root: float  # share of replicates in which some tree tests it first
    trees: float  # mean number of trees that test it


SELECTION = record(Selection, {"used": PLAIN, "root": PLAIN, "trees": PLAIN})
NEVER = Selection(used=0.0, root=0.0, trees=0.0)


@dataclass(frozen=True, slots=True)
class Stability:
    """Selection frequencies of the attributes that some replicate chose."""

    replicates: int
    seed: int
    selections: dict[str, Selection]

    def of(self, attribute: str) -> Selection:
        return self.selections.get(attribute, NEVER)

    @property
    def mean_used(self) -> float:
        """How many attributes a set tests on average."""
        return math.fsum(selection.used for selection in self.selections.values())


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """What every replicate shares."""

    pair: DatasetPair
    parameters: MiningParameters
    weights: WeightVector


def selection_frequencies(
    pair: DatasetPair,
    trees: TreeSet,
    *,
    replicates: int = 50,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Stability:
    """Selection frequency [SS92, inclusion frequencies]: the share of bootstrap replicates that use an attribute.

    In each replicate the rows of either table are drawn with replacement within their class, as many as there are, so
    that no class is lost; then scaled, balanced and mined with the parameters and the weights of the set. Where rows
    were held out, the replicates are drawn from the training rows. A set chosen from a pool keeps its weights, and the
    trees of replicates are not pruned.
    """
    replicates = whole("replicates", replicates, smallest=1, usual="50")
    parameters = trees.parameters
    mined = held_out_pair(pair, parameters.holdout).pair if parameters.holdout else pair
    plan = _Plan(mined, replace(parameters, holdout=0.0), trees.settings.weights)
    chosen = run_tasks(_replicate, plan, range(replicates), workers=workers, progress=progress, should_stop=should_stop)
    used: Counter[int] = Counter()
    roots: Counter[int] = Counter()
    in_trees: Counter[int] = Counter()
    for counts, first in chosen:
        in_trees.update(counts)
        used.update(counts.keys())
        roots.update(first)
    return Stability(
        replicates=replicates,
        seed=pair.preparation.seed,
        selections={
            mined.attributes[column]: Selection(
                used[column] / replicates, roots[column] / replicates, in_trees[column] / replicates
            )
            for column in sorted(used)
        },
    )


def replicate_pair(pair: DatasetPair, number: int) -> DatasetPair:
    """Replicate `number` of a pair: rows drawn again within their class, then scaled and balanced again."""
    stream = np.random.SeedSequence([pair.preparation.seed, STREAM, number])
    *random, balancing = (np.random.default_rng(child) for child in stream.spawn(3))
    sides = (pair.left, pair.right)
    rows = [_drawn_rows(domain.classes, own) for domain, own in zip(sides, random, strict=True)]
    left, right = (filled_table(pair, domain).take_rows(drawn) for domain, drawn in zip(sides, rows, strict=True))
    preparation = replace(pair.preparation, missing="fail", seed=int(balancing.integers(2**31)))
    prepared = prepare(Matched(left, right, settled=Settled(pair.codes)), preparation)
    return replace(prepared, left=_counted_once(prepared.left, rows[0]), right=_counted_once(prepared.right, rows[1]))


def _drawn_rows(classes: NDArray[np.intp], random: np.random.Generator) -> NDArray[np.intp]:
    """As many rows of each class as there are, drawn with replacement."""
    rows = np.empty(classes.size, dtype=np.intp)
    for position in np.unique(classes).tolist():
        own = np.flatnonzero(classes == position)
        rows[own] = own[random.integers(0, own.size, own.size)]
    return rows


def filled_table(pair: DatasetPair, domain: Domain) -> Dataset:
    """The table with its missing cells filled."""
    return Dataset(domain.name, pair.attributes, domain.original, pair.categories, pair.class_names, domain.classes)


def _counted_once(domain: Domain, rows: NDArray[np.intp]) -> Domain:
    """The same rows with a row that was drawn several times kept once, at the sum of its weights: quicker to mine."""
    _, first, place = np.unique(rows, return_index=True, return_inverse=True)
    weights = np.zeros(first.size, dtype=np.int64)
    np.add.at(weights, place, domain.weights)
    original = domain.original[first]
    scaled = original if domain.scaled is domain.original else domain.scaled[first]
    return Domain(domain.name, original, scaled, domain.classes[first], weights)


def _replicate(plan: _Plan, number: int) -> tuple[dict[int, int], set[int]]:
    """For each column that some tree of a replicate tests the number of these trees, and the columns at roots."""
    pair = replicate_pair(plan.pair, number)
    counts: Counter[int] = Counter()
    first = set()
    for shared in mined_trees(pair, plan.parameters, plan.weights, Workbench()):
        columns = shared.tree.attribute
        counts.update(set(columns[columns != LEAF].tolist()))
        first |= {int(columns[0])} - {LEAF}
    return dict(counts), first
