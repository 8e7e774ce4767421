"""What this session has seen of the work: steps that are done, the evidence of a pair. Nothing is computed here."""

from __future__ import annotations

import streamlit as st

from ksdt_core.errors import KsdtError
from pages.common import kept, place

_READY, _OPENED, _EVIDENCE = "pairs_ready", "runs_opened", "evidence_seen"
MOST = 50  # pairs and runs that a session remembers


def note_ready(pair: str, *, ready: bool) -> None:
    """The checks of a pair are known: whether it is free of problems."""
    _remember(_READY, pair, ready)


def note_opened(run: str) -> None:
    """The trees of a run were looked at."""
    _remember(_OPENED, run, True)


def note_evidence(pair: str, p: float | None) -> None:
    """The p-value of the shared signal of a pair; None while it is computed."""
    st.session_state[_EVIDENCE] = (pair, p)


def seen_p(pair: str) -> float | None:
    """The p-value of a pair, where it was the last that was looked at."""
    seen, p = st.session_state.get(_EVIDENCE, ("", None))
    return p if seen == pair else None


def done() -> frozenset[str]:
    """The folders of the pages whose step is done for the current pair and run."""
    here = place.here()
    found = set()
    if here.run is not None:
        found = {"data", "mine"} | ({"trees"} if _known(_OPENED).get(here.run) else set())
        try:
            found |= {"replicate"} if kept.run_known(here.run).summary.get("replicated") else set()
        except KsdtError:
            return frozenset()  # the page says what is wrong with its link
    elif here.pair is not None and _known(_READY).get(here.pair):
        found = {"data"}
    return frozenset(found)


def _known(what: str) -> dict[str, bool]:
    known: dict[str, bool] = st.session_state.get(what, {})
    return known


def _remember(what: str, name: str, value: bool) -> None:
    known = {old: was for old, was in _known(what).items() if old != name}
    st.session_state[what] = {**dict(list(known.items())[1 - MOST :]), name: value}
