"""Long work as letters in a box: pages put them in, a worker process takes them out, both may come and go.

A job is queued, then running, then done, failed or cancelled. A running job shows a heartbeat; where that stops, the
worker was killed, and the job is queued again. Should that worker live after all (its machine slept, say), it continues
unless another one has the job by now; `claimed`, when a worker took a job, tells the two apart.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import ColumnElement, RowMapping, exists, func, select, update

from ksdt_core.errors import KsdtError
from ksdt_core.messages.stored import stored_error, stored_text
from ksdt_core.store.damage import BadRow, damage_is, readable
from ksdt_core.store.database import Store
from ksdt_core.store.problems import DamagedError, StoreError
from ksdt_core.store.schema import jobs, workers
from ksdt_core.store.steady_clock import is_recent, steady_now

State = Literal["queued", "running", "done", "failed", "cancelled"]
DEAD_AFTER_SECONDS = 20.0
MOST_ATTEMPTS = 3
LONG_KINDS = ("atlas",)
"""Kinds that may take a night: one such job runs at a time, and others go past it."""


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of long work."""

    id: str
    kind: str
    subject: str
    request: Mapping[str, Any]
    state: State
    done: int
    total: int
    created: float
    started: float | None
    finished: float | None
    attempts: int
    cancel: bool
    result_text: str | None = field(repr=False)  # as it is kept: a list of jobs needs no result
    problem_text: str | None = field(repr=False)  # as it is kept

    @property
    def result(self) -> Mapping[str, Any] | None:
        """What a finished job has found."""
        if self.result_text is None:
            return None
        with damage_is(DamagedError("job-result-damaged", job=self.id)):
            return dict(json.loads(self.result_text))

    @property
    def problem(self) -> KsdtError | None:
        """Why a job failed."""
        return None if self.problem_text is None else stored_error(self.problem_text)

    @property
    def is_open(self) -> bool:
        return self.state in ("queued", "running")

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        return self.done / self.total if self.total else 0.0

    def seconds_left(self, now: float) -> float | None:
        """At the pace so far; None while there is nothing to judge by."""
        if self.state != "running" or self.started is None or not 0 < self.done <= self.total:
            return None
        if now < self.started:  # the clock was set back
            return None
        return (now - self.started) / self.done * (self.total - self.done)


_FIELDS = tuple(jobs.c[name.removesuffix("_text")].label(name) for name in Job.__dataclass_fields__)


def put_job(store: Store, kind: str, *, subject: str, request: Mapping[str, Any]) -> Job:
    """Queue a job, or return the one that already waits or runs for the same thing."""
    text = json.dumps(request, sort_keys=True)
    same = (jobs.c.kind == kind) & (jobs.c.subject == subject) & (jobs.c.request == text)
    row = {
        "id": secrets.token_hex(6),
        "kind": kind,
        "subject": subject,
        "request": text,
        "state": "queued",
        "created": time.time(),
    }
    with store.writing() as connection:
        waiting = connection.execute(
            select(jobs.c.id).where(same & jobs.c.state.in_(("queued", "running")) & ~jobs.c.cancel)
        ).scalar()
        if waiting is None:
            connection.execute(jobs.insert().values(row))
    return kept_job(store, str(waiting or row["id"]))


def kept_job(store: Store, job_id: str) -> Job:
    """The job of this id as it stands now."""
    found, damaged = _found(store, jobs.c.id == job_id)
    if damaged:
        raise DamagedError("job-damaged", job=job_id)
    if not found:
        raise StoreError("job-not-saved", job=job_id)
    return found[0]


def jobs_about(store: Store, subject: str, kind: str | None = None) -> list[Job]:
    """Every job about a run or a pair, or those of one kind, the newest first."""
    about = jobs.c.subject == subject
    return _find(store, about if kind is None else about & (jobs.c.kind == kind))


def open_jobs(store: Store) -> list[Job]:
    """What waits or runs, the newest first."""
    return _find(store, jobs.c.state.in_(("queued", "running")))


def cancel_job(store: Store, job_id: str) -> None:
    """Ask for an end: a waiting job ends at once, a running one at its next step."""
    with store.writing() as connection:
        mine = jobs.c.id == job_id
        connection.execute(update(jobs).where(mine & jobs.c.state.in_(("queued", "running"))).values(cancel=True))
        connection.execute(
            update(jobs).where(mine & (jobs.c.state == "queued")).values(state="cancelled", finished=time.time())
        )


def claim_job(store: Store) -> Job | None:
    """Take the oldest waiting job that may run; no two workers get the same one."""
    may_run = (jobs.c.state == "queued") & (jobs.c.kind.not_in(LONG_KINDS) | ~_long_job_runs())
    oldest = select(jobs.c.id).where(may_run).order_by(jobs.c.created).limit(1).scalar_subquery()
    taken = (
        update(jobs)
        .where(jobs.c.id == oldest)
        .values(state="running", started=time.time(), heartbeat=steady_now(), done=0, attempts=jobs.c.attempts + 1)
        .returning(jobs.c.id)
    )
    with store.writing() as connection:
        job_id = connection.execute(taken).scalar()
    if job_id is None:
        return None
    try:
        return kept_job(store, job_id)
    except DamagedError as error:
        finish_job(store, job_id, "failed", problem=error)
        return claim_job(store)


