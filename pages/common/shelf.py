"""Large values that all sessions share, bounded by the bytes they take rather than by their number.

Streamlit's own cache counts values: eight small tables and eight of half a gigabyte are the same to it.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np
import streamlit as st

P = ParamSpec("P")
T = TypeVar("T")

MOST_BYTES = 2 << 30  # of all values together; the newest is held even if it alone takes more


class Shelf:
    """Values with their sizes; those that nobody asked for longest go first.

    A value that alone takes more than the whole shelf is held until the next one (tables, which take long to read), or
    not held at all (drawings).
    """

    def __init__(self, most_bytes: int = MOST_BYTES, *, hold_newest: bool = True) -> None:
        self.most_bytes = most_bytes
        self.hold_newest = hold_newest
        self._lock = threading.Lock()
        self._values: OrderedDict[Any, tuple[Any, int]] = OrderedDict()
        self._making: dict[Any, threading.Lock] = {}

    @property
    def n_bytes(self) -> int:
        with self._lock:
            return sum(size for _, size in self._values.values())

    def get(self, key: Any, make: Callable[[], Any]) -> Any:
        """The value of a key; sessions that want the same one at the same time wait for whoever makes it."""
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:
            with self._lock:
                if key in self._values:
                    self._values.move_to_end(key)
                    return self._values[key][0]
            try:
                value = make()
                self._put(key, value)
            finally:
                with self._lock:
                    self._making.pop(key, None)
            return value

    def clear(self) -> None:
        """Forget every value."""
        with self._lock:
            self._values.clear()

    def _put(self, key: Any, value: Any) -> None:
        size = size_of(value)
        if size > self.most_bytes and not self.hold_newest:
            return
        with self._lock:
            self._values[key] = value, size
            total = sum(size for _, size in self._values.values())
            while total > self.most_bytes and len(self._values) > 1:
                total -= self._values.popitem(last=False)[1][1]


@st.cache_resource(show_spinner=False)
def shelf() -> Shelf:
    """The one shelf of this server; clearing Streamlit's cache clears it, too."""
    return Shelf()


def shared_by_bytes(spinner: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Like `st.cache_resource`: the arguments after the first, which is not hashed, say which value it is."""

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        @wraps(make)
        def shared(*args: P.args, **kwargs: P.kwargs) -> T:
            def made() -> T:
                with st.spinner(spinner):
                    return make(*args, **kwargs)

            found: T = shelf().get((make.__qualname__, args[1:], tuple(sorted(kwargs.items()))), made)
            return found

        return shared

    return decorate


def size_of(value: Any) -> int:
    """About how many bytes a value takes: its arrays and texts, each counted once."""
    return _size(value, set())


def _size(value: Any, seen: set[int]) -> int:
    while isinstance(value, np.ndarray) and isinstance(value.base, np.ndarray):
        value = value.base  # a view takes nothing, and what it looks at stays
    if id(value) in seen:
        return 0
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        return int(value.nbytes)
    if hasattr(value, "n_bytes"):
        return int(value.n_bytes)
    if isinstance(value, (tuple, list)):
        return sys.getsizeof(value) + _sizes(value, seen)
    if isinstance(value, dict):
        return sys.getsizeof(value) + _sizes(value.values(), seen)
    if is_dataclass(value):
        return sys.getsizeof(value) + _sizes((getattr(value, field.name) for field in fields(value)), seen)
    return sys.getsizeof(value)


def _sizes(values: Iterable[Any], seen: set[int]) -> int:
    return sum(_size(value, seen) for value in values)
