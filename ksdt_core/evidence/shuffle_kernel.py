"""Seeded shuffles inside kernels: shuffle `number` is the same whoever makes it, and costs no more than its swaps.

Random words are those of SplitMix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from ksdt_core.compiled import inner_kernel

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)


def stream_key(*parts: object) -> np.uint64:
    """The key of a stream of shuffles."""
    return np.uint64(int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "little"))


@inner_kernel
def mixed(word: Any) -> Any:
    """A word whose every bit depends on every bit of the given one."""
    word = (word ^ (word >> np.uint64(30))) * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    return word ^ (word >> np.uint64(31))


@inner_kernel
def shuffle(values: Any, start: Any, stop: Any, state: Any) -> Any:
    """Shuffle values[start:stop] in place (Fisher–Yates); returns the state after it."""
    for last in range(stop - 1, start, -1):
        state += STEP
        bound = np.uint64(last - start + 1)
        other = start + np.int64(((mixed(state) >> np.uint64(32)) * bound) >> np.uint64(32))
        kept = values[last]
        values[last] = values[other]
        values[other] = kept
    return state
