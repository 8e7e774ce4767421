"""Timing two things in turn, so that a busy machine slows both alike, and saying what came out."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """One promise: what was measured, and the limit that it must keep."""

    name: str
    value: float
    limit: float
    unit: str
    detail: str

    @property
    def holds(self) -> bool:
        return self.value <= self.limit

    @property
    def is_ratio(self) -> bool:
        """Whether it was set against something measured in the same run, so that other machines can compare."""
        return self.unit == "x"

    def __str__(self) -> str:
        verdict = "ok" if self.holds else "TOO SLOW"
        measured = f"{self.name:<58} {self.value:8.3f}{self.unit} (at most {self.limit:g}{self.unit})  {verdict}"
        return f"{measured}\n    {self.detail}"


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def cpu_seconds(work: Callable[[], object]) -> float:
    """The CPU time of one call in this process: what a limit in seconds is about on a machine that others use, too."""
    began = time.process_time()
    work()
    return time.process_time() - began


def in_turn(ours: Callable[[], float], theirs: Callable[[], float], *, repeats: int) -> tuple[float, float]:
    """The medians of two timings taken in turn; each callable returns the seconds of its own timed part."""
    pairs = [(ours(), theirs()) for _ in range(repeats)]
    return statistics.median(pair[0] for pair in pairs), statistics.median(pair[1] for pair in pairs)


def ratio(name: str, ours: float, theirs: float, *, limit: float, peer: str) -> Measured:
    """Our time as a multiple of a peer's."""
    return Measured(name, ours / theirs, limit, "x", f"ours {ours:.4f} s, {peer} {theirs:.4f} s")
