"""A disk that is full while a job runs: its work goes on, and its result waits for room."""

from __future__ import annotations

import pytest

from ksdt_core.background import kinds, patience, worker
from ksdt_core.background.patience import patiently
from ksdt_core.background.queue import claim_job, kept_job
from ksdt_core.background.worker import do_job
from ksdt_core.store.problems import StoreError, UnwritableError
from ksdt_core.store.runs import kept_run
from tests.background.test_worker import put_null


class Full:
    """A change that finds the disk full so many times before it is made."""

    def __init__(self, change, times: int) -> None:
        self.change, self.left = change, times

    def __call__(self, *given, **named):
        if self.left:
            self.left -= 1
            raise UnwritableError("no room; make some.")
        return self.change(*given, **named)


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch):
    monkeypatch.setattr(patience, "WAIT_SECONDS", 0.0)


def test_result_waits_for_room(kept, monkeypatch):
    job = put_null(kept, 2)
    for module, name in ((kinds, "report_progress"), (kinds, "add_to_run"), (worker, "finish_job")):
        monkeypatch.setattr(module, name, Full(getattr(module, name), times=3))
    do_job(kept.store, claim_job(kept.store))
    ended = kept_job(kept.store, job)
    assert (ended.state, ended.problem) == ("done", None)
    assert kept_run(kept.store, kept.run).summary["p_value"] == ended.result["significance"]["p_value"]


def test_patience_has_an_end(monkeypatch, tmp_path):
    monkeypatch.setattr(patience, "PATIENCE_SECONDS", 0.0)
    with pytest.raises(UnwritableError):
        patiently(Full(lambda: None, times=10**9), tmp_path)


def test_a_store_that_was_deleted_is_not_waited_for(tmp_path):
    with pytest.raises(UnwritableError):
        patiently(Full(lambda: None, times=10**9), tmp_path / "deleted")


def test_other_problems_are_not_waited_for(tmp_path):
    def damaged() -> None:
        raise StoreError("the store is damaged; put back a copy.")

    with pytest.raises(StoreError, match="damaged"):
        patiently(damaged, tmp_path)
