"""How much memory this process takes, as the system counts it: what libraries take beside Python counts, too.

Not `tracemalloc`: it sees nothing of what a library such as Arrow takes by itself, and before Python 3.12.9 and 3.13.2
stopping it while a thread of a library asks for memory ends the process (CPython issue 128679).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(slots=True)
class Memory:
    """The most that was taken between two moments beyond the first, in bytes; known at the second one."""

    most: int = 0


@contextmanager
def measured_memory() -> Iterator[Memory]:
    """Measures on Linux; 0 where the system does not say."""
    memory, before = Memory(), _start_of_peak()
    try:
        yield memory
    finally:
        memory.most = _peak() - before


def _start_of_peak() -> int:
    """Forget the highest use of memory so far, where the system can, and say what is used now."""
    forget = Path("/proc/self/clear_refs")
    if forget.exists():
        forget.write_text("5")
    return _peak()


def _peak() -> int:
    """The most memory that this process has used, in bytes; 0 where the system does not say."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM")), 0)
