"""Data: can these two tables be compared, and what fixes what is wrong with them?"""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.evidence.pair_evidence import Evidence
from ksdt_core.store.pair_request import PairRequest
from pages.common import draft, frame, kept, pair_evidence, place, progress
from pages.common.wording import as_markdown
from pages.data import (
    attributes,
    classes,
    distributions,
    findings,
    kinds_and_units,
    layout,
    preparation,
    saved,
    shared_signal,
    tables,
    values,
    verdict,
)

TABS = ("Distributions", "Shared attributes", "Matching", "Kinds and units", "Values", "Classes")


def attribute_card(request: PairRequest, checkup: Checkup, tested: Evidence | None) -> None:
    """One attribute, and in tabs all that can be seen and said about attributes, values and classes."""
    matched = kept.matched(request)
    chosen = None if matched is None else distributions.choose(matched, checkup, tested)
    tabs = st.tabs(TABS, key="data_tabs", on_change="rerun")
    shown = next(number for number, tab in enumerate(tabs) if tab.open)  # what nobody sees need not be drawn
    with tabs[shown]:
        match TABS[shown]:
            case "Distributions":
                if matched is None:
                    st.info("The tables share no attribute yet. Match some under Matching.")
                elif chosen is not None:
                    distributions.block(request, matched, chosen)
            case "Shared attributes":
                shared_signal.block(request, tested)
            case "Matching":
                attributes.block(request, checkup)
            case "Kinds and units":
                kinds_and_units.block(request, checkup)
            case "Values":
                values.block(request, checkup)
            case "Classes":
                classes.block(request)


with frame.page("Data", lead="Choose two tables, check them, and start mining."):
    layout.style()
    stale = draft.forget_stale_link()
    if stale is not None:
        st.error(as_markdown(stale))
    tables.panels()
    if draft.is_open():
        request = kept.pair_request(place.here().pair or "")
        prepared, answer = st.container(), frame.reserved("verdict", 78)
        row = st.container(horizontal=True, key="data_cards")
        with row:
            checked, looked_at = frame.reserved("checks", 500, border=True), frame.reserved("data", 500, border=True)
        checkup = kept.checkup(request)
        progress.note_ready(request.id, ready=not checkup.of_level("error"))
        with prepared:
            preparation.controls(request, checkup)
        tested = pair_evidence.look(request)
        with answer:
            verdict.band(request, checkup, tested)
        with checked:
            findings.checks(request, checkup)
        with looked_at:
            attribute_card(request, checkup, tested)
    else:
        verdict.waiting()
    saved.block()
