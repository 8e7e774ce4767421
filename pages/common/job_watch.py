"""Jobs on a page: asked for, watched, cancelled."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import streamlit as st

from ksdt_core.background import starting
from ksdt_core.background.queue import Job, cancel_job, jobs_about, kept_job, put_job
from pages.common import asked, place, watchers
from pages.common.kept import store
from pages.common.messages import for_page
from pages.common.telling import telling_here
from pages.common.wording import as_markdown

LOOK_SECONDS = 1.0


def ask(kind: str, *, subject: str, request: Mapping[str, Any]) -> Job:
    """Queue a job and see to it that somebody does it."""
    job = put_job(store(), kind, subject=subject, request=request)
    asked.forget()
    starting.ensure_worker(store())
    return job


def resume() -> None:
    """Whatever page is opened after a restart, the jobs that were left continue."""
    starting.ensure_worker(store())


def about(subject: str, kind: str) -> list[Job]:
    """Every job of a kind about a subject, the newest first."""
    every = asked.once(lambda: jobs_about(store(), subject), "jobs", subject)
    return [job for job in every if job.kind == kind]


def latest(kind: str, *, subject: str, request: Mapping[str, Any] | None = None) -> Job | None:
    """The newest job of a kind about a subject, with exactly this request where one is given."""
    found = about(subject, kind)
    return next((job for job in found if request is None or job.request == request), None)


def watch(job: Job, what: str) -> None:
    """Progress and a button to cancel, renewed every second while the job is open; then the page runs again."""
    if job.is_open:
        _watched(job.id, what)
    elif job.problem is not None:
        st.error(as_markdown(f"{what} failed. {for_page(job.problem)}"))
    elif job.state == "cancelled":
        st.info(f"{what} was cancelled.")


@st.fragment(run_every=LOOK_SECONDS)
def _watched(job_id: str, what: str) -> None:
    with telling_here():
        progress(kept_job(store(), job_id), what)


def progress(job: Job, what: str) -> None:
    """How far a job is, in a part of the page that renews itself; the page runs again when the job has ended."""
    if not job.is_open:
        place.run_again()
    watchers.note(job.id)
    starting.keep_worker(store())  # the one that had it may have been killed, or be busy for long
    st.progress(job.share, progress_words(job, what, now=time.time()))
    if st.button("Cancel", key=f"cancel_{job.id}", disabled=job.cancel, icon=":material/close:"):
        cancel_job(store(), job.id)
        st.rerun(scope="fragment")


def progress_words(job: Job, what: str, *, now: float) -> str:
    """`Testing against chance: 120 of 302, about 4 s left`."""
    if job.cancel:
        return f"{what}: stopping …"
    if job.state == "queued":
        return f"{what}: waiting for its turn …"
    if not job.total:
        return f"{what}: getting ready …"
    left = job.seconds_left(now)
    return f"{what}: {job.done:,} of {job.total:,}" + ("" if left is None else f", about {duration(left)} left")


def duration(seconds: float) -> str:
    """A time in the largest unit that says enough."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 90 * 60 else f"{seconds / 3600:.1f} h"
