"""Carrying out the attribute view; a stop on the way keeps what needs no replicates."""

from __future__ import annotations

from ksdt_core.cli.progress import progress_bar
from ksdt_core.cli.stopping import stop_requests
from ksdt_core.data.pair import DatasetPair
from ksdt_core.errors import Interrupted, WorkersLost
from ksdt_core.jobs.workers import Workers
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.studies.attributes import AttributeView, attribute_view


def view_of(
    pair: DatasetPair, trees: TreeSet, *, replicates: int, every: bool, workers: Workers
) -> tuple[AttributeView, str]:
    """The view, and why its workers could not finish it; without the replicates it says nothing of stability."""
    lost = ""
    with stop_requests() as asked, progress_bar("Replicates") as tick:
        try:
            view = attribute_view(
                pair, trees, replicates=replicates, every=every, workers=workers, progress=tick, should_stop=asked
            )
        except (Interrupted, WorkersLost) as error:
            lost = str(error) if isinstance(error, WorkersLost) else ""
            view = attribute_view(pair, trees, replicates=0, every=every)
    return view, lost
