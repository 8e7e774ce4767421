"""Stability: is an ensemble that follows a stream still the same?"""

from __future__ import annotations

import streamlit as st

from ksdt_core.fourier.stability_report import StabilityReport
from pages.shared import (
    frame,
    jobs,
    stability_controls,
    stability_state,
    stability_table,
    stability_view,
    stability_words,
)

LEAD = (
    "Rows come in over time; every so many of them grow a new tree that takes an old one's place. When do the new "
    "trees begin to say something else?"
)

with frame.page("Stability", lead=LEAD, of_a_pair=False):
    wanted = stability_state.followed()
    stability_controls.show(wanted)
    stream = stability_state.stream_of(wanted)
    stability_words.caution(wanted, stream)
    if stability_state.is_quick(wanted):
        document = stability_state.quick_document(wanted)
    else:
        job = stability_state.job_of(wanted)
        document = None if job is None else job.result
        if document is None:
            st.info(
                f"{wanted.plan.n_rows:,} rows with {stream.n_attributes:,} attributes take a while: they are followed "
                "in the background."
            )
            if job is not None:
                jobs.watch(job, "Following the stream")
            if job is None or not job.is_open:
                st.button(
                    "Follow the stream", type="primary", on_click=stability_state.start_job, args=(wanted,),
                    icon=":material/play_arrow:",
                )  # fmt: skip
    if document is not None:
        report = StabilityReport.of_document(document)
        st.markdown(f"#### {stability_words.verdict(report, wanted, stream.name)}")
        stability_view.numbers(report)
        with st.container(border=True):
            stability_view.through_time(document, wanted)
        stability_table.show(document)
