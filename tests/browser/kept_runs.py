"""Runs that browser tests look at, put into the store of the server before the visit."""

from __future__ import annotations

from pathlib import Path

from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.mining.miners import mine
from ksdt_core.store.database import open_store
from ksdt_core.store.pair_request import PairRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run


def kept_run_of(folder: Path, left: str, **options: object) -> str:
    """A set of the bundled pair whose first table has this name; the id of its run."""
    store = open_store(folder)
    request = PairRequest.of_catalogue(next(entry for entry in catalogue_pairs() if entry.left == left))
    keep_pair(store, request)
    return keep_run(store, mine(requested_pair(store, request), **options).to_document(), pair=request.id)
