"""The example that is offered first: the breast-cancer cohorts where they are installed, else the wines."""

from __future__ import annotations

from ksdt_core.data.samples.catalogue import CataloguePair, catalogue_pairs
from pages.common import kept

COHORT, WINE = "gse1992", "wine-red"  # left tables


def first_example() -> CataloguePair:
    known = {entry.left: entry for entry in catalogue_pairs()}
    return known.get(COHORT) or known[WINE]


def opened(entry: CataloguePair) -> str:
    """Keep a pair of bundled tables; its id."""
    from ksdt_core.store.pair_request import PairRequest  # loads the readers, which Start itself can do without

    return kept.open_pair(PairRequest.of_catalogue(entry))
