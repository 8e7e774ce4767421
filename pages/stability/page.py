"""Stability: is an ensemble that follows a stream still the same?"""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.studies.stream_watch import WatchedStream
from pages.common import frame, job_watch
from pages.stability import controls, state, table, view, words
from pages.stability.state import Followed

LEAD = (
    "Rows come in over time; every so many of them grow a new tree that takes an old one's place. When do the new "
    "trees begin to say something else?"
)


def found(wanted: Followed, stream: Dataset) -> WatchedStream | None:
    """What following the stream found; None where a job is asked for, or still at it."""
    if state.is_quick(wanted):
        return state.quickly_watched(wanted)
    job = state.job_of(wanted)
    if job is not None and job.result is not None:
        return WatchedStream.of_document(job.result)
    st.info(
        f"{wanted.plan.n_rows:,} rows with {stream.n_attributes:,} attributes take a while: they are followed "
        "in the background."
    )
    if job is not None:
        job_watch.watch(job, "Following the stream")
    if job is None or not job.is_open:
        st.button(
            "Follow the stream", type="primary", on_click=state.start_job, args=(wanted,),
            icon=":material/play_arrow:",
        )  # fmt: skip
    return None


with frame.page("Stability", lead=LEAD, of_a_pair=False):
    wanted = state.followed()
    controls.show(wanted)
    stream = state.stream_of(wanted)
    words.caution(wanted, stream)
    watched = found(wanted, stream)
    if watched is not None:
        st.markdown(f"#### {words.verdict(watched.report, wanted, stream.name)}")
        view.numbers(watched.report)
        with st.container(border=True):
            view.through_time(watched, wanted)
        table.show(watched)
