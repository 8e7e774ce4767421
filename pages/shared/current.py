"""The run that a page is about: its trees, and the pair they were mined from where its tables are kept."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.data.pair import DatasetPair
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.store.runs import kept_run
from pages.shared import frame, kept, place

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
        return None if self.request is None else kept.pair_of(self.request)

    @property
    def mined_pair(self) -> DatasetPair | None:
        """The rows that were mined: all but those held out."""
        pair = self.pair
        return None if pair is None else mined_pair(pair, self.trees)


def current_run(empty: str = NO_TREES) -> Current:
    """The run of the address; with none, the page says what to do and ends."""
    here = place.here()
    if here.run is None:
        frame.nothing_yet(empty, page="pages/mine.py", label="Open Mine")
    run = str(here.run)
    known = kept_run(kept.store(), run)
    if known.pair is not None and known.pair != here.pair:
        place.settle(pair=known.pair, run=run, tree=here.tree, node=here.node, beside=here.beside)
    request = None if known.pair is None else kept.pair_request(known.pair)
    return Current(run, kept.tree_set(run), request)
