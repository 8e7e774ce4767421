"""The app, of this checkout or of an installation, served by its own process."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ksdt_core.store.folder import SETTING

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 300  # nothing is measured by it: it only ends a wait for a server that never comes
STOP_SECONDS = 3
CHECKOUT = (sys.executable, "-m", "streamlit", "run", "serve.py", "--server.port")


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    address: str
    pid: int

    @property
    def socket(self) -> str:
        """Where pages are asked for."""
        return f"{self.address.replace('http', 'ws', 1)}/_stcore/stream"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(folder: Path, command: Sequence[str] = CHECKOUT, cwd: Path = ROOT) -> Iterator[Server]:
    """A server that keeps its store in this folder; the command gets a port at its end. It ends with the block."""
    address = f"http://localhost:{(port := free_port())}"
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", SETTING: str(folder)}
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(
            [*command, str(port)],
            cwd=cwd,
            env=environment,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        ) as process,  # fmt: skip
    ):
        try:
            if not _is_healthy(address, process):
                said.seek(0)
                raise RuntimeError(f"the server did not start: {said.read().decode(errors='replace')[-2000:]}")
            yield Server(address, process.pid)
        finally:
            _stop(process)


def _is_healthy(address: str, process: subprocess.Popen[bytes]) -> bool:
    """Whether it answers in time."""
    for _ in range(START_SECONDS * 5):
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5) as answer:
                if answer.status == 200:
                    return True
        except (urllib.error.URLError, OSError):
            if process.poll() is not None:
                break
        time.sleep(0.2)
    return False


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ends the server; it may wait for browsers to go, so it is not asked twice."""
    process.terminate()
    try:
        process.wait(timeout=STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
