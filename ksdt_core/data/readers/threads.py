"""How many threads work on the pieces of one table."""

from __future__ import annotations

import os

MOST_THREADS = 8


def n_threads(n_pieces: int) -> int:
    """As many as there are pieces, up to the processors that this process may use."""
    n_cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(n_cores, MOST_THREADS, n_pieces)
