"""What is done to both tables before mining: gaps, scale, balance."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.options import label_of
from ksdt_core.store.pair_request import PairRequest
from pages.common import kept
from pages.common.option_widgets import widget_arguments
from pages.common.wording import as_markdown
from pages.data.changes import decide, include_again
from pages.data.remedies import conversion_words

MOST_LISTED = 4  # conversions or renamed values in one line
WIDTHS = {"scale": 160, "missing": 245}  # pixels


def controls(request: PairRequest, checkup: Checkup) -> None:
    """One row of boxes that show what the pair has, and make another pair when they are changed."""
    with st.container(horizontal=True, vertical_alignment="center", key="preparation"):
        st.html("<b>Preparation</b>", width="content")
        _choice("scale", request)
        _choice("missing", request)
        _balance(request)
        with st.popover("More", key="preparation_more"):
            _most_missing(request)
            _seed(request)
            _kinds(request, checkup)
            excluded = request.exclude
            if excluded:
                st.markdown(f"Excluded: {as_markdown(', '.join(excluded[:8]))}{' …' if len(excluded) > 8 else ''}.")
                st.button("Exclude none", on_click=include_again, icon=":material/undo:")
        matched = kept.matched(request)
        shared = 0 if matched is None else matched.left.n_attributes
        n_out = 0 if matched is None else len(set(request.exclude) & set(matched.left.attributes))
        used = f"<b>{shared - n_out:,}</b> of {shared:,}" if n_out else f"<b>{shared:,}</b>"
        st.html(
            f"<div class='ksdt-num' style='text-align:right'>{used} <span class='ksdt-muted'>shared "
            f"{'attribute' if shared == 1 else 'attributes'}</span></div>"
        )
    _in_force(request, checkup)
    if request.missing == "class-common":
        st.warning("Filling by class uses the outcome, so the scores are optimistic.")


def _in_force(request: PairRequest, checkup: Checkup) -> None:
    """One line of what was converted and renamed, so that it is seen where it applies."""
    values = [f"{name}: {right} is {left}" for name, left, right in request.value_map]
    renamed = [f"{old} is {new}" for old, new in (*request.class_map, *request.right_class_map)]
    said = [
        f"{what} {as_markdown(', '.join(items[:MOST_LISTED]))}{' …' if len(items) > MOST_LISTED else ''}"
        for what, items in (
            ("Converted:", [conversion_words(item, checkup) for item in request.convert]),
            ("Values matched:", values),
            ("Classes renamed:", renamed),
        )
        if items
    ]
    if said:
        with st.container(key="in_force"):
            st.markdown(f":gray[{'. '.join(said)}.]")


def _choice(field: str, request: PairRequest) -> None:
    key = f"prepare_{field}"
    st.session_state[key] = getattr(request, field)
    arguments = widget_arguments(Preparation, field)
    st.html(f"<span class='ksdt-muted'>{arguments['label']}</span>", width="content")
    st.selectbox(
        **arguments, key=key, on_change=_changed, args=(field, key), label_visibility="collapsed", width=WIDTHS[field]
    )


def _most_missing(request: PairRequest) -> None:
    st.session_state["prepare_max_missing"] = request.max_missing
    st.number_input(
        **widget_arguments(Preparation, "max_missing"), format="%.2f", key="prepare_max_missing", on_change=_changed,
        args=("max_missing", "prepare_max_missing"),
    )  # fmt: skip


def _kinds(request: PairRequest, checkup: Checkup) -> None:
    """What was declared or converted, so that it is seen where it applies."""
    for name in ("categorical", "numeric", "convert"):
        values = getattr(request, name)
        if name == "convert":
            values = [conversion_words(item, checkup) for item in values]
        if values:
            st.markdown(f"{label_of(Preparation, name)}: {as_markdown(', '.join(values))}.")
    if request.categorical or request.numeric or request.convert:
        st.button(
            "Undo declarations and conversions", key="undo_kinds", icon=":material/undo:", on_click=decide,
            args=(lambda now: replace(now, categorical=(), numeric=(), convert=()),),
        )  # fmt: skip


def _balance(request: PairRequest) -> None:
    st.session_state["prepare_balance"] = request.balance
    st.toggle(
        **widget_arguments(Preparation, "balance"), key="prepare_balance", on_change=_changed,
        args=("balance", "prepare_balance"),
    )  # fmt: skip


def _seed(request: PairRequest) -> None:
    """The seed of drawing rows at random, where that is done."""
    if request.balance:
        st.session_state["prepare_seed"] = request.seed
        st.number_input(
            **widget_arguments(Preparation, "seed"), key="prepare_seed", on_change=_changed,
            args=("seed", "prepare_seed"),
        )  # fmt: skip


def _changed(field: str, key: str) -> None:
    value: Any = st.session_state[key]
    if value is not None:
        decide(lambda request: replace(request, **{field: value}))
