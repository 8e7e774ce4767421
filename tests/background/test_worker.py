"""The process that does jobs: it ends them, survives them, and what it leaves is taken up by the next."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import update

from ksdt_core.background import starting, worker
from ksdt_core.background.kinds import KINDS, Reporter
from ksdt_core.background.queue import DEAD_AFTER_SECONDS, Job, cancel_job, claim_job, kept_job, n_workers, put_job
from ksdt_core.background.starting import ensure_worker, keep_worker
from ksdt_core.background.worker import do_job, work
from ksdt_core.errors import InvalidParameterError
from ksdt_core.store import schema
from ksdt_core.store.runs import delete_runs, kept_run, run_result
from ksdt_core.store.steady_clock import steady_now
from tests.background.conftest import Kept
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[2]


def put_null(kept: Kept, permutations: int, *, folds: int = 0) -> str:
    request = {"pair": kept.pair, "vectors": [[0.3, 0.4, 0.3]], "permutations": permutations, "folds": folds}
    return put_job(kept.store, "null", subject=kept.run, request=request).id


def wait_for(kept: Kept, job: str, reached: Callable[[Job], bool]) -> Job:
    wait_until(lambda: reached(kept_job(kept.store, job)), f"job {job} never came so far")
    return kept_job(kept.store, job)


@contextmanager
def running_worker(kept: Kept) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "ksdt_core.background.worker", str(kept.store.folder)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def stop_hearts(kept: Kept) -> None:
    """As if the time had passed after which a silent worker counts as dead."""
    past = steady_now() - DEAD_AFTER_SECONDS - 1
    with kept.store.writing() as connection:
        connection.execute(update(schema.jobs).values(heartbeat=past))


def test_killed_worker_in_the_middle_of_a_job_and_the_next_one_ends_it(kept):
    job = put_null(kept, 150)
    with running_worker(kept) as process:
        wait_for(kept, job, lambda found: 0 < found.done < found.total)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
    left_behind = kept_job(kept.store, job)
    assert left_behind.state == "running", "a killed worker can write nothing"
    assert kept_run(kept.store, kept.run).summary["p_value"] is None
    work(kept.store, idle_seconds=0)
    assert kept_job(kept.store, job).state == "running", "its heart may still beat"
    stop_hearts(kept)
    work(kept.store, idle_seconds=0)
    ended = kept_job(kept.store, job)
    assert (ended.state, ended.attempts, ended.done) == ("done", 2, ended.total)
    assert kept_run(kept.store, kept.run).summary["p_value"] == ended.result["significance"]["p_value"]


def test_running_job_ends_soon_after_it_is_cancelled(kept):
    job, after = put_null(kept, 1_000_000), put_null(kept, 2)
    with running_worker(kept):
        wait_for(kept, job, lambda found: found.done > 0)
        cancel_job(kept.store, job)
        ended = wait_for(kept, job, lambda found: not found.is_open)
        assert (ended.state, ended.done < ended.total) == ("cancelled", True), "nobody waits for all of it"
        assert wait_for(kept, after, lambda found: not found.is_open).state == "done", "the next one has its turn"


def test_null_job_adds_the_test_to_the_run(kept):
    job = put_null(kept, 3, folds=2)
    work(kept.store, idle_seconds=0)
    ended = kept_job(kept.store, job)
    assert (ended.state, ended.problem) == ("done", None)
    result = run_result(kept.store, kept.run)
    assert result.significance["permutations"] == 3
    assert result.cross_validated["folds"] == 2
    assert ended.done == ended.total == 3 * 3 + 2


def test_too_few_rows_for_folds_leave_the_nulls_standing(kept):
    job = put_null(kept, 2, folds=39)
    work(kept.store, idle_seconds=0)
    ended = kept_job(kept.store, job)
    assert ended.state == "done"
    assert "cross_validation_problem" in ended.result
    assert run_result(kept.store, kept.run).cross_validated is None


def test_map_job_has_an_entry_for_every_vector(kept):
    request = {"pair": kept.pair, "parameters": {"k": 2, "max_depth": 1}, "pool": "wvp2"}
    job = put_job(kept.store, "map", subject=kept.pair, request=request)
    work(kept.store, idle_seconds=0)
    entries = kept_job(kept.store, job.id).result["entries"]
    assert entries[0]["weights"] == [0.1, 0.1, 0.8]
    assert len(entries) == 10
    assert all(0 <= entry["td"] <= 1 and len(entry["roots"]) == 2 for entry in entries)


def test_what_if_job_ranks_mappings(kept):
    job = put_job(kept.store, "what-if", subject=kept.pair, request={"permutations": 0})
    work(kept.store, idle_seconds=0)
    ended = kept_job(kept.store, job.id)
    assert (ended.state, ended.problem) == ("done", None)
    assert len(ended.result["entries"]) >= 2


def test_job_about_what_is_gone_fails_with_a_sentence(kept):
    delete_runs(kept.store, [kept.run])
    job = put_null(kept, 2)
    work(kept.store, idle_seconds=0)
    ended = kept_job(kept.store, job)
    assert ended.state == "failed"
    assert (ended.problem.code, ended.problem.facts) == ("run-deleted", {"run": kept.run})


def fail_with(error: BaseException):
    def fail(store: object, job: Job, reporter: Reporter) -> None:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InvalidParameterError("not-whole", option="folds", value=1, minimum=2), "not-whole"),
        (MemoryError(), "out-of-memory"),
        (RuntimeError("secret detail"), "fault"),
    ],
)
def test_failure_becomes_an_error_of_the_job(kept, monkeypatch, error, code):
    monkeypatch.setattr(worker, "KINDS", {**KINDS, "null": fail_with(error)})
    job = put_null(kept, 2)
    do_job(kept.store, claim_job(kept.store))
    ended = kept_job(kept.store, job)
    assert ended.state == "failed"
    assert ended.problem.code == code
    assert ended.problem.facts == getattr(error, "facts", {})
    assert "secret" not in ended.problem_text


def test_job_of_a_kind_that_is_not_known_fails_and_the_worker_goes_on(kept):
    odd = put_job(kept.store, "odd", subject="x", request={})
    job = put_null(kept, 2)
    work(kept.store, idle_seconds=0)
    assert kept_job(kept.store, odd.id).state == "failed"
    assert kept_job(kept.store, job).state == "done"


class Begun:
    """A process that was begun, and has ended at once."""

    def __init__(self, begun: list[list[str]], command: list[str]) -> None:
        begun.append(command)

    def wait(self) -> int:
        return 0


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system does not tell of ended processes so")
def test_a_worker_that_has_ended_leaves_nothing_behind(kept, monkeypatch):
    monkeypatch.setattr(starting, "_started", {})
    monkeypatch.setattr(starting.sys, "executable", shutil.which("true"))
    begun = []
    popen = subprocess.Popen
    monkeypatch.setattr(starting.subprocess, "Popen", lambda *a, **k: begun.append(popen(*a, **k)) or begun[-1])
    ensure_worker(kept.store)
    wait_until(lambda: not Path(f"/proc/{begun[0].pid}").exists())


def test_worker_is_started_once_shows_life_and_goes_when_told(kept, monkeypatch):
    started = []

    monkeypatch.setattr(starting.subprocess, "Popen", lambda command, **options: Begun(started, command))
    ensure_worker(kept.store)
    ensure_worker(kept.store)
    assert len(started) == 1
    assert started[0][-2:] == [str(kept.store.folder), str(os.getpid())]
    monkeypatch.setattr(starting, "_started", {})
    heart = worker.Heart(kept.store)
    heart.start()
    ensure_worker(kept.store)
    assert len(started) == 1, "one lives already"
    heart.stop()
    assert n_workers(kept.store) == 0


def test_many_who_watch_ask_for_workers_once_a_second(kept, monkeypatch):
    asked, now = [], [100.0]
    monkeypatch.setattr(starting, "ensure_worker", asked.append)
    monkeypatch.setattr(starting.time, "monotonic", lambda: now[0])
    for _ in range(30):
        keep_worker(kept.store)
    assert asked == [kept.store]
    now[0] += starting.LOOK_SECONDS
    keep_worker(kept.store)
    assert len(asked) == 2


def test_a_test_does_not_wait_for_an_atlas(kept, monkeypatch):
    monkeypatch.setattr(starting, "_started", {})
    begun = []
    monkeypatch.setattr(starting.subprocess, "Popen", lambda command, **options: Begun(begun, command))
    put_job(kept.store, "atlas", subject="atlas", request={})
    heart = worker.Heart(kept.store)
    heart.start()
    assert claim_job(kept.store).kind == "atlas"
    ensure_worker(kept.store)
    assert begun == [], "one is enough for one job"
    job = put_null(kept, 2)
    ensure_worker(kept.store)
    assert len(begun) == 1
    work(kept.store, idle_seconds=0)
    heart.stop()
    assert kept_job(kept.store, job).state == "done"


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="this system does not weigh sessions")
def test_a_worker_gives_way_to_the_pages(kept, monkeypatch):
    monkeypatch.setattr(starting, "_started", {})
    begun = []
    popen = subprocess.Popen
    monkeypatch.setattr(starting.subprocess, "Popen", lambda *a, **k: begun.append(popen(*a, **k)) or begun[-1])
    ensure_worker(kept.store)
    try:
        wait_until(lambda: n_workers(kept.store) == 1)
        assert os.getpriority(os.PRIO_PROCESS, begun[0].pid) >= worker.GENTLE
        assert Path(f"/proc/{begun[0].pid}/autogroup").read_text().split()[-1] == str(worker.GENTLE)
    finally:
        begun[0].kill()
        begun[0].wait(PATIENCE)