def report_progress(store: Store, job_id: str, *, done: int, total: int, claimed: float | None = None) -> bool:
    """Write how far a job is. True if its worker may continue: not if the job has ended or another worker has it."""
    values: dict[str, Any] = {"done": done, "total": total, "heartbeat": steady_now()}
    if claimed is not None:
        values |= {"state": "running", "started": claimed}  # again, where it was given up too early
    with store.writing() as connection:
        cancel = connection.execute(
            update(jobs).where(_held(job_id, claimed, or_waits=True)).values(values).returning(jobs.c.cancel)
        ).scalar()
    return cancel is False


def forgive_attempts(store: Store, job_id: str, *, claimed: float | None) -> None:
    """What an earlier worker left was carried on by who has the job: that it was killed tells nothing against it."""
    with store.writing() as connection:
        connection.execute(update(jobs).where(_held(job_id, claimed, or_waits=False)).values(attempts=1))


def finish_job(
    store: Store,
    job_id: str,
    state: State,
    *,
    result: Mapping[str, Any] | None = None,
    problem: KsdtError | None = None,
    claimed: float | None = None,
) -> None:
    """Write how an open job ended. What was found counts whoever found it; another end only from who has the job."""
    ending = {
        "state": state,
        "finished": time.time(),
        "result": None if result is None else json.dumps(result),
        "problem": None if problem is None else stored_text(problem),
    }
    by_anyone = state == "done" or claimed is None
    open_still = _held(job_id, None if by_anyone else claimed, or_waits=by_anyone)
    with store.writing() as connection:
        connection.execute(update(jobs).where(open_still).values(ending))


def _held(job_id: str, claimed: float | None, *, or_waits: bool) -> ColumnElement[bool]:
    """The job, while it runs for the worker that claimed it then (None: for any), or also while it waits."""
    runs = jobs.c.state == "running"
    if claimed is not None:
        runs &= jobs.c.started == claimed
    return (jobs.c.id == job_id) & ((runs | (jobs.c.state == "queued")) if or_waits else runs)


def revive_jobs(store: Store) -> None:
    """Queue the jobs of killed workers again; one that kills its worker every time is given up."""
    silent = (jobs.c.state == "running") & ~is_recent(jobs.c.heartbeat, DEAD_AFTER_SECONDS)
    problem = stored_text(KsdtError("job-ends-workers"))
    with store.writing() as connection:
        connection.execute(update(jobs).where(silent & jobs.c.cancel).values(state="cancelled", finished=time.time()))
        connection.execute(
            update(jobs)
            .where(silent & (jobs.c.attempts >= MOST_ATTEMPTS))
            .values(state="failed", problem=problem, finished=time.time())
        )
        connection.execute(update(jobs).where(silent).values(state="queued", started=None))


def beat(store: Store, worker: str, job_id: str | None) -> None:
    """A worker's sign of life, for itself and for its job."""
    now = steady_now()
    with store.writing() as connection:
        connection.execute(workers.delete().where((workers.c.id == worker) | ~is_recent(workers.c.heartbeat, 3600)))
        connection.execute(workers.insert().values(id=worker, heartbeat=now))
        if job_id is not None:
            connection.execute(update(jobs).where(jobs.c.id == job_id).values(heartbeat=now))


def retire(store: Store, worker: str) -> None:
    """A worker goes."""
    with store.writing() as connection:
        connection.execute(workers.delete().where(workers.c.id == worker))


def n_workers(store: Store, within: float = 5.0) -> int:
    """How many workers have shown life of late."""
    with store.reading() as connection:
        alive = select(func.count()).select_from(workers).where(is_recent(workers.c.heartbeat, within))
        return connection.execute(alive).scalar_one()


def n_workers_wanted(store: Store) -> int:
    """One, or two where a job waits that need not wait for the long one that runs."""
    passes = exists().where((jobs.c.state == "queued") & jobs.c.kind.not_in(LONG_KINDS))
    with store.reading() as connection:
        return 2 if connection.execute(select(_long_job_runs() & passes)).scalar_one() else 1


def _long_job_runs() -> ColumnElement[bool]:
    running = jobs.alias("running")
    return exists().where((running.c.state == "running") & running.c.kind.in_(LONG_KINDS))


def _find(store: Store, wanted: ColumnElement[bool]) -> list[Job]:
    """Jobs, the newest first; without those that are damaged."""
    return _found(store, wanted)[0]


def _found(store: Store, wanted: ColumnElement[bool]) -> tuple[list[Job], list[BadRow]]:
    query = select(*_FIELDS).where(wanted).order_by(jobs.c.created.desc())
    return readable(store, query, _job, label=jobs.c.kind, order=lambda job: job.created)


def _job(row: RowMapping) -> Job:
    """What is known of a job; fails where a page could not show it."""
    job = Job(**{**row, "request": json.loads(row["request"])})
    sum((job.done, job.total, job.created, job.started or 0, job.finished or 0), start=0.0)
    return job
