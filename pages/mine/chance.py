"""The score beside its nulls: not yet tested, being tested, or tested with the p-values in words.

The first test of a set starts on request, or by itself when the weights have rested. Whoever compares more weightings
keeps the answer that is known, with what it is corrected for, and may ask for a test that is corrected for all of them.
A test is a job, so that it continues when the reader turns to another page, and what it found is kept with the run.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from ksdt_core.background.queue import Job, cancel_job, kept_job
from ksdt_core.evidence.chance_level import CHANCE_LEVEL, headline, only_matching_fails, questions
from ksdt_core.evidence.pair_evidence import Evidence
from ksdt_core.evidence.set_chance import Significance
from ksdt_core.evidence.significance import mean_tree_quality
from ksdt_core.evidence.tree_chance import corrected_words, earlier_sentences, shuffles_sentence
from ksdt_core.evidence.verdict import questions as pair_questions
from ksdt_core.figures.null_svg import null_svg
from ksdt_core.messages.stored import stored_error
from ksdt_core.mining.sweeps import BestBy
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.text import p_text, score
from pages.common import drawn, job_watch, kept, place, watchers, wording
from pages.common.frame import palette
from pages.common.messages import for_page
from pages.common.pictures import image_tag
from pages.common.telling import telling, telling_here
from pages.common.tree_view import names_of

REST_SECONDS = 2.0
PERMUTATIONS, FOLDS = 99, 5
WHAT = "Testing against chance"
NOT_TESTED = "Not yet tested."
NULLS_STYLE = "width:100%;min-width:560px;max-width:680px"  # its texts stay readable where a page is narrow
_RESTED, _OWN, _DROPPED, _FOLDS_SHOWN = "chance_rested", "chance_own", "chance_dropped", "chance_folds_shown"


def panel(
    pair_id: str,
    run: str,
    trees: TreeSet,
    *,
    vectors: tuple[WeightVector, ...],
    compared: tuple[WeightVector, ...] = (),
    best_by: BestBy = "sdtsq",
    evidence: Evidence | None = None,
) -> None:
    """What is known of chance for this set, chosen among these vectors by set quality or by cross-validation.

    An answer that is known stays on the page, and a test that runs continues: who only looks at more weightings
    (`compared`) may ask for a test that repeats a choice among all of them.
    """
    tests = job_watch.about(run, "null")
    vectors = _with_tested(vectors, tests)
    by_cv = best_by == "cv" or any(_is_by_cv(job) for job in tests)
    found = _of_a_test(tests, vectors, by_cv=by_cv)
    document = kept.document(run) if found is None else {}
    if found is None and not tests:
        found = _of_document(document, vectors, by_cv=by_cv)
    under_way = next((job for job in tests if job.is_open and not _is_dropped(job)), None)
    shown = found or _known_so_far(tests, document)
    if shown is not None:
        _result(shown, trees)
    elif under_way is None:
        _not_yet(trees)
    if under_way is not None:
        _awaited(run, under_way.request)
    elif found is None:
        _offer(run, _request_of(pair_id, vectors, by_cv=by_cv), known=shown)
    elif set(compared) - set(vectors):
        more = _with_tested(compared, tests)
        _offer(run, _request_of(pair_id, more, by_cv=by_cv), known=shown)
    if evidence is not None:
        for question, p, how in pair_questions(evidence):
            st.markdown(f"{wording.as_markdown(question)} **{p_text(p)}** :gray[({wording.as_markdown(how)})]")


def _not_yet(trees: TreeSet) -> None:
    quality = mean_tree_quality(trees.trees)
    st.markdown(
        f"**{NOT_TESTED}** Mean quality of the trees (SDTQ): {score(quality)}. Do shuffled tables also reach it?"
    )


def _request_of(pair_id: str, vectors: tuple[WeightVector, ...], *, by_cv: bool) -> dict[str, Any]:
    return {
        "pair": pair_id,
        "vectors": [list(vector.parts) for vector in vectors],
        "permutations": PERMUTATIONS,
        "folds": FOLDS,
        **({"best_by": "cv"} if by_cv else {}),
        "early_stop": True,
    }


def _offer(run: str, request: Mapping[str, Any], *, known: Mapping[str, Any] | None) -> None:
    """A test of this request. It starts by itself only where nothing is known."""
    job = _own_test(run, request)
    if job is not None and not job.is_open:
        job_watch.watch(job, WHAT)
    if job is None and known is None:
        _note_rest(run, len(request["vectors"]))
        _awaited(run, request)
        return
    n_vectors = len(request["vectors"])
    if known is not None:
        n_before = Significance.of_document(known["significance"]).n_vectors
        st.markdown(wording.more_weightings_sentence(n_before, n_vectors))
    label = "Test again" if known is None else f"Test for {n_vectors} weightings"
    st.button(label, key="chance_again", on_click=telling(_ask), args=(run, request), icon=":material/refresh:")
    st.markdown(f":gray[{wording.repeat_sentence(n_vectors)}]")


def _is_by_cv(job: Job) -> bool:
    return job.request.get("best_by") == "cv"


def _with_tested(vectors: tuple[WeightVector, ...], tests: Sequence[Job]) -> tuple[WeightVector, ...]:
    """Also those of the tests of this set so far: who reloads the page has still seen them. In one order always."""
    tested = {WeightVector.of(parts) for job in tests for parts in job.request["vectors"]}
    return tuple(sorted({*vectors, *tested}, key=lambda vector: vector.parts))


def _known_so_far(tests: Sequence[Job], document: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The finished test of this set that was corrected for the most weightings, or the one that the result carries."""
    done = [job.result for job in tests if job.state == "done" and job.result is not None]
    if document.get("significance"):
        done.append(document)
    return max(done, key=lambda found: found["significance"].get("vectors") or 1, default=None)


