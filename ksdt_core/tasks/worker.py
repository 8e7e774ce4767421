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

from ksdt_core.errors import Interrupted, KsdtError
from ksdt_core.store.database import Store, StoreError, open_store
from ksdt_core.store.jobs import Job, beat, claim_job, finish_job, retire, revive_jobs
from ksdt_core.tasks.kinds import KINDS, Reporter

IDLE_SECONDS = 300.0
LOOK_SECONDS = 0.25
BEAT_SECONDS = 1.0

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
        result = KINDS[job.kind](store, job, Reporter(store, job.id))
    except Interrupted:
        finish_job(store, job.id, "cancelled")
    except KsdtError as error:
        finish_job(store, job.id, "failed", problem=str(error))
    except MemoryError:
        finish_job(store, job.id, "failed", problem="there is not enough memory for this; try with fewer attributes.")
    except Exception:
        log.exception("job %s (%s) failed", job.id, job.kind)
        finish_job(store, job.id, "failed", problem="a fault in the app ended it; the log of the server says more.")
    else:
        finish_job(store, job.id, "done", result=result)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    with suppress(AttributeError, OSError):  # pages come first; not every system knows this
        os.nice(10)
    work(open_store(Path(sys.argv[1])))
