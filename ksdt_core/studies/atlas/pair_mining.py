"""One pair of an atlas: matched, mined over the pool, compared and tested."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.data.attribute_matching import match_attributes
from ksdt_core.data.dataset import Dataset
from ksdt_core.data.pair import DatasetPair
from ksdt_core.data.pairing import pair_datasets
from ksdt_core.errors import Interrupted, KsdtError
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.significance import significance
from ksdt_core.mining.sweeps import Sweep, best_position, iter_sweep
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightPool
from ksdt_core.studies.atlas.entry import Choice, Found, PairEntry, TreeChoice, significance_summary
from ksdt_core.studies.atlas.settings import AtlasSettings
from ksdt_core.studies.atlas.stopping import Asked


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """What all pairs share."""

    settings: AtlasSettings
    should_stop: Asked | None = None  # looked at within a pair, too

    def stopped(self) -> bool:
        return self.should_stop is not None and self.should_stop()


def mine_pair(work: Work, tables: tuple[Dataset, Dataset]) -> PairEntry:
    """One pair. What makes it impossible to mine becomes a sentence, and the other pairs go on."""
    left, right = tables
    settings = work.settings
    try:
        preparation = settings.preparation
        pair = pair_datasets(
            left, right, scale=preparation.scale, missing=preparation.missing, balance=preparation.balance,
            seed=preparation.seed,
        )  # fmt: skip
        own, *others = (_swept(work, pair, *miner) for miner in settings.miners)
        tested = None
        if settings.permutations:
            tested = significance(pair, own, permutations=settings.permutations, should_stop=work.stopped)
    except Interrupted:
        raise
    except KsdtError as error:
        return _without_scores(left, right, error)
    return PairEntry(
        left.name,
        right.name,
        pair.n_attributes,
        found=found_by(own),
        compared=tuple((other.parameters.method, found_by(other)) for other in others),
        significance=None if tested is None else significance_summary(tested),
    )


def _without_scores(left: Dataset, right: Dataset, error: KsdtError) -> PairEntry:
    """A pair that cannot be mined: why, and how many attributes its tables share whatever their classes."""
    try:
        n_shared, problem = len(match_attributes(left, right, {})[0]), str(error)
    except KsdtError:
        n_shared = 0
        problem = f"{left.name} and {right.name} share no attribute; rename the columns of one, or leave it out."
    return PairEntry(left.name, right.name, n_shared, problem=problem)


def found_by(swept: Sweep) -> Found:
    """What a sweep reached: its best and worst set, and its best tree."""
    trees = [(entry, shared) for entry in swept.entries for shared in entry.trees]
    of, tree = trees[best_position([shared.sdtq for _, shared in trees])]
    return Found(_choice(swept.best), _choice(swept.worst), TreeChoice.of_tree(of.settings.weights, tree))


def _choice(trees: TreeSet) -> Choice:
    return Choice(trees.settings.weights, trees.scores)


def _swept(work: Work, pair: DatasetPair, parameters: MiningParameters, pool: WeightPool) -> Sweep:
    entries = []
    for entry in iter_sweep(pair, parameters, pool):
        entries.append(entry)
        if work.stopped():
            raise Interrupted("stopped between two weight vectors.")
    return Sweep(pool, parameters, tuple(entries))
