"""The process that does the jobs of a store, one after another: `python -m ksdt_core.background.worker FOLDER SERVER`.

It ends when nothing was to do for a while. When the server that started it (the process with the number SERVER) has
ended, it finishes the job that it has and starts no other: those that wait continue when the app is used again. A job
whose worker is killed is taken up by the next one.
"""

from __future__ import annotations

import logging
import os
import secrets
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from ksdt_core.background.kinds import KINDS, Reporter, tidy
from ksdt_core.background.patience import patiently
from ksdt_core.background.queue import Job, State, beat, claim_job, finish_job, retire, revive_jobs
from ksdt_core.errors import Interrupted, KsdtError
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.problems import StoreError
from ksdt_core.store.purging import EVERY_SECONDS, purge_quietly

IDLE_SECONDS = 300.0
LOOK_SECONDS = 0.25
BEAT_SECONDS = 1.0
GENTLE = 10  # of 19

log = logging.getLogger(__name__)


class Heart:
    """Shows in the store that this worker lives, also during a long step."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.worker = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.job: str | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        beat(self.store, self.worker, None)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()
        with suppress(StoreError):
            retire(self.store, self.worker)

    def _run(self) -> None:
        while not self._stopped.wait(BEAT_SECONDS):
            with suppress(StoreError):  # a full disk now may have room at the next beat
                beat(self.store, self.worker, self.job)


def work(store: Store, *, idle_seconds: float = IDLE_SECONDS, server: int | None = None) -> None:
    """Do jobs until there are none, or until the server has ended whose child this process is."""
    heart = Heart(store)
    heart.start()
    try:
        idle_since, purge_at = time.monotonic(), 0.0
        while server is None or os.getppid() == server:
            if time.monotonic() >= purge_at:
                purge_quietly(store)
                purge_at = time.monotonic() + EVERY_SECONDS
            revive_jobs(store)
            job = claim_job(store)
            if job is not None:
                heart.job = job.id
                do_job(store, job)
                heart.job = None
                idle_since = time.monotonic()
            elif time.monotonic() - idle_since > idle_seconds:
                return
            else:
                time.sleep(LOOK_SECONDS)
    finally:
        heart.stop()


def do_job(store: Store, job: Job) -> None:
    """Do one job and write how it ended."""
    try:
        result = KINDS[job.kind](store, job, Reporter(store, job))
    except Interrupted:
        _finish(store, job, "cancelled")
    except KsdtError as error:
        _finish(store, job, "failed", problem=error)
    except MemoryError:
        _finish(store, job, "failed", problem=KsdtError("out-of-memory"))
    except Exception:
        log.exception("job %s (%s) failed", job.id, job.kind)
        _finish(store, job, "failed", problem=KsdtError("fault"))
    else:
        _finish(store, job, "done", result=result)
        with suppress(StoreError):  # the result is kept
            tidy(store, job)


def _finish(store: Store, job: Job, state: State, **ending: Any) -> None:
    patiently(lambda: finish_job(store, job.id, state, claimed=job.started, **ending), store.folder)


def _give_way() -> None:
    """Pages come first. Linux may weigh whole sessions against each other, so its own session gives way, too."""
    with suppress(AttributeError, OSError):  # not every system knows these
        os.nice(GENTLE)
        if os.getsid(0) == os.getpid():
            Path("/proc/self/autogroup").write_text(str(GENTLE), encoding="ascii")


def main(folder: Path, server: int | None = None) -> int:
    """Work for the store in this folder; the exit code is 2 where it cannot be used."""
    logging.basicConfig(level=logging.INFO)
    _give_way()
    try:
        work(open_store(folder), server=server)
    except StoreError as error:
        log.error(error)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *map(int, sys.argv[2:3])))
