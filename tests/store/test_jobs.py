"""The box of jobs: put in once, taken by one, revived, cancelled."""

from __future__ import annotations

import threading
import time
from functools import partial
from types import SimpleNamespace

import pytest
from sqlalchemy import update

from ksdt_core.background import queue as jobs
from ksdt_core.background.queue import (
    DEAD_AFTER_SECONDS,
    MOST_ATTEMPTS,
    beat,
    cancel_job,
    claim_job,
    finish_job,
    forgive_attempts,
    jobs_about,
    kept_job,
    n_workers,
    n_workers_wanted,
    open_jobs,
    put_job,
    report_progress,
    retire,
    revive_jobs,
)
from ksdt_core.errors import KsdtError
from ksdt_core.store import schema, steady_clock
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.problems import StoreError
from tests.refusals import refused
from tests.waiting import PATIENCE, all_at_once

NAMES = ("<script>alert(1)</script>", "'; DROP TABLE jobs; --")


def put(store: Store, number: int = 0, *, subject: str = "run") -> str:
    return put_job(store, "null", subject=subject, request={"number": number}).id


def let_die(monkeypatch) -> None:
    """From now on it is so late that every heartbeat has stopped."""
    later = steady_clock.time.monotonic() + DEAD_AFTER_SECONDS + 1
    monkeypatch.setattr(steady_clock, "time", SimpleNamespace(monotonic=lambda: later))


def set_clock(monkeypatch, seconds: float) -> None:
    """Somebody sets the clock of the machine by so many seconds; no time passes."""
    plain = time.time
    monkeypatch.setattr(time, "time", lambda: plain() + seconds)


def test_job_goes_its_way(store):
    job = put_job(store, "null", subject="run", request={"pair": NAMES[0]})
    assert (job.state, job.share, job.is_open) == ("queued", 0.0, True)
    running = claim_job(store)
    assert (running.id, running.state, running.attempts, running.request) == (job.id, "running", 1, {"pair": NAMES[0]})
    assert report_progress(store, job.id, done=3, total=12)
    assert kept_job(store, job.id).share == 0.25
    finish_job(store, job.id, "done", result={"p": 0.5})
    ended = kept_job(store, job.id)
    assert (ended.state, ended.result, ended.is_open) == ("done", {"p": 0.5}, False)
    assert open_jobs(store) == []


def let_silence_pass(store: Store) -> None:
    """As if the worker of every running job had been silent for too long."""
    with store.writing() as connection:
        connection.execute(update(schema.jobs).values(heartbeat=steady_clock.steady_now() - DEAD_AFTER_SECONDS - 1))
    revive_jobs(store)


def test_what_has_ended_stays_as_it_ended(store):
    job = put(store)
    first = claim_job(store)
    let_silence_pass(store)
    second = claim_job(store)
    finish_job(store, job, "done", result={"p": 0.5}, claimed=second.started)
    for state in ("cancelled", "failed", "done"):
        finish_job(store, job, state, problem=KsdtError("fault"), claimed=first.started)
    ended = kept_job(store, job)
    assert (ended.state, ended.result, ended.problem) == ("done", {"p": 0.5}, None)
    assert not report_progress(store, job, done=1, total=2, claimed=first.started)
    assert kept_job(store, job).state == "done"


def test_a_late_worker_neither_ends_nor_counts_for_the_one_that_has_the_job_now(store):
    job = put(store)
    first = claim_job(store)
    let_silence_pass(store)
    second = claim_job(store)
    assert second.id == job
    assert report_progress(store, job, done=1, total=4, claimed=second.started)
    assert not report_progress(store, job, done=3, total=4, claimed=first.started), "it is to leave it to the other"
    for state in ("cancelled", "failed"):
        finish_job(store, job, state, problem=KsdtError("fault"), claimed=first.started)
    now = kept_job(store, job)
    assert (now.state, now.done, now.started, now.problem) == ("running", 1, second.started, None)
    finish_job(store, job, "done", result={"p": 0.5}, claimed=first.started)
    assert kept_job(store, job).result == {"p": 0.5}, "what it has found is as good"
    assert not report_progress(store, job, done=2, total=4, claimed=second.started), "nobody needs to find it again"


def test_a_worker_given_up_too_early_takes_its_job_back(store):
    job = put(store)
    claimed = claim_job(store).started
    let_silence_pass(store)
    assert kept_job(store, job).state == "queued"
    finish_job(store, job, "cancelled", claimed=claimed)
    assert kept_job(store, job).state == "queued", "it is the next one's"
    assert report_progress(store, job, done=1, total=2, claimed=claimed)
    assert (kept_job(store, job).state, kept_job(store, job).started) == ("running", claimed)
    assert claim_job(store) is None


