"""Every decision about the open pair leads to another pair, and the address follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import streamlit as st

from ksdt_core.store.pair_request import PairRequest
from pages.shared import kept, place
from pages.shared.telling import telling

EXCLUDE = "exclude"  # attributes that mining leaves out; the page Mine takes them from here


@telling
def decide(change: Callable[[PairRequest], PairRequest]) -> None:
    """For buttons and boxes: make the pair anew with a change; the reader can go back to the old one."""
    pair = place.here().pair
    if pair is not None:
        place.go(pair=kept.open_pair(change(kept.pair_request(pair))))


def excluded() -> list[str]:
    """The attributes that mining will leave out."""
    found: list[str] = st.session_state.get(EXCLUDE) or []
    return list(found)


def exclude(names: Iterable[str]) -> None:
    """Leave out more attributes."""
    st.session_state[EXCLUDE] = list(dict.fromkeys((*excluded(), *names)))


def include_again() -> None:
    """Leave out none."""
    st.session_state[EXCLUDE] = []
