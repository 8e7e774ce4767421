"""Stability: is an ensemble that follows a stream still the same?"""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.studies.stream_watch import WatchedStream
from ksdt_core.text import counted, printable
from pages.common import frame, job_watch
from pages.stability import blocks, caution, controls, layout, state, words
from pages.stability.state import Followed

TITLE = "Do the trees change over time?"
WHAT = (
    "A new tree is grown on every few rows and replaces an old one. An alarm is raised when the new trees "
    "make different predictions."
)


def found(wanted: Followed, stream: Dataset) -> WatchedStream | None:
    """What following the stream found; None where a job is asked for, or still at it."""
    if state.is_quick(wanted):
        return state.quickly_watched(wanted)
    job = state.job_of(wanted)
    if job is not None and job.result is not None:
        return WatchedStream.of_document(job.result)
    size = f"{counted(wanted.plan.n_rows, 'row')} with {counted(stream.n_attributes, 'attribute')}"
    name = "Demonstration stream" if wanted.is_demonstration else printable(stream.name)
    is_open = job is not None and job.is_open
    frame.answer(
        "The stream is processed in the background."
        if is_open
        else "This stream is long. Process it in the background.",
        f"{name}: {size}. {words.plan_words(wanted.plan)}. You can leave this page.",
    )
    if job is not None:
        job_watch.watch(job, "Processing the stream")
    if not is_open:
        st.button(
            "Process the stream", type="primary", on_click=state.start_job, args=(wanted,),
            icon=":material/play_arrow:", key="stability_start",
        )  # fmt: skip
    return None


with frame.page(TITLE, lead=WHAT, of_a_pair=False):
    layout.style()
    wanted = state.followed()
    controls.show(wanted)
    stream = state.stream_of(wanted)
    alone = caution.check(wanted, stream)
    watched = found(wanted, stream)
    if watched is not None:
        why = words.why_not_the_pair() if wanted.is_demonstration else ""
        answer = words.answer(watched, wanted)
        frame.answer(answer, words.basis(watched, wanted, why=why))
        caution.show(wanted, stream, alone)
        blocks.through_time(watched, wanted, answer=answer)
