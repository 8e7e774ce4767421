"""The time by which workers are alive or dead. Setting the clock of the machine does not change it.

It is the same for all processes of one machine, and it tells one start of the machine from another: the number of the
start comes first, then the seconds since then. Another start is therefore years away, before or after.
"""

from __future__ import annotations

import hashlib
import time
from functools import lru_cache
from pathlib import Path

from sqlalchemy import ColumnElement

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
SECONDS = 2.0**28  # eight years; with 20 bits for the start and 5 for parts of a second a float holds it exactly
STARTS = 2**20
FIRST = 16  # below lie the calendar times that earlier versions wrote as heartbeats
SLACK_SECONDS = 1.0  # a writer that began after a reader may be in the reader's future


def steady_now() -> float:
    """Now, for comparison with other values of this function only."""
    return _start() * SECONDS + round(time.monotonic() * 32) / 32


def is_recent(moment: ColumnElement[float], seconds: float) -> ColumnElement[bool]:
    """Whether a moment lies within the last seconds of this start of the machine."""
    now = steady_now()
    return moment.between(now - seconds, now + SLACK_SECONDS)


@lru_cache(maxsize=1)
def _start() -> int:
    """The number of this start; where the system does not tell, the seconds alone have to do."""
    try:
        told = BOOT_ID.read_bytes()
    except OSError:
        return FIRST
    number = int.from_bytes(hashlib.blake2b(told, digest_size=8).digest())
    return FIRST + number % (STARTS - FIRST)
