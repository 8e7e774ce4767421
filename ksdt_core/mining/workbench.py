"""What is computed once for a pair and serves every later run on it: sorted columns and split tables."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from weakref import WeakKeyDictionary

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.measures.valuing import Valuing
from ksdt_core.mining.candidates import Candidates, candidates
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.presorted import Presorted, presort, union_columns
from ksdt_core.mining.split_tables import USUAL_BUDGET, Cone, SplitTables, cone_of
from ksdt_core.mining.tree_set import PairSummary, summary_of
from ksdt_core.mining.weights import WeightVector
from ksdt_core.trees.shared_tree import SharedTree

Test = tuple[float, float, float, float]  # threshold as mined, in the left table's units, in the right's; category
_TableKey = tuple[tuple[str, ...], tuple[str, ...], float | None, Valuing, tuple[int, int]]

MOST_TABLES = 4
"""Different candidate sets of one pair whose split tables are kept."""


@dataclass(slots=True, eq=False)
class Bench:
    """Candidates, their split tables, and what was made of them."""

    candidates: Candidates
    splits: SplitTables
    tests: dict[int, Test] = field(default_factory=dict)  # what splits ask, by their links
    finished: dict[bytes, SharedTree] = field(default_factory=dict)  # trees by their nodes
    clock: int = 0


class Workbench:
    """The memory of mining for one pair. Results never depend on what it remembers."""

    def __init__(self, presorted: Presorted | None = None) -> None:
        self.lock = Lock()
        self._presorted = presorted
        self._benches: OrderedDict[_TableKey, Bench] = OrderedDict()
        self._summary: PairSummary | None = None

    def summary(self, pair: DatasetPair) -> PairSummary:
        """What results say of the pair; its fingerprint takes time on large tables and is taken once."""
        if self._summary is None:
            self._summary = summary_of(pair)
        return self._summary

    def bench(self, pair: DatasetPair, parameters: MiningParameters, weights: WeightVector) -> Bench:
        """The split tables for these candidates and weights."""
        cone = cone_of(weights)
        fewest = _fewest(pair, parameters)
        key = (parameters.exclude, parameters.roots, parameters.attr_fraction, parameters.valuing.as_used, fewest)
        known = self._benches.get(key)
        if known is not None and known.splits.cone == cone:
            self._benches.move_to_end(key)
            return known
        bench = self.new_bench(pair, parameters, cone)
        if cone[0] < cone[1]:
            self._benches[key] = bench
            while len(self._benches) > MOST_TABLES:
                self._benches.popitem(last=False)
        return bench

    def new_bench(
        self, pair: DatasetPair, parameters: MiningParameters, cone: Cone, *, least_budget: int = USUAL_BUDGET
    ) -> Bench:
        """Empty split tables for these candidates that answer a cone of weights; nobody else has them."""
        presorted = self._presorted or presort(pair)
        chosen = candidates(pair, presorted, parameters)
        union = union_columns(pair, presorted, chosen.columns)
        if presorted.left.values.nbytes + presorted.right.values.nbytes <= USUAL_BUDGET:
            self._presorted = presorted
        fewest = _fewest(pair, parameters)
        splits = SplitTables(pair, union, cone, parameters.valuing, fewest=fewest, least_budget=least_budget)
        return Bench(chosen, splits)


def _fewest(pair: DatasetPair, parameters: MiningParameters) -> tuple[int, int]:
    """Rows of each table that a child needs."""
    return parameters.fewest_in_leaf(pair.left.n_mined), parameters.fewest_in_leaf(pair.right.n_mined)


_workbenches: WeakKeyDictionary[DatasetPair, Workbench] = WeakKeyDictionary()
_workbenches_lock = Lock()


def workbench_of(pair: DatasetPair) -> Workbench:
    """The workbench of a pair, made at its first use and gone with the pair."""
    with _workbenches_lock:
        known = _workbenches.get(pair)
        if known is None:
            known = _workbenches[pair] = Workbench()
        return known
