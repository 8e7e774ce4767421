"""Counts work while pages are made, which is the same on a busy machine: calls of functions, questions to the store."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from sqlalchemy import Engine, event


@contextmanager
def calls_of(*functions: Callable[..., Any]) -> Iterator[Counter[str]]:
    """How often functions are called by threads that start meanwhile, as those of pages do."""
    names: dict[CodeType, str] = {function.__code__: function.__qualname__ for function in functions}
    counted: Counter[str] = Counter()

    def note(frame: FrameType, happened: str, _: object) -> None:
        if happened == "call" and frame.f_code in names:
            counted[names[frame.f_code]] += 1

    threading.setprofile(note)
    try:
        yield counted
    finally:
        threading.setprofile(None)


@contextmanager
def asked_of_the_store() -> Iterator[Counter[str]]:
    """How often stores are read and written: each is a transaction."""
    counted: Counter[str] = Counter()

    def note(connection: object, cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("BEGIN"):
            counted["writes" if "IMMEDIATE" in statement else "reads"] += 1

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield counted
    finally:
        event.remove(Engine, "before_cursor_execute", note)
