"""Ctrl-C: the first asks long work to stop at its next step, so that finished work is kept; the second insists."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from ksdt_core.cli.interruptions import stop_if_interrupted
from ksdt_core.cli.report import on_terminal, say

STOPPED = "interrupted"  # why long work ended, where the user asked for it


@contextmanager
def stop_requests() -> Iterator[Callable[[], bool]]:
    """Yields what states whether the user has asked to stop.

    An exception raised by Ctrl-C anywhere in compiled code would surface as another error, or be lost; a request that
    is looked at between two steps is not.
    """
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return

    def ask(number: int, frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()
        if on_terminal():
            say("stopping after the current step; press Ctrl-C again to stop at once.")

    stop_if_interrupted()
    before = signal.signal(signal.SIGINT, ask)
    try:
        yield asked.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def is_interruption(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: compiled code turns it into its own errors."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False
