"""Seeing to it that somebody does the jobs of a store."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

from ksdt_core.background.queue import n_workers, n_workers_wanted
from ksdt_core.store.database import Store

START_SECONDS = 15.0  # a worker that was started shows life within this time

LOOK_SECONDS = 1.0  # between two looks at the workers, however many pages watch their jobs

_lock = threading.Lock()
_started: dict[str, float] = {}
_looked: dict[str, float] = {}


def ensure_worker(store: Store) -> None:
    """Start a worker unless enough of them live or one is on its way."""
    with _lock:
        place, now = str(store.folder), time.monotonic()
        if now - _started.get(place, -START_SECONDS) < START_SECONDS or n_workers(store) >= n_workers_wanted(store):
            return
        _started[place] = now
        process = subprocess.Popen(
            [sys.executable, "-m", "ksdt_core.background.worker", place, str(os.getpid())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in the server's terminal does not end a job
        )
        threading.Thread(target=process.wait, daemon=True).start()  # what has ended is asked how, or stays in the list


def keep_worker(store: Store) -> None:
    """For everybody who watches a job: as `ensure_worker`, but the store is asked at most once a second."""
    with _lock:
        place, now = str(store.folder), time.monotonic()
        is_due = now - _looked.get(place, -LOOK_SECONDS) >= LOOK_SECONDS
        if is_due:
            _looked[place] = now
    if is_due:
        ensure_worker(store)