def test_listing_jobs_reads_no_result(store, monkeypatch):
    for number in range(3):
        put(store, number)
        finish_job(store, claim_job(store).id, "done", result={"found": number})
    read = []
    loads = jobs.json.loads
    monkeypatch.setattr(jobs.json, "loads", lambda text: read.append(text) or loads(text))
    listed = jobs_about(store, "run", "null")
    assert not any("found" in text for text in read)
    assert [job.result["found"] for job in listed] == [2, 1, 0]


def test_same_work_is_asked_for_once_while_it_is_open(store):
    first = put(store)
    assert put(store) == first
    assert put(store, 1) != first
    assert put(store, subject=NAMES[1]) != first
    claim_job(store)
    assert put(store) == first
    finish_job(store, first, "done")
    assert put(store) != first


def test_cancelled_work_can_be_asked_for_again(store):
    first = put(store)
    claim_job(store)
    cancel_job(store, first)
    assert put(store) != first


def test_same_work_asked_for_at_the_same_time_is_queued_once(tmp_path):
    """A check before the transaction began let two pages queue the same job."""
    open_store(tmp_path)
    stores = [open_store(tmp_path) for _ in range(4)]
    together = threading.Barrier(4, timeout=PATIENCE)
    found: list[str] = []

    def ask(store: Store) -> None:
        for number in range(10):
            together.wait()
            found.append(put(store, number))

    all_at_once(*(partial(ask, store) for store in stores))
    assert len(found) == 40
    assert len(set(found)) == len(open_jobs(stores[0])) == 10


def test_oldest_job_is_taken_first_and_by_one_worker_only(tmp_path):
    stores = [open_store(tmp_path) for _ in range(3)]
    ids = [put(stores[0], number) for number in range(30)]
    taken: list[str] = []

    def take_all(store: Store) -> None:
        while (job := claim_job(store)) is not None:
            taken.append(job.id)

    all_at_once(*(partial(take_all, store) for store in stores))
    assert sorted(taken) == sorted(ids)
    assert claim_job(stores[0]) is None


def test_oldest_first(store):
    ids = [put(store, number) for number in range(3)]
    assert [claim_job(store).id for _ in ids] == ids
    assert [job.id for job in jobs_about(store, "run", "null")] == ids[::-1]
    assert jobs_about(store, "run", "map") == []


def test_waiting_job_is_cancelled_at_once_and_a_running_one_at_its_next_step(store):
    waiting, running = put(store, 1), put(store, 2)
    cancel_job(store, waiting)
    assert kept_job(store, waiting).state == "cancelled"
    assert claim_job(store).id == running
    cancel_job(store, running)
    assert kept_job(store, running).state == "running"
    assert not report_progress(store, running, done=1, total=2)


def test_cancelling_what_is_done_changes_nothing(store):
    job = put(store)
    claim_job(store)
    finish_job(store, job, "done", result={})
    cancel_job(store, job)
    assert (kept_job(store, job).state, kept_job(store, job).cancel) == ("done", False)


def test_job_of_a_dead_worker_is_queued_again(store, monkeypatch):
    job = put(store)
    claim_job(store)
    revive_jobs(store)
    assert kept_job(store, job).state == "running", "its heart still beats"
    let_die(monkeypatch)
    revive_jobs(store)
    assert kept_job(store, job).state == "queued"
    assert claim_job(store).attempts == 2


def test_job_that_kills_every_worker_is_given_up(store, monkeypatch):
    job = put(store)
    for _ in range(MOST_ATTEMPTS):
        assert claim_job(store).id == job
        let_die(monkeypatch)
        revive_jobs(store)
    assert kept_job(store, job).state == "failed"
    assert kept_job(store, job).problem.code == "job-ends-workers"
    assert claim_job(store) is None


def test_one_long_job_runs_at_a_time_and_others_go_past_it(store):
    first, second = (put_job(store, "atlas", subject="atlas", request={"seed": seed}).id for seed in range(2))
    short = put(store)
    assert n_workers_wanted(store) == 1
    assert claim_job(store).id == first
    assert n_workers_wanted(store) == 2, "somebody else is to do the short one"
    assert claim_job(store).id == short
    assert (n_workers_wanted(store), claim_job(store)) == (1, None)
    finish_job(store, first, "done")
    assert claim_job(store).id == second


def test_workers_killed_before_a_job_went_on_do_not_count_against_it(store, monkeypatch):
    job = put(store)
    for _ in range(2 * MOST_ATTEMPTS):
        claimed = claim_job(store)
        assert claimed.id == job
        forgive_attempts(store, job, claimed=claimed.started)
        let_die(monkeypatch)
        revive_jobs(store)
    assert kept_job(store, job).state == "queued"


