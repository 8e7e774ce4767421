"""Atlas: every pair of several tables, mined as one job and put side by side."""

from __future__ import annotations

import streamlit as st

from ksdt_core.background.queue import Job, jobs_about
from ksdt_core.store.atlas_request import SUBJECT, AtlasRequest
from ksdt_core.studies.atlas.view import ATLAS
from ksdt_core.text import printable
from pages.atlas import choice, layout, matrix, replications, tables, words
from pages.common import frame, job_watch, kept, place
from pages.common.dates import moment

LEAD = (
    "An atlas mines all pairs of several tables and shows which pairs can be predicted better than by guessing. "
    "Try an example, or choose two or more tables below."
)
_CHOICE = "atlas_job"


def current_job(made: list[Job]) -> Job | None:
    """The atlas of the address; where it names none, the newest."""
    found = next((job for job in made if job.id == place.here().job), made[0] if made else None)
    if found is not None:
        place.settle(job=found.id)
    return found


def title(job: Job) -> str:
    """Its tables, what sets it apart from others of them, and when it was asked for."""
    request = AtlasRequest.of_document(job.request)
    names, options = [table.name for table in request.tables], request.options
    apart = [f"{options['permutations']} shuffles"] if options.get("permutations") else []
    apart += ["miners compared"] if options.get("compare") else []
    apart += ["replicated"] if options.get("replicate") else []
    shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
    state = "" if job.is_open or job.state == "done" else f" · {job.state}"  # an open one is watched below
    return printable(" · ".join([shown, *apart, f"{moment(job.created)}{state}"]))


def choose(made: list[Job], job: Job) -> None:
    """The atlases that are saved."""
    titles = {each.id: title(each) for each in made}
    st.session_state[_CHOICE] = job.id
    st.selectbox(
        "Saved atlases", list(titles), format_func=titles.__getitem__, key=_CHOICE, width=520,
        label_visibility="collapsed", on_change=lambda: place.go(job=st.session_state[_CHOICE]),
    )  # fmt: skip


def rest_words(job: Job) -> str:
    """What is left to do of an atlas that was stopped; pairs that are mined are not mined again."""
    left = (job.total or 0) - job.done
    return (
        f"Continue with the {left} of {job.total} pairs that are left"
        if left > 0
        else "Continue with the remaining pairs"
    )


def show(job: Job) -> None:
    """What a finished atlas has found."""
    document = job.result
    assert document is not None
    request, atlas = AtlasRequest.of_document(job.request), ATLAS.read(document)
    matrix.open_if_clicked(request, atlas)
    frame.answer(words.headline(atlas), words.basis(atlas))
    with st.container(horizontal=True, key="atlas_top"):
        with st.container(border=True, key="atlas_matrix_card"):
            matrix.matrix(atlas, job.id)
            matrix.opener(request, atlas)
        with st.container(border=True, key="atlas_side"):
            tables.inputs(atlas)
            frame.note(words.settings_line(atlas.settings))
            choice.further(request, atlas)
    parts = {"Pairs": lambda: tables.pairs(atlas), **tables.miners(atlas)}
    if atlas.checks:
        parts["Other tables"] = lambda: replications.show(atlas)
    parts["New atlas"] = choice.show
    with st.container(border=True, key="atlas_details"):
        for tab, part in zip(st.tabs(list(parts)), parts.values(), strict=True):
            with tab:
                part()
        matrix.download(document)


with frame.page("Which tables share structure?", of_a_pair=False) as head:
    layout.style()
    made = jobs_about(kept.store(), SUBJECT, "atlas")
    job = current_job(made)
    if job is None:
        frame.answer("No atlas yet.", LEAD)
        if st.button("Software defects in three projects", type="primary", key="atlas_example", icon=":material/apps:"):
            choice.begin(choice.example())
            st.rerun()
        with st.container(border=True, key="atlas_new"):
            choice.show()
    else:
        if len(made) > 1:
            with head:
                choose(made, job)
        job_watch.watch(job, "Mining every pair")
        if job.state == "done":
            show(job)
        else:
            if not job.is_open and st.button(rest_words(job), key="atlas_continue", icon=":material/play_arrow:"):
                choice.begin(AtlasRequest.of_document(job.request))
                st.rerun()
            with st.expander("New atlas", icon=":material/add:", key=f"atlas_new_{job.id}"):
                choice.show()
