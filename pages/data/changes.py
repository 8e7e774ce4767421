"""Every decision about the open pair leads to another pair, and the address follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from ksdt_core.store.pair_request import PairRequest
from pages.common import kept, place
from pages.common.telling import telling


@telling
def decide(change: Callable[[PairRequest], PairRequest]) -> None:
    """For buttons and boxes: make the pair again with a change; the reader can go back to the old one."""
    pair = place.here().pair
    if pair is not None:
        place.go(pair=kept.open_pair(change(kept.pair_request(pair))))


def exclude(names: Iterable[str]) -> None:
    """Leave out more attributes."""
    decide(lambda request: replace(request, exclude=tuple(dict.fromkeys((*request.exclude, *names)))))


def include_again() -> None:
    """Leave out none."""
    decide(lambda request: replace(request, exclude=()))
