"""Data: can these two tables be compared, and what fixes what is wrong with them?"""

from __future__ import annotations

import streamlit as st

from pages.common import draft, frame, kept, pair_evidence, place, progress
from pages.common.wording import as_markdown
from pages.data import (
    attributes,
    classes,
    distributions,
    findings,
    kinds_and_units,
    preparation,
    saved,
    shared_signal,
    tables,
    values,
    verdict,
)

with frame.page("Data", lead="Choose or drop two tables, check them, and fix problems before mining."):
    stale = draft.forget_stale_link()
    if stale is not None:
        st.error(as_markdown(stale))
    tables.panels()
    if draft.is_open():
        request = kept.pair_request(place.here().pair or "")
        checkup = kept.checkup(request)
        progress.note_ready(request.id, ready=not checkup.of_level("error"))
        verdict.bar(request, checkup)
        tested = pair_evidence.show(request)
        verdict.heading(checkup)
        looked_at, prepared = frame.side_by_side("findings", "preparation", border=False)
        with looked_at:
            findings.findings(request, checkup)
        with prepared:
            preparation.controls(request, checkup)
        tabs = st.tabs(["Distributions", "Attributes", "Kinds and units", "Values", "Classes", "Shared signal"])
        with tabs[0]:
            distributions.block(request, checkup)
        with tabs[1]:
            attributes.block(request, checkup)
        with tabs[2]:
            kinds_and_units.block(request, checkup)
        with tabs[3]:
            values.block(request, checkup)
        with tabs[4]:
            classes.block(request)
        with tabs[5]:
            shared_signal.block(request, tested)
    else:
        verdict.waiting()
    saved.block()
