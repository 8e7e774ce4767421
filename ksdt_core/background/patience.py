"""Hours of work do not go for want of room: what they found waits until the store takes it, if that is still there."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

from ksdt_core.store.problems import UnwritableError

WAIT_SECONDS = 5.0  # until a store that took no change is tried again
PATIENCE_SECONDS = 24 * 3600.0

log = logging.getLogger(__name__)


def patiently(change: Callable[[], None], folder: Path) -> None:
    """Make a change of the store in this folder, again and again while its disk is full or may not be written."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return change()
        except UnwritableError as error:
            if time.monotonic() > end or not folder.exists():
                raise
            log.warning("a result waits: %s", error)
            time.sleep(WAIT_SECONDS)
