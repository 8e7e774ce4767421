"""Data: are these two tables fit to be compared, and what mends what is not?"""

from __future__ import annotations

import streamlit as st

from pages.shared import (
    data_attributes,
    data_classes,
    data_distributions,
    data_draft,
    data_findings,
    data_preparation,
    data_tables,
    data_values,
    data_verdict,
    frame,
    kept,
    place,
)
from pages.shared.wording import as_markdown

with frame.page("Data", lead="Choose or drop two tables, look them over, and mend what stands in the way."):
    stale = data_draft.forget_stale_link()
    if stale is not None:
        st.error(as_markdown(stale))
    data_tables.panels()
    if data_draft.is_open():
        request = kept.pair_request(place.here().pair or "")
        checkup = kept.checkup(request)
        data_verdict.bar(request, checkup)
        looked_at, prepared = frame.side_by_side("findings", "preparation", border=False)
        with looked_at:
            data_findings.findings(request, checkup)
        with prepared:
            data_preparation.controls(request)
        distributions, attributes, values, classes = st.tabs(["Distributions", "Attributes", "Values", "Classes"])
        with distributions:
            data_distributions.block(request, checkup)
        with attributes:
            data_attributes.block(request, checkup)
        with values:
            data_values.block(request, checkup)
        with classes:
            data_classes.block(request)
    else:
        data_verdict.waiting()
