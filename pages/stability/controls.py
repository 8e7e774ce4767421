"""Controls of the Stability page: which stream, how it is followed, and where its rule changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from ksdt_core.errors import InvalidParameterError
from ksdt_core.studies.stream_watch import StreamPlan
from ksdt_core.text import printable
from pages.common import kept
from pages.common.reruns import is_by_timer
from pages.common.telling import telling
from pages.stability import state, words
from pages.stability.state import BOUNDS, GENERATED, USUAL, Followed

_PREFIX = "stability_"
_PLAN = f"{_PREFIX}plan"  # the same panel, whatever its label says: it stays open while its numbers change
_POLICIES = {
    "oldest": "the oldest tree goes",
    "worst": "the worst tree on the new rows goes",
    "grow": "no tree goes, the ensemble grows",
}


def show(wanted: Followed) -> None:
    """Every choice goes into the address; the widgets say what the address says."""
    tables = state.tables()
    _follow(wanted, tables)
    row = st.container(horizontal=True, vertical_alignment="bottom")
    row.selectbox(
        "Stream",
        [GENERATED, *tables],
        format_func=lambda key: "Generated: a rule that can change" if key == GENERATED else _table_name(key),
        key=f"{_PREFIX}table",
        on_change=telling(_table_changed),
        args=(wanted,),
        width=330,
        help="A table is read in the order of its rows, as if they came in over time.",
    )
    if wanted.table == GENERATED:
        row.toggle("Inject a drift", key=f"{_PREFIX}drifts", on_change=_changed, args=(wanted,))
        row.slider(
            "The rule changes with update", 1, wanted.plan.n_updates, key=f"{_PREFIX}drift", on_change=_changed,
            args=(wanted,), disabled=wanted.plan.drift is None, width=300,
            help="Before it the class is (a1 and a2) or a3; from it on (a4 and not a5) or a6. 5 % are wrong.",
        )  # fmt: skip
    with st.expander(f"How the stream is followed: {words.plan_words(wanted.plan)}", key=_PLAN):
        _plan(wanted)


def _plan(wanted: Followed) -> None:
    row = st.container(horizontal=True, vertical_alignment="bottom")
    ask: dict[str, Any] = {"on_change": _changed, "args": (wanted,), "width": 150}
    row.number_input("Rows for each tree", *BOUNDS["chunk"], key=f"{_PREFIX}chunk", **ask)
    row.number_input("Trees at first", *BOUNDS["n_first"], key=f"{_PREFIX}n_first", **ask)
    row.number_input("Updates", *BOUNDS["n_updates"], key=f"{_PREFIX}n_updates", **ask)
    row.number_input("Depth, 0: no bound", *BOUNDS["max_depth"], key=f"{_PREFIX}max_depth", **ask)
    row.number_input("Fewest rows of a leaf", *BOUNDS["min_leaf"], key=f"{_PREFIX}min_leaf", **ask)
    row.number_input("Seed", *BOUNDS["seed"], key=f"{_PREFIX}seed", **ask)
    row.selectbox(
        "With each update", list(_POLICIES), format_func=_POLICIES.__getitem__, key=f"{_PREFIX}policy",
        on_change=_changed, args=(wanted,), width=300,
    )  # fmt: skip


def _follow(wanted: Followed, tables: dict[str, Any]) -> None:
    plan = wanted.plan
    values = {
        "table": wanted.table if wanted.table in tables else GENERATED,
        "drifts": plan.drift is not None,
        "drift": plan.drift or min(USUAL.drift or 1, plan.n_updates),
        **{name: getattr(plan, name) for name in ("chunk", "n_first", "n_updates", "max_depth", "min_leaf", "seed")},
        "policy": plan.policy,
    }
    for name, value in values.items():
        # The slider of the drift is said in each run: with other updates it has another end, and begins at 1 again.
        if name == "drift" or st.session_state.get(f"{_PREFIX}{name}") != value:
            st.session_state[f"{_PREFIX}{name}"] = value


def _changed(before: Followed) -> None:
    """The reader changed the plan; a drift that no longer fits moves to the middle."""
    if is_by_timer():
        return
    said = st.session_state
    numbers = {
        name: int(said[f"{_PREFIX}{name}"])
        for name in ("chunk", "n_first", "n_updates", "max_depth", "min_leaf", "seed")
    }
    drift = None
    if before.table == GENERATED and said[f"{_PREFIX}drifts"]:
        drift = min(int(said[f"{_PREFIX}drift"]), numbers["n_updates"])
    try:
        plan = StreamPlan(**numbers, policy=said[f"{_PREFIX}policy"], drift=drift)
    except InvalidParameterError:
        return
    state.choose(Followed(before.table, plan))


def _table_changed(before: Followed) -> None:
    """Another stream: chunks as large as its rows allow."""
    if is_by_timer():
        return
    table = st.session_state[f"{_PREFIX}table"]
    if table == GENERATED:
        state.choose(Followed(GENERATED, replace(before.plan, chunk=USUAL.chunk, drift=None)))
        return
    n_rows = kept.table(state.table_called(table)).n_rows
    state.choose(Followed(table, state.fitting(before.plan, n_rows)))


def _table_name(key: str) -> str:
    name = printable(key.removeprefix("pair:"))
    return f"{name} (of the current pair)" if key.startswith("pair:") else name
