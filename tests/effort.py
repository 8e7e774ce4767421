"""How much the processor does, in a unit that every machine has: what it does for a fixed piece of work.

A limit in seconds tells of the machine and of what else it does; a limit in units tells of the code.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

N_STEPS = 1_000_000  # of plain Python: some hundredths of a second


@dataclass(slots=True)
class Effort:
    """What was done between two moments, in units; known at the second one."""

    units: float = 0.0


@contextmanager
def measured_effort() -> Iterator[Effort]:
    effort, began = Effort(), time.process_time()
    try:
        yield effort
    finally:
        effort.units = (time.process_time() - began) / seconds_of_a_unit()


@cache
def seconds_of_a_unit() -> float:
    """Seconds that the processor works for this process on one unit, here and today."""
    return statistics.median(_seconds_of_steps() for _ in range(5))


def _seconds_of_steps() -> float:
    began = time.process_time()
    total = 0
    for step in range(N_STEPS):
        total += step
    assert total > 0
    return time.process_time() - began
