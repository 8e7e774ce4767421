"""The evidence of the pair that is open: computed at once where that takes a moment, by a job where it takes longer.

It does not depend on weights or settings of mining, so one answer serves all pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import streamlit as st

from ksdt_core.background import kernels
from ksdt_core.errors import KsdtError
from ksdt_core.evidence.verdict import NewRows, is_shown, pairing_sentence, verdict
from ksdt_core.store.problems import StoreError
from pages.common import asked, job_watch, kept, progress
from pages.common.wording import as_markdown

if TYPE_CHECKING:
    from ksdt_core.background.queue import Job
    from ksdt_core.data.model.pair import DatasetPair
    from ksdt_core.evidence.pair_evidence import Evidence
    from ksdt_core.store.pair_request import PairRequest

PERMUTATIONS = 999
MOST_AT_ONCE = 400  # attributes × tested classes that take less than a second
MOST_ROWS = 20_000
WHAT = "Testing the pair"
SPINNER = "Testing whether the tables share signal. The first run on a machine takes a few seconds …"


def known(request: PairRequest) -> Evidence | None:
    """The evidence of a pair that can be prepared; None while a job computes it."""
    pair = kept.pair_of(request)
    if _is_quick(pair):
        return _computed(request, request.id)
    job = job_watch.latest("evidence", subject=request.id, request={"permutations": PERMUTATIONS})
    return _of_job(job, job.id) if job is not None and job.state == "done" else None


@st.cache_resource(show_spinner=False, max_entries=64)
def _of_job(_job: Job, job_id: str) -> Evidence | None:
    """What a finished job has found; it is read once."""
    from ksdt_core.formats.check_evidence import evidence_of_document

    return evidence_of_document(_job.result) if _job.result else None


def look(request: PairRequest) -> Evidence | None:
    """The evidence where it is known; None while it is computed, and where the pair is not ready."""
    try:
        found = known(request)
    except KsdtError:
        return None  # the page says what is wrong with the pair
    progress.note_evidence(request.id, None if found is None else found.shared.p)
    return found


def keep_with_run(found: Evidence, run: str) -> None:
    """The document of a set gets the evidence of its pair, so that reports and files carry it."""
    if kept.run_known(run).summary.get("shared_p") is None:
        from ksdt_core.store.runs import add_to_run

        with suppress(StoreError):  # a store that takes no change: the verdict is on screen all the same
            add_to_run(kept.store(), run, {"evidence": _document(found, kept.run_known(run).pair)})
            asked.forget()


@st.cache_resource(show_spinner=False, max_entries=64)
def _document(_found: Evidence, pair_id: str | None) -> Mapping[str, Any]:
    """Written once for all sets of a pair."""
    return _found.to_document()


def complete(request: PairRequest | None, run: str) -> None:
    """A set that a link leads to gets the evidence of its pair, where it is known or takes a moment."""
    if request is not None and kept.run_known(run).summary.get("shared_p") is None:
        found = look(request)
        if found is not None:
            keep_with_run(found, run)


def of_run(run: str) -> Evidence | None:
    """The evidence that the document of a set carries."""
    p = kept.run_known(run).summary.get("shared_p")
    return None if p is None else _read(run, p)


@st.cache_resource(show_spinner=False, max_entries=64)
def _read(run: str, p: float) -> Evidence:
    from ksdt_core.formats.check_evidence import evidence_of_document
    from ksdt_core.store.runs import document_of

    return evidence_of_document(document_of(kept.store(), run)["evidence"])


def claimed_names(found: Evidence | None) -> frozenset[str]:
    """The attributes that predict the class in both tables."""
    return frozenset() if found is None else frozenset(entry.attribute for entry in found.claimed)


def sentences(found: Evidence, new_rows: NewRows | None = None) -> None:
    """The verdict in words: the headline first."""
    first, *others = verdict(found, new_rows)
    mark = ":green[:material/check_circle:]" if is_shown(found) else ":gray[:material/help:]"
    said = " ".join([*others, pairing_sentence(found)])
    st.markdown(f"{mark} **{as_markdown(first)}** {as_markdown(said)}")


def awaited(request: PairRequest) -> None:
    """How far the test of the pair is; it is asked for where nobody has."""
    wanted = {"permutations": PERMUTATIONS}
    job = job_watch.latest("evidence", subject=request.id, request=wanted)
    if job is None:
        kept.open_pair(request)
        job = job_watch.ask("evidence", subject=request.id, request=wanted)
    job_watch.watch(job, WHAT)


def _is_quick(pair: DatasetPair) -> bool:
    n_classes = len(pair.class_names)
    size = pair.n_attributes * (1 if n_classes <= 2 else n_classes)
    fills = pair.preparation.missing == "class-common" and any(pair.n_filled)
    return size <= MOST_AT_ONCE and max(pair.left.n_rows, pair.right.n_rows) <= MOST_ROWS and not fills


@st.cache_resource(show_spinner=SPINNER, max_entries=64)
def _computed(_request: PairRequest, pair_id: str) -> Evidence:
    from ksdt_core.evidence.pair_test import evidence

    pair = kept.pair_of(_request)
    exclude = [name for name in _request.exclude if name in pair.attributes]
    kernels.wait_for("evidence")
    return evidence(pair, permutations=PERMUTATIONS, exclude=exclude)


kept.forget_too(_computed, _of_job, _document, _read)
