"""What each kind of job does: a request in, a result out, progress on the way."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ksdt_core.data.pair import DatasetPair
from ksdt_core.data.value_matching import value_map_of
from ksdt_core.errors import Interrupted, KsdtError
from ksdt_core.jobs.workers import cluster_of_setting
from ksdt_core.mining.cross_validation import cross_validate
from ksdt_core.mining.node_rows import mined_pair
from ksdt_core.mining.significance import nulls_of, significance
from ksdt_core.mining.sweeps import Picked
from ksdt_core.mining.what_if import what_if
from ksdt_core.store.database import Store
from ksdt_core.store.jobs import Job, forgive_attempts, kept_job, report_progress
from ksdt_core.store.pair_request import (
    requested_pair,
    requested_table,
    requested_tables,
    right_to_left,
    table_from,
)
from ksdt_core.store.pairs import kept_pair
from ksdt_core.store.problems import UnwritableError
from ksdt_core.store.runs import add_to_run, run_result
from ksdt_core.studies.stream_watch import StreamPlan, generated_stream, watched_stream
from ksdt_core.tasks.atlas import forget_pairs, requested_atlas
from ksdt_core.tasks.maps import vectors_from, weight_map
from ksdt_core.tasks.patience import patiently

SECONDS_BETWEEN_REPORTS = 0.2


@dataclass(slots=True)
class Reporter:
    """Writes progress, not too often, and notices that the job is to end."""

    store: Store
    job: Job
    before: int = 0  # steps of parts that are finished
    total: int = 0  # of all parts; 0: each part tells
    _next: float = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now < self._next and done < total:
            return
        self._next = now + SECONDS_BETWEEN_REPORTS
        done, total = self.before + done, self.total or total
        with suppress(UnwritableError):  # no reason to end the work: there may be room when it is finished
            if not report_progress(self.store, self.job.id, done=done, total=total, claimed=self.job.started):
                raise Interrupted("cancelled.")


Work = Callable[[Store, Job, Reporter], Mapping[str, Any]]


def run_null(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """Test a run against its nulls and on rows that it did not see; both become parts of its document.

    Trying weights is choosing: each shuffle and each fold takes the best of all the vectors that were tried.
    """
    tree_set = run_result(store, job.subject).tree_set
    pair = _pair(store, job.request["pair"])
    mined_pair(pair, tree_set)  # refuses tables that are not those of the run
    own = tree_set.settings.weights
    tried = vectors_from(job.request["vectors"])
    picked = Picked(tree_set, tried if own in tried else (*tried, own))
    permutations, folds = int(job.request["permutations"]), int(job.request["folds"])
    n_shuffles = permutations * len(nulls_of(pair))
    reporter.total = n_shuffles + folds
    workers = cluster_of_setting() or 1
    tested = significance(pair, picked, permutations=permutations, workers=workers, progress=reporter)
    parts: dict[str, Any] = {"significance": tested.to_document()}
    reporter.before = n_shuffles
    if folds:
        try:
            validated = cross_validate(pair, picked, folds=folds, workers=workers, progress=reporter)
            parts["cross_validated"] = validated.to_document()
        except Interrupted:
            raise
        except KsdtError as error:  # too few rows for folds, or workers lost: the nulls stand on their own
            parts["cross_validation_problem"] = str(error)
    studied = {name: part for name, part in parts.items() if name != "cross_validation_problem"}
    patiently(lambda: add_to_run(store, job.subject, studied))
    return parts


def run_map(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """Mine one set for every weight vector of a pool and keep what a map shows of each."""
    pair = _pair(store, job.request["pair"])
    return weight_map(
        pair,
        job.request["parameters"],
        job.request["pool"],
        workers=cluster_of_setting() or 1,
        progress=reporter,
    )


def run_what_if(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """Mine under every mapping of the classes, the most convincing first."""
    request = kept_pair(store, job.subject)
    left, right = requested_tables(store, request)
    found = what_if(
        left,
        right,
        permutations=int(job.request["permutations"]),
        workers=cluster_of_setting() or 1,
        progress=reporter,
        attribute_map=right_to_left(request.attribute_map),
        value_map=value_map_of(request.value_map),
        scale=request.scale,
        missing=request.missing,
        balance=request.balance,
        seed=request.seed,
    )
    return {"entries": [entry.to_document() for entry in found]}


def run_stability(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """Follow an ensemble over a kept or bundled table, or over a generated stream."""
    plan = StreamPlan.of(job.request["plan"])
    table = job.request["table"]
    stream = generated_stream(plan) if table is None else requested_table(store, table_from(table))
    return watched_stream(stream, plan, progress=reporter)


def run_atlas(store: Store, job: Job, reporter: Reporter) -> Mapping[str, Any]:
    """Mine every pair of several tables; pairs that an earlier worker finished are not mined again."""

    def forgive() -> None:
        with suppress(UnwritableError):  # as with progress
            forgive_attempts(store, job.id, claimed=job.started)

    return requested_atlas(store, job.request, progress=reporter, went_on=forgive)


def tidy(store: Store, job: Job) -> None:
    """What a job kept beside the store while it ran is of no use once its result is in the store."""
    if job.kind == "atlas" and kept_job(store, job.id).state == "done":
        forget_pairs(store, job.request)


@lru_cache(maxsize=2)
def _pair(store: Store, pair_id: str) -> DatasetPair:
    """The pair of this id; the next job is often about the same one."""
    return requested_pair(store, kept_pair(store, pair_id))


KINDS: Mapping[str, Work] = {
    "null": run_null,
    "map": run_map,
    "what-if": run_what_if,
    "stability": run_stability,
    "atlas": run_atlas,
}
