"""The process that does the jobs of a store, one after another: `python -m ksdt_core.tasks.worker FOLDER`.

It goes when nothing was to do for a while, or when the server that started it has gone and nothing is left. A job whose
worker is killed is taken up by the next one.
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

from ksdt_core.errors import Interrupted, KsdtError
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.jobs import Job, State, beat, claim_job, finish_job, retire, revive_jobs
from ksdt_core.store.problems import StoreError
from ksdt_core.tasks.kinds import KINDS, Reporter, tidy
from ksdt_core.tasks.patience import patiently

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


def work(store: Store, *, idle_seconds: float = IDLE_SECONDS) -> None:
    """Do jobs until there are none."""
    heart, parent = Heart(store), os.getppid()
    heart.start()
    try:
        idle_since = time.monotonic()
        while True:
            revive_jobs(store)
            job = claim_job(store)
            if job is not None:
                heart.job = job.id
                do_job(store, job)
                heart.job = None
                idle_since = time.monotonic()
            elif time.monotonic() - idle_since > idle_seconds or os.getppid() != parent:
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
        _finish(store, job, "failed", problem=str(error))
    except MemoryError:
        _finish(store, job, "failed", problem="there is not enough memory for this; try with fewer attributes.")
    except Exception:
        log.exception("job %s (%s) failed", job.id, job.kind)
        _finish(store, job, "failed", problem="a fault in the app ended it; the log of the server says more.")
    else:
        _finish(store, job, "done", result=result)
        with suppress(StoreError):  # the result is kept
            tidy(store, job)


def _finish(store: Store, job: Job, state: State, **ending: Any) -> None:
    patiently(lambda: finish_job(store, job.id, state, claimed=job.started, **ending))


def _give_way() -> None:
    """Pages come first. Linux may weigh whole sessions against each other, so a session of its own gives way, too."""
    with suppress(AttributeError, OSError):  # not every system knows these
        os.nice(GENTLE)
        if os.getsid(0) == os.getpid():
            Path("/proc/self/autogroup").write_text(str(GENTLE), encoding="ascii")


def main(folder: Path) -> int:
    """Work for the store in this folder; the exit code is 2 where it cannot be used."""
    logging.basicConfig(level=logging.INFO)
    _give_way()
    try:
        work(open_store(folder))
    except StoreError as error:
        log.error(error)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
