"""What workers of a Dask cluster do on the gene tables: `python -m benchmarks.cluster`, the numbers of docs/cluster.md.

CPU seconds are those of the worker processes; they hold on a busy machine, too, unlike seconds on the clock.
"""

from __future__ import annotations

import pickle
import time
from dataclasses import dataclass

import psutil
from distributed import LocalCluster

from benchmarks.atlas import STUDIES, studies
from benchmarks.tables import expression_tables
from ksdt_core.data import Dataset
from ksdt_core.data.matching.matching import renamed_classes
from ksdt_core.formats.json_text import document_text
from ksdt_core.parallel.workers import Cluster
from ksdt_core.studies.atlas.all_pairs import atlas
from ksdt_core.studies.atlas.pair_mining import Work, mine_pair
from ksdt_core.studies.atlas.settings import AtlasSettings, atlas_settings

NULLS = 3


@dataclass(frozen=True, slots=True)
class Cost:
    """An atlas on so many workers of one thread."""

    text: str
    n_sets: int
    clock: float
    cpu: float  # seconds of all workers
    memory: int  # bytes of the largest worker

    def line(self, what: str) -> str:
        return (
            f"{what}: {self.n_sets:,} sets, {self.clock:.1f} s on the clock, {self.cpu:.1f} CPU s, "
            f"{self.n_sets / self.cpu:.1f} sets per CPU s, {self.memory / 2**20:.0f} MiB in the largest worker"
        )


def measured(tables: list[Dataset], settings: AtlasSettings, n_workers: int) -> Cost:
    """Mine the atlas on workers that have compiled and loaded what they need."""
    with LocalCluster(n_workers=n_workers, threads_per_worker=1, dashboard_address=None) as local:
        workers = [psutil.Process(nanny.pid) for nanny in local.workers.values()]
        cluster = Cluster(local.scheduler_address)
        atlas(_small_tables(), atlas_settings(k=1, permutations=9), workers=cluster)
        cpu, clock = _cpu(workers), time.perf_counter()
        found = atlas(tables, settings, workers=cluster)
        clock, cpu = time.perf_counter() - clock, _cpu(workers) - cpu
        memory = max(worker.memory_info().rss for worker in workers)
    return Cost(document_text(found.to_document()), n_sets(found.n_pairs, settings), clock, cpu, memory)


def n_sets(n_pairs: int, settings: AtlasSettings) -> int:
    """One for each of the ten vectors of WVP2, of a pair and of each of its shuffles."""
    return n_pairs * 10 * (1 + NULLS * settings.permutations)


def _small_tables() -> list[Dataset]:
    """Enough pairs for every worker to have one."""
    return [table for seed in range(3) for table in expression_tables(rows=(20, 20), attributes=60, seed=seed)]


def _cpu(workers: list[psutil.Process]) -> float:
    return sum(worker.cpu_times().user + worker.cpu_times().system for worker in workers)


def main() -> None:
    tables, settings = studies()
    for table in tables:
        print(f"{table.name}: {table.n_rows} x {table.n_attributes}, {len(pickle.dumps(table)) / 1e6:.1f} MB")
    costs = [measured(tables, settings, n_workers) for n_workers in (1, 2)]
    assert costs[0].text == costs[1].text, "the number of workers changed a byte"
    for n_workers, cost in enumerate(costs, start=1):
        print(cost.line(f"{n_workers} workers"))
    classes = dict(settings.class_map)
    renamed = dict(zip(STUDIES, (renamed_classes(table, classes) for table in tables), strict=True))
    for pair in (("DH", "LM"), ("LB", "PC")):
        for permutations in (0, 3):
            _, settings = studies(permutations=permutations)
            before = time.process_time()
            mine_pair(Work(settings), tuple(renamed[name] for name in pair))
            print(f"{pair}: {n_sets(1, settings)} sets, {time.process_time() - before:.2f} CPU s")


if __name__ == "__main__":
    main()
