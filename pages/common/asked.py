"""Questions to the store that several parts of one page ask: asked once while the page is made.

A change of the store forgets the answers. Outside of a page (callbacks, parts that a timer renews) every question is
asked, since nothing says there how old an answer is.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Answer = TypeVar("Answer")
_page = threading.local()  # each page is made by its own thread


@contextmanager
def asking() -> Iterator[None]:
    """While a page is made."""
    _page.answers = {}
    try:
        yield
    finally:
        _page.answers = None


def once(ask: Callable[[], Answer], *key: Hashable) -> Answer:
    """The answer to the question that the key names."""
    answers: dict[Hashable, Any] | None = getattr(_page, "answers", None)
    if answers is None:
        return ask()
    if key not in answers:
        answers[key] = ask()
    found: Answer = answers[key]
    return found


def forget() -> None:
    """The store was changed."""
    if getattr(_page, "answers", None) is not None:
        _page.answers = {}
