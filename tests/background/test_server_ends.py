"""A worker ends with its server; the job that it has is finished, and those that wait continue at the next start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from ksdt_core.background.queue import kept_job, n_workers
from ksdt_core.background.worker import work
from tests.background.conftest import Kept
from tests.background.test_worker import ROOT, put_null, wait_for
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX systems")
SOON = 60.0  # seconds, on a busy machine; it was five minutes

SERVER = """\
import pathlib, sys, time
from ksdt_core.store.database import open_store
from ksdt_core.background import starting

popen = starting.subprocess.Popen
starting.subprocess.Popen = lambda *given, **named: tell(popen(*given, **named))

def tell(process):
    print(process.pid, flush=True)
    return process

starting.ensure_worker(open_store(pathlib.Path(sys.argv[1])))
time.sleep(600)
"""


def started(kept: Kept) -> tuple[subprocess.Popen[str], int]:
    """A server that has started a worker, and the number of that."""
    command = [sys.executable, "-c", SERVER, str(kept.store.folder)]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return server, int(server.stdout.readline())


def end(server: subprocess.Popen[str]) -> float:
    server.kill()
    server.communicate(timeout=PATIENCE)
    return time.monotonic()


def is_there(process: int) -> bool:
    """Whether it lives. Where the first process of a container buries nobody, the dead keep their numbers."""
    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.fixture
def no_orphans():
    """Whatever a test finds, no worker is left behind."""
    begun: list[int] = []
    yield begun
    for process in begun:
        if is_there(process):
            os.kill(process, signal.SIGKILL)


def test_a_worker_whose_server_ends_before_it_is_ready_ends_too(kept, no_orphans):
    """It took whoever was its parent once it had loaded everything for its server, and stayed for five minutes."""
    server, worker = started(kept)
    no_orphans.append(worker)
    ended = end(server)
    wait_until(lambda: not is_there(worker), "the worker stays")
    assert time.monotonic() - ended < SOON
    assert n_workers(kept.store) == 0


def test_a_worker_with_nothing_to_do_ends_with_its_server(kept, no_orphans):
    server, worker = started(kept)
    no_orphans.append(worker)
    wait_until(lambda: n_workers(kept.store) == 1)
    ended = end(server)
    wait_until(lambda: not is_there(worker), "the worker stays")
    assert time.monotonic() - ended < SOON


def test_the_job_it_has_is_finished_and_those_that_wait_continue_at_the_next_start(kept, no_orphans):
    first, second = put_null(kept, 100), put_null(kept, 2)
    server, worker = started(kept)
    no_orphans.append(worker)
    wait_for(kept, first, lambda job: job.done > 0)
    end(server)
    assert kept_job(kept.store, first).is_open, "the server ended in the midst of it"
    wait_until(lambda: not is_there(worker), "the worker stays")
    assert (kept_job(kept.store, first).state, kept_job(kept.store, second).state) == ("done", "queued")
    work(kept.store, idle_seconds=0)
    assert kept_job(kept.store, second).state == "done"
