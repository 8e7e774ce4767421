"""The score beside its nulls: not yet tested, being tested, or tested with the p-value in words.

The test begins by itself when the weights have rested. It is a job, so that it goes on when the reader turns to
another page, and what it found is kept with the run.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from ksdt_core.figures.null_dots import draw_nulls
from ksdt_core.mining.significance import Significance, mean_tree_quality
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.reports.chance_level import CHANCE_LEVEL, headline, only_matching_fails
from ksdt_core.store.jobs import Job, cancel_job, jobs_about, kept_job
from pages.shared import jobs, kept, watchers, wording
from pages.shared.frame import palette
from pages.shared.telling import telling, telling_here
from pages.shared.tree_view import names_of

REST_SECONDS = 2.0
PERMUTATIONS, FOLDS = 99, 5
WHAT = "Testing against chance"
_RESTED, _OWN, _DROPPED = "chance_rested", "chance_own", "chance_dropped"


def panel(pair_id: str, run: str, trees: TreeSet, *, vectors: tuple[WeightVector, ...]) -> None:
    """What is known of chance for this set, chosen among these vectors."""
    tests = jobs_about(kept.store(), run, "null")
    vectors = _with_tested(vectors, tests)
    found = _of_a_test(tests, vectors)
    document = kept.document(run) if found is None else {}
    if found is None and not tests:
        found = _of_document(document, vectors)
    if found is not None:
        _result(found, trees)
        return
    st.subheader("Could this be chance?")
    request = {
        "pair": pair_id,
        "vectors": [list(vector.parts) for vector in vectors],
        "permutations": PERMUTATIONS,
        "folds": FOLDS,
    }
    job = _own_test(run, request)
    quality = mean_tree_quality(trees.trees)
    st.markdown(
        f"**Not yet tested.** Mean quality of the trees (SDTQ) {quality:.4f}; would shuffled tables reach it, too?"
    )
    _earlier(document, len(vectors))
    if job is None or job.is_open:
        _note_rest(run, len(vectors))
        _awaited(run, request)
    else:
        jobs.watch(job, WHAT)
        st.button("Test again", on_click=telling(_ask), args=(run, request), icon=":material/refresh:")


def _with_tested(vectors: tuple[WeightVector, ...], tests: Sequence[Job]) -> tuple[WeightVector, ...]:
    """Also those of the tests of this set so far: who loads the page anew has still seen them. In one order always."""
    tested = {WeightVector.of(parts) for job in tests for parts in job.request["vectors"]}
    return tuple(sorted({*vectors, *tested}, key=lambda vector: vector.parts))


def _earlier(document: Mapping[str, Any], n_vectors: int) -> None:
    """A test that knew of fewer vectors stands in the sidebar: say why it is not the last word."""
    tested = document.get("significance")
    if tested is not None:
        st.markdown(wording.earlier_sentence(tested["p_value"], tested.get("vectors") or 1, n_vectors))


def _note_rest(run: str, n_vectors: int) -> None:
    """Since when nothing has changed."""
    rested = st.session_state.get(_RESTED)
    if rested is None or rested[0] != (run, n_vectors):
        st.session_state[_RESTED] = ((run, n_vectors), time.monotonic())


@st.fragment(run_every=jobs.LOOK_SECONDS)
def _awaited(run: str, request: Mapping[str, Any]) -> None:
    """The test from the rest before it to its end, without making the page anew."""
    with telling_here():
        job = _own_test(run, request)
        if job is None and time.monotonic() - st.session_state[_RESTED][1] >= REST_SECONDS:
            job = _ask(run, request)
        if job is not None:
            jobs.progress(job, WHAT)
            st.markdown(f":gray[{wording.repeat_sentence(len(request['vectors']))}]")
            return
    st.markdown(
        f":gray[The test with {PERMUTATIONS} shuffles for each null begins when the weights have rested for "
        f"{REST_SECONDS:g} seconds.]"
    )


def _own_test(run: str, request: Mapping[str, Any]) -> Job | None:
    """The test of exactly this request, unless this session has dropped it."""
    job = jobs.latest("null", subject=run, request=request)
    return None if job is None or job.id in st.session_state.get(_DROPPED, ()) else job


def _ask(run: str, request: Mapping[str, Any]) -> Job:
    """Queue the test. One that this session began for a set it has left ends, unless somebody else waits for it."""
    own = st.session_state.get(_OWN)
    job = jobs.ask("null", subject=run, request=request)
    if own not in (None, job.id) and kept_job(kept.store(), own).is_open and not watchers.others_watch(own):
        cancel_job(kept.store(), own)
        st.session_state.setdefault(_DROPPED, set()).add(own)
    st.session_state[_OWN] = job.id
    return job


def _of_a_test(tests: Sequence[Job], vectors: tuple[WeightVector, ...]) -> Mapping[str, Any] | None:
    """What a test of this run found that chose among at least these vectors."""
    wanted = {vector.parts for vector in vectors}
    for job in tests:
        if job.state == "done" and wanted <= {tuple(parts) for parts in job.request["vectors"]}:
            return job.result
    return None


def _of_document(document: Mapping[str, Any], vectors: tuple[WeightVector, ...]) -> Mapping[str, Any] | None:
    """What the result itself carries, of a test that chose among as many vectors or more."""
    tested = document.get("significance")
    if tested is None or len(set(vectors)) > (tested.get("vectors") or 1):
        return None
    return {name: document[name] for name in ("significance", "cross_validated") if document.get(name)}


def _result(found: Mapping[str, Any], trees: TreeSet) -> None:
    tested, names = Significance.of_document(found["significance"]), names_of(trees)
    st.subheader(headline(tested))
    if only_matching_fails(tested):
        st.warning(wording.matching_advice(trees.pair.n_attributes), icon=":material/warning:")
    elif tested.p_value > CHANCE_LEVEL:
        st.warning(wording.advice(trees.settings.max_depth), icon=":material/warning:")
    if all(null is None or null.values for _, null in tested.nulls):
        figure = draw_nulls(tested, names, palette=palette())
        st.plotly_chart(
            figure,
            theme=None,
            key="nulls",
            config={"displaylogo": False, "toImageButtonOptions": {"format": "svg", "filename": "chance"}},
            alt=f"Mean SDTQ of this set, {tested.statistic:.4f}, beside shuffled tables; the sentences say the same.",
        )
    scale = trees.settings.scale
    st.markdown(wording.as_markdown(wording.nulls_sentence(tested, names, scale=scale)))
    _unseen_rows(found, trees, n_vectors=tested.n_vectors)
    with st.expander("Each null in words"):
        sentences = wording.null_sentences(tested, names, scale=scale)
        st.markdown("\n".join(f"- {wording.as_markdown(sentence)}" for sentence in sentences))
        st.markdown(f"{wording.p_value_sentence(tested)} {wording.repeat_sentence(tested.n_vectors)}")


def _unseen_rows(found: Mapping[str, Any], trees: TreeSet, *, n_vectors: int) -> None:
    checked, problem = found.get("cross_validated"), found.get("cross_validation_problem")
    if checked:
        st.markdown(
            wording.unseen_sentence(checked["sa"], trees.scores.sa, folds=checked["folds"], n_vectors=n_vectors)
        )
    elif problem:
        st.markdown(f":gray[No accuracy on new rows: {wording.as_markdown(problem)}]")
