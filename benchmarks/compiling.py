"""First use: what compiling the kernels costs, once on a machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from benchmarks.harness import Measured

SCRIPT = """
import time
from benchmarks.mining import large_pair
from ksdt_core.mining import kernels_compiled, mine
pair = large_pair(200, 120)
assert not kernels_compiled()
began = time.perf_counter()
mine(pair)
first = time.perf_counter() - began
assert kernels_compiled()
print(first)
"""


PREPARED = """
import time
from ksdt_core.background import kernels
began = time.process_time()
kernels.prepare(lambda stage: None)
print(time.process_time() - began)
"""


def measurements() -> Iterator[Measured]:
    """Compiling on a new machine: what mining alone waits for, and what a whole visit needs, compiled ahead."""
    mining = _in_an_empty_cache(SCRIPT)
    yield Measured("first use on a machine: compiling", mining, 10, " s", "one process, empty cache")
    everything = _in_an_empty_cache(PREPARED)
    detail = "CPU seconds, all stages of ksdt_core.background.kernels, empty cache"
    yield Measured("first use on a machine: all that a visit needs", everything, 45, " s", detail)


def _in_an_empty_cache(script: str) -> float:
    """What a script prints that finds nothing compiled, in a process and its own cache folder."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "NUMBA_CACHE_DIR": folder},
            capture_output=True,
            text=True,
            check=True,
        )
    return float(run.stdout)
