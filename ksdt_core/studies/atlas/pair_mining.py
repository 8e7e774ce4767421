"""One pair of an atlas: matched, mined over the pool, compared and tested."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from ksdt_core.data.matching.attribute_matching import match_attributes
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.errors import Interrupted, KsdtError
from ksdt_core.evidence.significance import significance
from ksdt_core.messages.templates import problem as problem_of
from ksdt_core.mining.miners import mine_many
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.sweeps import Sweep, best_position
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightPool
from ksdt_core.studies.atlas.entry import Choice, Found, PairEntry, TreeChoice, significance_summary
from ksdt_core.studies.atlas.other_tables import OtherTable, tried_on
from ksdt_core.studies.atlas.over_baseline import OverBaseline
from ksdt_core.studies.atlas.settings import AtlasSettings
from ksdt_core.studies.atlas.stop_within_pair import Asked


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """What all pairs share."""

    settings: AtlasSettings
    should_stop: Asked | None = None  # looked at within a pair, too

    def stopped(self) -> bool:
        return self.should_stop is not None and self.should_stop()


def mine_pair(work: Work, tables: tuple[Dataset, ...]) -> PairEntry:
    """One pair, the first two tables; on the others its best set is tried.

    What makes it impossible to mine becomes a sentence, and the other pairs continue.
    """
    left, right, *others = tables
    settings = work.settings
    try:
        attribute_map = settings.own.attribute_map(left.name, right.name)
        pair = pair_datasets(left, right, attribute_map=attribute_map, **asdict(settings.preparation))
        excluded = _excluded(settings, pair)
        own, *compared = (
            _swept(work, pair, replace(parameters, exclude=excluded), pool) for parameters, pool in settings.miners
        )
        tested = None
        if settings.permutations:
            tested = significance(pair, own, permutations=settings.permutations, should_stop=work.stopped)
    except Interrupted:
        raise
    except KsdtError as error:
        return _without_scores(left, right, error, settings)
    return PairEntry(
        left.name,
        right.name,
        pair.n_attributes,
        found=found_by(own),
        compared=tuple((other.parameters.method, found_by(other)) for other in compared),
        significance=None if tested is None else significance_summary(tested),
        over_baseline=OverBaseline.of_set(own.best, pair),
        others=tuple(_tried(work, own.best, other) for other in others),
    )


def _tried(work: Work, trees: TreeSet, table: Dataset) -> OtherTable:
    if work.stopped():
        raise Interrupted("stopped")
    return tried_on(trees, table, work.settings)


def _excluded(settings: AtlasSettings, pair: DatasetPair) -> tuple[str, ...]:
    """The attributes of this pair that are not to be used."""
    matched = pair.matched
    names = settings.own.excluded((pair.left.name, pair.right.name), matched.left.attributes, matched.right_names)
    return tuple(name for name in names if name in set(pair.attributes))


def _without_scores(left: Dataset, right: Dataset, error: KsdtError, settings: AtlasSettings) -> PairEntry:
    """A pair that cannot be mined: why, and how many attributes its tables share whatever their classes."""
    attribute_map = settings.own.attribute_map(left.name, right.name)
    try:
        n_shared, problem = len(match_attributes(left, right, attribute_map)[0]), problem_of(error)
    except KsdtError:
        n_shared = 0
        problem = f"{left.name} and {right.name} share no attribute; rename the columns of one, or exclude it."
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
    for entry in mine_many(pair, parameters, pool.vectors):
        entries.append(entry)
        if work.stopped():
            raise Interrupted("stopped-between-weightings")
    return Sweep(pool, parameters, tuple(entries))
