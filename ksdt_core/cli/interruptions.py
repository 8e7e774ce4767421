"""Ctrl-C while no work looks for it: it stops the command at once; what compiled code swallows is remembered."""

from __future__ import annotations

import signal
import threading
from types import FrameType

NOTHING_WRITTEN = "interrupted; nothing was written."
_came = threading.Event()


def remember_interruptions() -> None:
    """From now on, unless Ctrl-C is to be ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)


def stop_if_interrupted() -> None:
    """Stop now where Ctrl-C came before and nothing came of it."""
    if _came.is_set():
        raise KeyboardInterrupt


def _stop(number: int, frame: FrameType | None) -> None:
    _came.set()
    raise KeyboardInterrupt
