"""What is done to both tables before mining: gaps, scale, balance."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from ksdt_core.store.pair_request import PairRequest
from pages.shared.data_changes import decide, include_again
from pages.shared.wording import as_markdown

SCALES = {
    "none": "Their own units",
    "rank": "Percentiles (rank)",
    "zscore": "Standard deviations (z-score)",
}
MISSING = {
    "fail": "Refuse the pair",
    "common": "Fill with the table's median or commonest value",
    "class-common": "Fill with that of the class",
    "drop-rows": "Leave their rows out",
    "drop-columns": "Leave their attributes out",
}


def controls(request: PairRequest) -> None:
    """Boxes that show what the pair has, and make another pair when they are changed."""
    with st.container(border=True):
        st.subheader("Preparation")
        _choice(
            "Compare values in", "scale", request, SCALES,
            "Two tables are often measured in different units; then no threshold means the same in both. Percentiles "
            "and standard deviations are taken within each table.",
        )  # fmt: skip
        _choice(
            "Missing cells", "missing", request, MISSING,
            "Filling within the class uses the class of a row and so makes the trees look better than they are.",
        )  # fmt: skip
        _balance(request)
        left_out = request.exclude
        if left_out:
            st.markdown(f"Mining leaves out {as_markdown(', '.join(left_out[:8]))}{' …' if len(left_out) > 8 else ''}.")
            st.button("Leave out none", on_click=include_again, icon=":material/undo:")


def _choice(label: str, field: str, request: PairRequest, choices: dict[str, str], explanation: str) -> None:
    key = f"prepare_{field}"
    st.session_state[key] = getattr(request, field)
    st.selectbox(
        label, list(choices), format_func=choices.__getitem__, key=key, on_change=_changed, args=(field, key),
        help=explanation,
    )  # fmt: skip


def _balance(request: PairRequest) -> None:
    st.session_state["prepare_balance"] = request.balance
    st.toggle(
        "Balance the classes", key="prepare_balance", on_change=_changed, args=("balance", "prepare_balance"),
        help="Draws rows of the rarer classes again until the class ratios of both tables agree.",
    )  # fmt: skip
    if request.balance:
        st.session_state["prepare_seed"] = request.seed
        st.number_input(
            "Seed", min_value=0, step=1, key="prepare_seed", on_change=_changed, args=("seed", "prepare_seed"),
            help="Which rows are drawn again; the same seed draws the same.",
        )  # fmt: skip


def _changed(field: str, key: str) -> None:
    value: Any = st.session_state[key]
    if value is not None:
        decide(lambda request: replace(request, **{field: value}))
