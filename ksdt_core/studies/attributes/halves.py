"""How stable the choice of attributes is, by complementary halves, and how many are chosen falsely [SS13].

The rows of either table are split at random into two halves of the same size, every class in both (of an odd number
of rows one is omitted); sets are mined on the one half of both tables and on the other. Over B such pairs of halves:

    share of an attribute   the share of the 2B halves in which some tree tests it
    q                       the mean number of attributes that the set of a half tests
    stable at τ             share ≥ τ, for a τ above 1/2
    bound                   q² / ((2τ − 1) p), p the number of attributes that could be chosen

The bound is on the expected number of stable attributes that a half chooses no more often than an attribute drawn at
random, q/p. It needs no assumption about the other attributes [SS13, Theorem 1].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import COUNT, NUMBER, Derived, Field, by_name, record
from ksdt_core.data.model.pair import DatasetPair, Matched
from ksdt_core.data.model.settled import Settled
from ksdt_core.data.preparing.pairing import prepare
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from ksdt_core.given import is_number, whole
from ksdt_core.mining.holdout import held_out_pair
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.run import mined_trees
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import Workbench
from ksdt_core.parallel.executor import Progress, run_tasks
from ksdt_core.parallel.workers import Workers
from ksdt_core.studies.attributes.bootstrap import filled_table
from ksdt_core.trees.tree import LEAF

STREAM = 8  # sets the random numbers of halves apart from those of shuffles (0, 1, 2) and of replicates (7)
USUAL_TAU = 0.75
Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class HalvesStability:
    """How often halves choose the attributes, and the bound on those that are chosen falsely."""

    pairs: int  # of halves
    tau: float
    mean_selected: float  # q
    n_candidates: int  # p
    shares: tuple[tuple[str, float], ...]  # of the attributes that some half chose, in column order

    def share(self, attribute: str) -> float:
        return dict(self.shares).get(attribute, 0.0)

    @property
    def stable(self) -> tuple[str, ...]:
        """The attributes that at least the share τ of the halves chose."""
        return tuple(name for name, share in self.shares if share >= self.tau - 1e-9)

    @property
    def bound(self) -> float:
        return false_selections_bound(self.mean_selected, self.n_candidates, self.tau)


HALVES = record(
    HalvesStability,
    {
        "pairs": COUNT,
        "tau": NUMBER,
        "mean_selected": NUMBER,
        "candidates": Field("n_candidates", COUNT),
        "bound": Derived(lambda found: found.bound),
        "stable": Derived(lambda found: list(found.stable)),
        "shares": by_name(NUMBER),
    },
)


def false_selections_bound(q: float, p: int, tau: float) -> float:
    """The most falsely selected attributes to expect [SS13]: q² / ((2τ − 1) p).

    >>> round(false_selections_bound(6, 100, 0.8), 9)
    0.6
    """
    return q * q / ((2 * tau - 1) * p) if p else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """What every half shares."""

    pair: DatasetPair
    parameters: MiningParameters
    weights: WeightVector


def stability_by_halves(
    pair: DatasetPair,
    trees: TreeSet,
    *,
    pairs: int = 50,
    tau: float = USUAL_TAU,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> HalvesStability:
    """Mine complementary halves with the parameters and the weights of the set, and count what they choose.

    Where rows were held out, the halves are of the training rows. A minimum number of rows to split that was the usual
    share of the rows is that share of the half.
    """
    pairs = whole("halves", pairs, smallest=1, usual="50")
    if not (is_number(tau) and 0.5 < tau <= 1):
        raise InvalidParameterError("tau-out-of-range", option="tau", value=tau)
    parameters = trees.parameters
    mined = held_out_pair(pair, parameters.holdout).pair if parameters.holdout else pair
    _require_two_rows(mined)
    plan = _Plan(mined, replace(parameters, holdout=0.0), trees.settings.weights)
    tasks = [(number, half) for number in range(pairs) for half in (0, 1)]
    chosen = run_tasks(_chosen_by, plan, tasks, workers=workers, progress=progress, should_stop=should_stop)
    counts = Counter(column for columns in chosen for column in columns)
    return HalvesStability(
        pairs=pairs,
        tau=float(tau),
        mean_selected=counts.total() / len(tasks),
        n_candidates=len(set(mined.attributes) - set(trees.settings.exclude)),
        shares=tuple((mined.attributes[column], counts[column] / len(tasks)) for column in sorted(counts)),
    )


def halves_of(pair: DatasetPair, number: int) -> tuple[DatasetPair, DatasetPair]:
    """Pair `number` of complementary halves, each scaled and balanced by itself."""
    stream = np.random.SeedSequence([pair.preparation.seed, STREAM, number])
    *random, balancing = (np.random.default_rng(child) for child in stream.spawn(3))
    seed = int(balancing.integers(2**31))
    left, right = (
        [filled_table(pair, domain).take_rows(rows) for rows in complementary_rows(domain.classes, own)]
        for domain, own in zip((pair.left, pair.right), random, strict=True)
    )
    preparation = replace(pair.preparation, missing="fail", seed=seed)
    settled = Settled(pair.codes)
    first, second = (
        prepare(Matched(one, other, settled=settled), preparation) for one, other in zip(left, right, strict=True)
    )
    return first, second


def complementary_rows(classes: Rows, random: np.random.Generator) -> tuple[Rows, Rows]:
    """Two halves without a common row, with ⌊n/2⌋ of the n rows of every class in each."""
    halves: tuple[list[Rows], list[Rows]] = ([], [])
    for position in np.unique(classes).tolist():
        rows = random.permutation(np.flatnonzero(classes == position))
        n = rows.size // 2
        halves[0].append(rows[:n])
        halves[1].append(rows[n : 2 * n])
    return np.sort(np.concatenate(halves[0])), np.sort(np.concatenate(halves[1]))


def _require_two_rows(pair: DatasetPair) -> None:
    """A class with a single row would be missing in both halves."""
    for domain in (pair.left, pair.right):
        counts = np.bincount(domain.classes, minlength=len(pair.class_names))
        if (counts == 1).any():
            name = pair.class_names[int(np.flatnonzero(counts == 1)[0])]
            raise InvalidDataError("one-row-for-halves", table=domain.name, name=name)


def _chosen_by(plan: _Plan, task: tuple[int, int]) -> set[int]:
    """The columns that some tree of a half tests."""
    number, half = task
    pair = halves_of(plan.pair, number)[half]
    columns: set[int] = set()
    for shared in mined_trees(pair, plan.parameters, plan.weights, Workbench()):
        tested = shared.tree.attribute
        columns |= set(tested[tested != LEAF].tolist())
    return columns