def test_who_has_lost_a_job_forgives_nothing(store, monkeypatch):
    job = put(store)
    late = claim_job(store)
    let_die(monkeypatch)
    revive_jobs(store)
    assert claim_job(store).attempts == 2
    forgive_attempts(store, job, claimed=late.started)
    assert kept_job(store, job).attempts == 2


def test_cancelled_job_of_a_dead_worker_is_cancelled_even_at_its_last_attempt(store, monkeypatch):
    job = put(store)
    monkeypatch.setattr(jobs, "MOST_ATTEMPTS", 1)
    claim_job(store)
    cancel_job(store, job)
    let_die(monkeypatch)
    revive_jobs(store)
    assert kept_job(store, job).state == "cancelled"


def test_heartbeat_keeps_worker_and_job_alive(store, monkeypatch):
    job = put(store)
    claim_job(store)
    let_die(monkeypatch)
    assert n_workers(store) == 0
    beat(store, "worker", job)
    assert n_workers(store) == 1
    revive_jobs(store)
    assert kept_job(store, job).state == "running"
    retire(store, "worker")
    assert n_workers(store) == 0


@pytest.mark.parametrize("days", [-1, 1])
def test_a_worker_dies_in_its_own_time_whatever_the_clock_says(store, monkeypatch, days):
    """Set back by a day, the clock made a dead worker count as alive for that day."""
    beat(store, "worker", None)
    set_clock(monkeypatch, days * 24 * 3600)
    assert n_workers(store) == 1
    let_die(monkeypatch)
    assert n_workers(store) == 0


def test_a_job_is_not_given_up_because_the_clock_is_set(store, monkeypatch):
    """Three jumps of the clock made a job fail "for want of memory"."""
    job = put(store)
    claim_job(store)
    for hours in (1, 24, -48, 500):
        set_clock(monkeypatch, hours * 3600)
        revive_jobs(store)
    assert (kept_job(store, job).state, kept_job(store, job).attempts) == ("running", 1)


def test_a_dead_worker_is_noticed_although_the_clock_was_set_back(store, monkeypatch):
    job = put(store)
    claim_job(store)
    set_clock(monkeypatch, -24 * 3600)
    let_die(monkeypatch)
    revive_jobs(store)
    assert kept_job(store, job).state == "queued"


@pytest.mark.parametrize("uptime", [0.0, 1.0, 10**6])
def test_heartbeats_of_before_a_restart_of_the_machine_have_stopped(store, monkeypatch, tmp_path, uptime):
    job = put(store)
    claim_job(store)
    beat(store, "worker", job)
    (tmp_path / "boot_id").write_text("another start of the machine")
    monkeypatch.setattr(steady_clock, "BOOT_ID", tmp_path / "boot_id")
    monkeypatch.setattr(steady_clock, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + uptime))
    steady_clock._start.cache_clear()
    try:
        assert n_workers(store) == 0
        revive_jobs(store)
        assert kept_job(store, job).state == "queued"
        beat(store, "worker", job)
        assert n_workers(store) == 1
    finally:
        steady_clock._start.cache_clear()


@pytest.mark.parametrize("late", [-10.0, 10.0])
def test_without_the_name_of_a_start_the_seconds_have_to_do(store, monkeypatch, tmp_path, late):
    """Not every system names its starts; there a heartbeat of the last start is seen by its seconds."""
    monkeypatch.setattr(steady_clock, "BOOT_ID", tmp_path / "nowhere")
    steady_clock._start.cache_clear()
    try:
        beat(store, "worker", None)
        assert n_workers(store) == 1
        monkeypatch.setattr(steady_clock, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + late))
        assert n_workers(store) == 0
    finally:
        steady_clock._start.cache_clear()


def test_heartbeats_that_earlier_versions_wrote_have_stopped(store):
    job = put(store)
    claim_job(store)
    with store.writing() as connection:
        connection.execute(update(schema.jobs).values(heartbeat=time.time()))
    revive_jobs(store)
    assert kept_job(store, job).state == "queued"


def test_no_time_left_is_told_while_the_clock_lies_before_the_start(store):
    job = put(store)
    running = claim_job(store)
    report_progress(store, job, done=25, total=100)
    assert kept_job(store, job).seconds_left(running.started - 3600) is None


def test_time_left_follows_the_pace(store):
    job = put(store)
    assert kept_job(store, job).seconds_left(time.time()) is None
    running = claim_job(store)
    assert running.seconds_left(time.time()) is None, "nothing to judge by"
    report_progress(store, job, done=25, total=100)
    assert kept_job(store, job).seconds_left(running.started + 10) == pytest.approx(30)


def test_stale_link_gives_a_sentence(store):
    with refused("job-not-saved", StoreError, job="nowhere"):
        kept_job(store, "nowhere")
