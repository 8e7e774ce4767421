"""The run that a page is about: its trees, and the pair they were mined from where its tables are kept."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.store.pair_request import PairRequest, as_mined
from pages.common import frame, kept, place

NO_TREES = "No trees yet. Choose a pair and weights on Mine; its trees are mined at once."


@dataclass(frozen=True, slots=True, eq=False)
class Current:
    """A run to show."""

    run: str
    trees: TreeSet
    request: PairRequest | None  # None for an imported run, whose tables are not here

    @property
    def pair(self) -> DatasetPair | None:
        """The whole pair, ready to be mined."""
        if self.request is None:
            return None
        return kept.pair_of(as_mined(self.request, self.trees.settings.preparation))

    @property
    def mined_pair(self) -> DatasetPair | None:
        """The rows that were mined: all but those held out."""
        pair = self.pair
        return None if pair is None else mined_pair(pair, self.trees)

    @property
    def parameters(self) -> MiningParameters:
        """The parameters that it was mined with, as they were chosen."""
        return parameters_of(self.trees)


def parameters_of(trees: TreeSet) -> MiningParameters:
    """The parameters of a set as they were chosen: a document has every number; one that is the default stays open."""
    chosen = trees.parameters.as_asked
    usual = MiningParameters().fraction_of(trees.pair.n_attributes - len(set(chosen.exclude)))
    return replace(chosen, attr_fraction=None) if chosen.attr_fraction == usual else chosen


def current_run(empty: str = NO_TREES) -> Current:
    """The run of the address; with none, the page says what to do and ends."""
    here = place.here()
    if here.run is None:
        frame.nothing_yet(empty, page="pages/mine/page.py", label="Open Mine")
    run = str(here.run)
    known = kept.run_known(run)
    if known.pair is not None and known.pair != here.pair:
        place.settle(pair=known.pair, run=run, tree=here.tree, node=here.node, beside=here.beside)
    request = None if known.pair is None else kept.pair_request(known.pair)
    return Current(run, kept.tree_set(run), request)
