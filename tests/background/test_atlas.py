"""The atlas as a job: done, cancelled and gone on with, taken up after a killed worker."""

from __future__ import annotations

import json
import os
import signal

import numpy as np
import pytest

from ksdt_core.background import atlas as job_atlas
from ksdt_core.background import kinds, worker
from ksdt_core.background.queue import cancel_job, kept_job, put_job
from ksdt_core.background.worker import work
from ksdt_core.mining.miners import mine
from ksdt_core.store.atlas_request import SUBJECT, AtlasRequest, requested_datasets, work_file
from ksdt_core.store.pair_request import TableRequest, requested_pair
from ksdt_core.store.problems import UnwritableError
from ksdt_core.studies.atlas import all_pairs
from ksdt_core.studies.atlas.all_pairs import atlas
from ksdt_core.studies.atlas.view import ATLAS
from pages.common.messages import for_page
from tests.background.conftest import Kept, table
from tests.background.test_worker import running_worker, stop_hearts, wait_for
from tests.waiting import PATIENCE


def request_for(kept: Kept, permutations: int) -> AtlasRequest:
    random = np.random.default_rng(5)
    uploads = tuple(table(kept.store, name, random) for name in ("one", "two", "three", "four"))
    options = {"k": 2, "max_depth": 2, "scale": "rank", "permutations": permutations}
    return AtlasRequest((*uploads, TableRequest.bundled("spect-train")), options)


def put(kept: Kept, request: AtlasRequest) -> str:
    return put_job(kept.store, "atlas", subject=SUBJECT, request=request.to_document()).id


def run_through(kept: Kept, request: AtlasRequest) -> object:
    found = atlas(requested_datasets(kept.store, request), request.settings)
    return json.loads(json.dumps(found.to_document()))


def test_job_gives_the_document_and_keeps_unminable_pairs(kept):
    request = request_for(kept, 0)
    job = put(kept, request)
    work(kept.store, idle_seconds=0)
    ended = kept_job(kept.store, job)
    assert (ended.state, ended.problem, ended.done, ended.total) == ("done", None, 10, 10)
    assert ended.result == run_through(kept, request)
    assert not work_file(kept.store, request).path.exists(), "it has done its work"
    view = ATLAS.read(ended.result)
    assert [entry.problem is None for entry in view.entries].count(True) == 6


def test_a_cell_leads_to_the_very_set_that_it_shows(kept):
    """Class maps name classes of all tables; a pair takes those that it has."""
    request = request_for(kept, 0)
    request = AtlasRequest(request.tables, {**request.options, "class_map": {"normal": "yes", "abnormal": "no"}})
    tables = requested_datasets(kept.store, request)
    found = atlas(tables, request.settings)
    pair = requested_pair(kept.store, request.pair(tables[0], tables[2], numbers=(0, 2)))
    best = found.entries[1].found.best
    assert mine(pair, parameters=request.settings.parameters, weights=best.weights).scores == best.scores


def test_killed_worker_and_the_next_one_goes_on_to_the_same_document(kept, monkeypatch):
    request = request_for(kept, 40)
    job = put(kept, request)
    with running_worker(kept) as process:
        wait_for(kept, job, lambda found: 0 < found.done < found.total)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
    content = work_file(kept.store, request).path.read_bytes()
    assert 1 <= content.count(b'"key"') < 10
    stop_hearts(kept)
    mined = []
    plain = all_pairs.mine_pair
    monkeypatch.setattr(all_pairs, "mine_pair", lambda *given: mined.append(None) or plain(*given))
    work(kept.store, idle_seconds=0)
    ended = kept_job(kept.store, job)
    assert len(mined) == 10 - content.count(b'"key"'), "finished pairs were not mined again"
    assert (ended.state, ended.attempts) == ("done", 1), "it went on, so the one that was killed is forgiven"
    assert ended.result == run_through(kept, request)


def test_pairs_are_forgotten_only_when_the_atlas_is_kept(kept, monkeypatch):
    request = request_for(kept, 0)
    put(kept, request)

    def killed(*given: object, **named: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(worker, "finish_job", killed)
        with pytest.raises(KeyboardInterrupt):
            work(kept.store, idle_seconds=0)
    assert work_file(kept.store, request).path.read_bytes().count(b'"key"') == 10


def test_a_disk_that_is_full_when_the_first_pair_is_finished(kept, monkeypatch):
    job = put(kept, request_for(kept, 0))

    def refuse(*given: object, **named: object) -> None:
        raise UnwritableError("no room; make some.")

    monkeypatch.setattr(kinds, "forgive_attempts", refuse)
    work(kept.store, idle_seconds=0)
    assert (kept_job(kept.store, job).state, kept_job(kept.store, job).problem) == ("done", None)


def test_cancelled_within_a_long_pair_it_ends_soon_and_can_go_on(kept):
    request = request_for(kept, 1_000)
    job = put(kept, request)
    with running_worker(kept):
        wait_for(kept, job, lambda found: found.total > 0)
        cancel_job(kept.store, job)
        ended = wait_for(kept, job, lambda found: not found.is_open)
        assert (ended.state, ended.done < ended.total) == ("cancelled", True), "nobody waits for the pair under way"


def test_large_work_is_done_by_several_processes(kept, monkeypatch):
    tables = requested_datasets(kept.store, request_for(kept, 0))
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert job_atlas._workers(tables, 0) == 1
    assert job_atlas._workers(tables, 10**6) == 4


@pytest.mark.parametrize("options", [{"scale": "odd"}, {"class_map": {"nobody": "x"}}])
def test_what_cannot_be_done_fails_with_a_sentence(kept, options):
    job = put(kept, AtlasRequest(request_for(kept, 0).tables, options))
    work(kept.store, idle_seconds=0)
    ended = kept_job(kept.store, job)
    assert ended.state == "failed"
    assert for_page(ended.problem).endswith(".")
