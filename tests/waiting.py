"""Waiting for what other processes do."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300.0  # seconds; nothing is measured by it: it only ends a wait for what never comes, on any machine


def wait_until(holds: Callable[[], bool], what_else: str = "it did not happen in time") -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what_else
        time.sleep(0.05)
