"""First use: what compiling the kernels costs, once on a machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

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


def first_use() -> Measured:
    """Seconds of the first run with nothing compiled, in a process and a cache folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "NUMBA_CACHE_DIR": folder},
            capture_output=True,
            text=True,
            check=True,
        )
    return Measured("first use on a machine: compiling", float(run.stdout), 10, " s", "one process, empty cache")