def _note_rest(run: str, n_vectors: int) -> None:
    """Since when nothing has changed."""
    rested = st.session_state.get(_RESTED)
    if rested is None or rested[0] != (run, n_vectors):
        st.session_state[_RESTED] = ((run, n_vectors), time.monotonic())


@st.fragment(run_every=job_watch.LOOK_SECONDS)
def _awaited(run: str, request: Mapping[str, Any]) -> None:
    """The test from the rest before it to its end, without a rerun of the page."""
    with telling_here():
        job = _own_test(run, request)
        if job is None and time.monotonic() - st.session_state[_RESTED][1] >= REST_SECONDS:
            job = _ask(run, request)
        if job is not None:
            _show_folds(run, job)
            job_watch.progress(job, WHAT)
            st.markdown(f":gray[{wording.repeat_sentence(len(request['vectors']), by_cv='best_by' in request)}]")
            return
        st.button("Test now", key="test_now", on_click=telling(_ask), args=(run, request), icon=":material/play_arrow:")
    st.markdown(
        f":gray[The test with up to {PERMUTATIONS} shuffles for each null starts when the weights have not "
        f"changed for {REST_SECONDS:g} seconds.]"
    )


def _show_folds(run: str, job: Job) -> None:
    """The folds come first. Once they are done, the page runs again to show their result, while shuffles continue."""
    key = (run, job.id)
    if job.done >= FOLDS and st.session_state.get(_FOLDS_SHOWN) != key:
        st.session_state[_FOLDS_SHOWN] = key
        place.run_again()


def _own_test(run: str, request: Mapping[str, Any]) -> Job | None:
    """The test of exactly this request, unless this session has dropped it."""
    job = job_watch.latest("null", subject=run, request=request)
    return None if job is None or _is_dropped(job) else job


def _is_dropped(job: Job) -> bool:
    return job.id in st.session_state.get(_DROPPED, ())


