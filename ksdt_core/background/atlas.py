"""An atlas as a job: stopped or killed, the next worker continues with the pairs that are left."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import Interrupted, WorkersLost
from ksdt_core.parallel.executor import Progress
from ksdt_core.parallel.workers import cluster_of_setting
from ksdt_core.store.atlas_request import AtlasRequest, requested_datasets, work_file
from ksdt_core.store.database import Store
from ksdt_core.studies.atlas.all_pairs import atlas

MOST_WORKERS = 4
WORTH_PROCESSES = 3_000_000  # cells times shuffles; below this, starting processes takes longer than it saves


@dataclass(slots=True)
class _Watch:
    """Reports progress, and between two reports notices that the job is to end."""

    report: Progress
    went_on: Callable[[], None]
    done: int = 0
    total: int = 0
    begun_with: int | None = None  # pairs that earlier workers had finished

    def progress(self, done: int, total: int) -> None:
        if self.begun_with is None:
            self.begun_with = done
        elif self.done == self.begun_with:
            self.went_on()
        self.done, self.total = done, total
        self.report(done, total)

    def should_stop(self) -> bool:
        try:
            self.report(self.done, self.total)
        except Interrupted:
            return True
        return False


def requested_atlas(
    store: Store, request: Mapping[str, Any], *, progress: Progress, went_on: Callable[[], None]
) -> Mapping[str, Any]:
    """The document of the atlas; where `progress` is told to stop, finished pairs stay in the store's folder.

    `went_on` is told of the first pair that is finished now, and not by an earlier worker.
    """
    wanted = AtlasRequest.of_document(request)
    kept, watch = work_file(store, wanted), _Watch(progress, went_on)
    tables = requested_datasets(store, wanted)
    found = atlas(
        tables,
        wanted.settings,
        workers=cluster_of_setting() or _workers(tables, wanted.settings.permutations),
        kept=kept,
        progress=watch.progress,
        should_stop=watch.should_stop,
    )
    if found.lost:
        raise WorkersLost("work-lost", reason=found.lost)
    if not found.is_whole:
        raise Interrupted("cancelled")
    return found.to_document()


def forget_pairs(store: Store, request: Mapping[str, Any]) -> None:
    """The atlas is kept: the file of its finished pairs has done its work."""
    work_file(store, AtlasRequest.of_document(request)).remove()


def _workers(tables: Sequence[Dataset], permutations: int) -> int:
    work = sum(table.values.size for table in tables) * (1 + permutations)
    return min(os.cpu_count() or 1, MOST_WORKERS) if work > WORTH_PROCESSES else 1
