"""A stop that is noticed within a long pair, whoever is at it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ksdt_core.parallel.workers import Cluster, Workers, works_here

Asked = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class StopFile:
    """Asks for a stop by being there: every process can see it."""

    path: Path

    def __call__(self) -> bool:
        return self.path.exists()


@contextmanager
def stopping_within(
    should_stop: Asked | None, workers: Workers, n_tasks: int
) -> Iterator[tuple[Asked | None, Asked | None]]:
    """What tells this process that it is to stop, and what tells those that work; here they are the same."""
    if isinstance(workers, Cluster):
        from ksdt_core.parallel.cluster import nobody_waits

        yield should_stop, nobody_waits
        return
    if should_stop is None or works_here(workers, n_tasks):
        yield should_stop, should_stop
        return
    with tempfile.TemporaryDirectory(prefix="ksdt-atlas-") as folder:
        stop_file = StopFile(Path(folder) / "stop")

        def asked() -> bool:
            if not should_stop():
                return False
            stop_file.path.touch()
            return True

        yield asked, stop_file
