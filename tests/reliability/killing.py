"""Processes that are killed while they work, and a count of what they had finished.

A worker of tests/reliability/works.py says READY, then does its thing in a loop and writes a line for each result that
it considers finished. It is killed at a random moment; KSDT_KILL_SEED repeats the moments of an earlier run.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from ksdt_core.formats.whole_file import PREFIX
from tests.cli.running import environment
from tests.waiting import PATIENCE

SHORT, LONG = 3, 20  # kills of each kind

kills = pytest.mark.parametrize("n_kills", [SHORT, pytest.param(LONG, marks=pytest.mark.soak)])
fewer_kills = pytest.mark.parametrize("n_kills", [SHORT - 1, pytest.param(LONG // 2, marks=pytest.mark.soak)])
on_posix = pytest.mark.skipif(os.name != "posix", reason="processes are killed as on POSIX systems")


@dataclass(slots=True)
class Killer:
    """Ends processes at random moments, the same ones for the same seed."""

    kind: str
    seed: int = field(default_factory=lambda: int(os.environ.get("KSDT_KILL_SEED") or secrets.randbelow(2**32)))
    n_kills: int = 0
    n_finished: int = 0
    began: float = field(default_factory=time.monotonic)

    random: Random = field(init=False)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)

    def __enter__(self) -> Killer:
        print(f"KSDT_KILL_SEED={self.seed}")
        return self

    def __exit__(self, *failure: object) -> None:
        seconds = time.monotonic() - self.began
        outcome = "FAILED" if failure[0] else "0 lost"
        print(f"{self.kind}: {self.n_kills} kills, {self.n_finished} finished, {outcome}, {seconds:.0f} s")

    def killed(self, work: str, *arguments: object, within: float) -> list[str]:
        """What a work had reported when it was killed, at most `within` seconds after it began."""
        command = [sys.executable, "-m", "tests.reliability.works", work, *map(str, arguments)]
        with self._running(command) as process:
            assert process.stdout is not None
            assert "READY\n" in iter(process.stdout.readline, ""), "it did not begin; see what it wrote above"
            time.sleep(self.random.uniform(0, within))
            self.kill(process)
            reported = [line.strip() for line in process.stdout.readlines() if line.endswith("\n")]
        self.n_finished += len(reported)
        return reported

    def kill(self, process: subprocess.Popen[str]) -> None:
        """As the system does when memory is short: every process of it, with no chance to say anything."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
        self.n_kills += 1

    @contextlib.contextmanager
    def _running(self, command: list[str]) -> Iterator[subprocess.Popen[str]]:
        process = subprocess.Popen(
            command, env=environment(), stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
            start_new_session=True,
        )  # fmt: skip
        watchdog = threading.Timer(PATIENCE, os.killpg, (process.pid, signal.SIGKILL))
        watchdog.start()
        try:
            yield process
        finally:
            watchdog.cancel()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)


def shown_files(folder: Path) -> set[str]:
    """The files that somebody who looks into a folder takes for results: all but parts, whose names say so."""
    return {path.name for path in folder.iterdir() if not path.name.startswith(PREFIX)}
