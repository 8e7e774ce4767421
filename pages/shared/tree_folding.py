"""Which subtrees the reader has folded, for each run and tree of the session."""

from __future__ import annotations

import streamlit as st


def folded(run: str, position: int) -> frozenset[int]:
    return _all().get((run, position), frozenset())


def fold(run: str, position: int, node: int) -> None:
    """Fold the subtree below a node, or unfold it."""
    _all()[run, position] = folded(run, position) ^ {node}


def _all() -> dict[tuple[str, int], frozenset[int]]:
    known: dict[tuple[str, int], frozenset[int]] = st.session_state.setdefault("folded", {})
    return known
