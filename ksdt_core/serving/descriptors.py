"""How many files and connections the server may hold open at once, and whether there is room for more."""

from __future__ import annotations

import sys
from pathlib import Path

if sys.platform != "win32":  # which has no such bound
    import resource

WANTED = 65_536
NEEDED = 64  # a session takes four for itself; the store, uploads and workers of those that are open need more


def raise_limit() -> None:
    """Allow this process as many as the system lets it have; some systems start with 256, which 80 sessions use up."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def has_room() -> bool:
    """Whether one more session can be taken without those that are open failing because they can open no file."""
    if sys.platform == "win32":
        return True
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft == resource.RLIM_INFINITY or _in_use() + NEEDED <= soft


def _in_use() -> int:
    try:
        return sum(1 for _ in Path("/dev/fd").iterdir())
    except FileNotFoundError:  # a system that does not tell
        return 0
    except OSError:  # not even one more can be opened
        return WANTED
