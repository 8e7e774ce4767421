"""Pages are made by a few threads at a time.

Python runs one thread at a time: where thirty pages are made at once, each waits for all others and for the switching
between them, and nobody gets a page early. A page that waits for its turn costs nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 2
PATIENCE = 2.0  # seconds; where a page takes long, the others do not wait for its end

_turns = threading.BoundedSemaphore(AT_ONCE)


@contextmanager
def turn() -> Iterator[None]:
    """Wait until few others are making a page, or no longer."""
    has_turn = _turns.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        if has_turn:
            _turns.release()