def _ask(run: str, request: Mapping[str, Any]) -> Job:
    """Queue the test. One that this session began for a set it has left ends, unless somebody else waits for it."""
    own = st.session_state.get(_OWN)
    job = job_watch.ask("null", subject=run, request=request)
    if own not in (None, job.id) and kept_job(kept.store(), own).is_open and not watchers.others_watch(own):
        cancel_job(kept.store(), own)
        st.session_state.setdefault(_DROPPED, set()).add(own)
    st.session_state[_OWN] = job.id
    return job


def _of_a_test(tests: Sequence[Job], vectors: tuple[WeightVector, ...], *, by_cv: bool) -> Mapping[str, Any] | None:
    """What a test of this run found that chose among at least these vectors, as they were chosen."""
    wanted = {vector.parts for vector in vectors}
    for job in tests:
        if (
            job.state == "done"
            and _is_by_cv(job) == by_cv
            and wanted <= {tuple(parts) for parts in job.request["vectors"]}
        ):
            return job.result
    return None


def _of_document(
    document: Mapping[str, Any], vectors: tuple[WeightVector, ...], *, by_cv: bool
) -> Mapping[str, Any] | None:
    """What the result itself carries, of a test that chose among as many vectors or more."""
    tested = document.get("significance")
    if tested is None or len(set(vectors)) > (tested.get("vectors") or 1) or (by_cv and not tested.get("largest")):
        return None
    return {name: document[name] for name in ("significance", "cross_validated") if document.get(name)}


def _result(found: Mapping[str, Any], trees: TreeSet) -> None:
    tested, names = Significance.of_document(found["significance"]), names_of(trees)
    st.subheader(headline(tested), anchor=False)
    if only_matching_fails(tested):
        st.warning(wording.matching_advice(trees.pair.n_attributes), icon=":material/warning:")
    elif tested.p_value > CHANCE_LEVEL:
        st.warning(wording.advice(trees.settings.max_depth), icon=":material/warning:")
    scale = trees.settings.scale
    asked = questions(tested, names.left, names.right)
    st.markdown("\n".join(f"- {wording.as_markdown(question)} **{p_text(p)}**" for question, p in asked))
    svg = drawn.once(lambda: null_svg(tested, names, palette=palette()), "nulls", tested, names)
    if svg:
        alt = (
            f"Mean quality of this set's trees, {score(tested.statistic)}, compared with shuffled tables. The list has "
            "the numbers."
        )
        st.html(f"<div style='overflow-x:auto'>{image_tag(svg, alt=alt, style=NULLS_STYLE)}</div>")
    st.markdown(wording.as_markdown(wording.nulls_sentence(tested, names, scale=scale)))
    st.markdown(f"The p-values are {corrected_words(tested.n_vectors)}.")
    for said in earlier_sentences(tested, names.left, names.right):
        st.markdown(f":gray[{wording.as_markdown(said)}]")
    _unseen_rows(found, trees, n_vectors=tested.n_vectors)
    with st.expander("Details of each test"):
        sentences = wording.null_sentences(tested, names, scale=scale)
        st.markdown("\n".join(f"- {wording.as_markdown(sentence)}" for sentence in sentences))
        st.markdown(wording.repeat_sentence(tested.n_vectors, by_cv=tested.takes_largest))
        st.markdown(wording.as_markdown(shuffles_sentence(tested, names.left, names.right)))


def _unseen_rows(found: Mapping[str, Any], trees: TreeSet, *, n_vectors: int) -> None:
    checked, problem = found.get("cross_validated"), found.get("cross_validation_problem")
    if checked:
        st.markdown(
            wording.unseen_sentence(
                checked["sa"],
                trees.scores.sa,
                folds=checked["folds"],
                n_vectors=n_vectors,
                is_balanced=trees.pair.is_balanced,
            )
        )
    elif problem:
        st.markdown(f":gray[No accuracy on new rows: {wording.as_markdown(for_page(stored_error(problem)))}]")
