"""Controls of the Stability page: which stream, in which order, how it is followed, and where its rule changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidParameterError
from ksdt_core.studies.stream_plan import StreamPlan
from ksdt_core.text import percent, printable
from pages.common import kept
from pages.common.option_widgets import show_option
from pages.common.reruns import is_by_timer
from pages.common.telling import telling
from pages.stability import state, streams
from pages.stability.state import BOUNDS, CHOICES, Followed
from pages.stability.streams import GENERATED, USUAL

SETTINGS = "Trees and updates"
DEMONSTRATION = "Demonstration stream (generated)"
_PREFIX = "stability_"
_NUMBERS = ("chunk", "n_first", "n_updates", "max_depth", "min_leaf", "seed")
_IN_ORDER = "order of the rows"


def show(wanted: Followed) -> None:
    """Every choice goes into the address; the widgets say what the address says."""
    tables = streams.tables()
    _follow(wanted, tables)
    ask: dict[str, Any] = {"on_change": _changed, "args": (wanted,)}
    with st.container(horizontal=True, vertical_alignment="bottom", key="stability_choice"):
        st.selectbox(
            "Stream",
            [GENERATED, *tables],
            format_func=lambda key: DEMONSTRATION if key == GENERATED else _table_name(key),
            key=f"{_PREFIX}table",
            on_change=telling(_table_changed),
            width=330,
            help=(
                "The rows of a table are treated as if they arrived over time. The demonstration stream is generated."
            ),
        )
        if wanted.is_demonstration:
            _drift(wanted, ask)
        elif wanted.table in tables:
            _order(state.stream_of(wanted), ask)
        with st.popover(SETTINGS, icon=":material/tune:", width="content"):
            _plan(ask)


def _drift(wanted: Followed, ask: dict[str, Any]) -> None:
    st.toggle("Change the rule", key=f"{_PREFIX}drifts", **ask)
    if wanted.plan.drift is not None and wanted.plan.n_updates > 1:
        st.slider(
            "Update at which the rule changes", 1, wanted.plan.n_updates, key=f"{_PREFIX}drift", width=260,
            help="Before the change the class is (a1 and a2) or a3. After it, the class is (a4 and not a5) or "
                 f"a6. {percent(0.05)} of the classes are wrong.", **ask,
        )  # fmt: skip


def _order(stream: Dataset, ask: dict[str, Any]) -> None:
    st.selectbox(
        "Order by", ["", *stream.attributes], key=f"{_PREFIX}time", width=260,
        format_func=lambda name: printable(name) or _IN_ORDER,
        help="Order of the rows, or a column with times. A time column is not used as an attribute.", **ask,
    )  # fmt: skip


def _plan(ask: dict[str, Any]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for name in _NUMBERS:
            show_option(StreamPlan, name, key=f"{_PREFIX}{name}", min_value=BOUNDS[name][0], width=185, **ask)
    for name in CHOICES:
        show_option(StreamPlan, name, key=f"{_PREFIX}{name}", **ask)


def _follow(wanted: Followed, tables: dict[str, Any]) -> None:
    plan = wanted.plan
    values = {
        "table": wanted.table if wanted.table in tables else GENERATED,
        "time": plan.time or "",
        "drifts": plan.drift is not None,
        "drift": plan.drift or min(USUAL.drift or 1, plan.n_updates),
        **{name: getattr(plan, name) for name in (*_NUMBERS, "policy", "learner")},
    }
    for name, value in values.items():
        # Said in each run: a box in a menu that opens later, and a slider with another end, would start again.
        st.session_state[f"{_PREFIX}{name}"] = value


def _changed(before: Followed) -> None:
    """The reader changed the plan; a drift that no longer fits moves to the last update."""
    if is_by_timer():
        return
    said: dict[str, Any] = {name: st.session_state[f"{_PREFIX}{name}"] for name in (*_NUMBERS, "policy", "learner")}
    drift, time = None, before.plan.time
    if before.is_demonstration:
        if st.session_state[f"{_PREFIX}drifts"]:
            drift = min(int(st.session_state[f"{_PREFIX}drift"]), said["n_updates"])
    else:
        time = st.session_state[f"{_PREFIX}time"] or None
    try:
        plan = replace(before.plan, **said, drift=drift, time=time)
    except InvalidParameterError:
        return
    state.choose(Followed(before.table, plan))


def _table_changed() -> None:
    """Another stream: chunks as large as its rows allow."""
    if is_by_timer():
        return
    table = st.session_state[f"{_PREFIX}table"]
    if table == GENERATED:
        state.choose(Followed())
        return
    state.choose(Followed(table, streams.fitting(kept.table(streams.table_called(table)).n_rows)))


def _table_name(key: str) -> str:
    name = printable(key.removeprefix("pair:"))
    return f"{name} (of the current pair)" if key.startswith("pair:") else name
