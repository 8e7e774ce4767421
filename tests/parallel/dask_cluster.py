"""A real Dask scheduler and its workers on this machine, each a process of its own, ended by their ids."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from distributed import Client

from ksdt_core.parallel.workers import Cluster
from tests.cli.running import ROOT
from tests.waiting import PATIENCE, wait_until


@dataclass(slots=True)
class Running:
    """Processes under way."""

    folder: Path
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def cluster(self) -> Cluster:
        return Cluster(self.address)

    def add_workers(self, n_workers: int, *, path: Path = ROOT) -> None:
        """Start so many more, that look for packages in a folder first, and wait until they have reported."""
        for number in range(len(self.workers), len(self.workers) + n_workers):
            words = (self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "20")
            words += ("--memory-limit", "0")  # where memory is short, workers would pause and tasks wait for ever
            place = ("--local-directory", str(self.folder / f"worker-{number}"))
            self.workers.append(_started("worker", *words, *place, folder=self.folder, path=path))
        if not self.workers:
            return
        n_alive = sum(worker.poll() is None for worker in self.workers)
        with Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(n_alive, timeout=PATIENCE)

    def kill_worker(self, number: int) -> None:
        self.workers[number].send_signal(signal.SIGKILL)
        self.workers[number].wait(PATIENCE)

    def kill_scheduler(self) -> None:
        self.scheduler.send_signal(signal.SIGKILL)
        self.scheduler.wait(PATIENCE)


@contextmanager
def running_cluster(folder: Path, n_workers: int = 2) -> Iterator[Running]:
    """A scheduler at a free port of this machine, and so many workers that have reported to it."""
    told = folder / "scheduler.json"
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told))
    running = Running(folder, "", _started("scheduler", *words, folder=folder))
    try:
        wait_until(lambda: told.exists() and told.stat().st_size > 0, "no scheduler started")
        running.address = json.loads(told.read_text(encoding="utf-8"))["address"]
        running.add_workers(n_workers)
        yield running
    finally:
        for process in (*running.workers, running.scheduler):
            process.kill()
            process.wait(PATIENCE)


def _started(what: str, *words: str, folder: Path, path: Path = ROOT) -> subprocess.Popen[bytes]:
    with (folder / f"{what}.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *words],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(path), str(ROOT)))},
        )  # fmt: skip
