"""What the server does by itself, whether or not anybody looks at a page: it purges what was deleted long ago."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from ksdt_core.store.database import Store
from ksdt_core.store.problems import StoreError
from ksdt_core.store.purging import EVERY_SECONDS, purge_quietly

log = logging.getLogger(__name__)
_lock = threading.Lock()
_started: list[threading.Thread] = []


def start(store: Callable[[], Store]) -> None:
    """Once for each server: purge now and then every hour, in the background."""
    with _lock:
        if not _started:
            _started.append(threading.Thread(target=_keep_house, args=(store,), name="housekeeping", daemon=True))
            _started[0].start()


def _keep_house(store: Callable[[], Store]) -> None:
    while True:
        try:
            purge_quietly(store())
        except StoreError as error:  # it cannot be opened now
            log.warning("nothing was purged: %s", error)
        time.sleep(EVERY_SECONDS)
