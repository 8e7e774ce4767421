"""Waiting for what other processes and threads do, but not for ever."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

# Seconds; nothing is measured by it: it only ends a wait for what never comes, on any machine. Less than the `timeout`
# of a test in pyproject.toml, so that the sentence of the wait is read and not the stacks alone.
PATIENCE = 200.0


def wait_until(holds: Callable[[], bool], what_else: str = "it did not happen in time") -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what_else
        time.sleep(0.05)


def all_at_once(*works: Callable[[], object]) -> None:
    """Each in a thread of its own; the first error that one of them meets is raised here."""
    errors: list[BaseException] = []

    def done(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - raised below, where somebody sees it
            errors.append(error)

    threads = [threading.Thread(target=done, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    end = time.monotonic() + PATIENCE
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    if errors:
        raise errors[0]
    assert not any(thread.is_alive() for thread in threads), "a thread did not end in time"
