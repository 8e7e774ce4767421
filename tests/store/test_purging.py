"""What was deleted goes for good after a month, by a clock that cannot be moved far, and leaves no trace."""

from __future__ import annotations

import itertools
import os
import time
from contextlib import closing

import pytest

from ksdt_core.background.queue import finish_job, jobs_about, put_job
from ksdt_core.background.worker import work
from ksdt_core.store import clock
from ksdt_core.store.database import open_store
from ksdt_core.store.deleting import delete_pairs, delete_uploads, list_pairs
from ksdt_core.store.folder import FILE
from ksdt_core.store.migrating import copy_of
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.purging import Purged, purge
from ksdt_core.store.runs import delete_runs, keep_run, kept_run, list_runs, restore_runs
from ksdt_core.store.uploads import keep_upload, list_uploads
from tests.store.kept_documents import document_of
from tests.store.test_migrating import older_store

DAY, HOUR = 24 * 3600.0, 3600.0
NOTHING = Purged((), (), ())


@pytest.fixture
def run(store) -> str:
    return keep_run(store, document_of(), pair=None)


def days_pass(store, start: float, days: int, step: float = DAY) -> float:
    """The app looks in every day; returns what the clock shows at the end."""
    for number in range(1, round(days * DAY / step) + 1):
        purge(store, now=start + number * step)
    return start + days * DAY


@pytest.mark.parametrize("step", [6 * HOUR, DAY])
def test_a_deleted_run_is_kept_for_thirty_days_and_not_longer(store, run, step):
    delete_runs(store, [run])
    now = days_pass(store, time.time(), 29, step)
    assert len(list_runs(store, deleted=True)) == 1
    days_pass(store, now, 2, step)
    assert list_runs(store, deleted=True) == []


def test_purging_needs_no_further_deletion(store, run):
    """Regression: what was deleted went only when something else was deleted."""
    delete_runs(store, [run])
    now = days_pass(store, time.time(), 30)
    assert purge(store, now=now + DAY) == Purged((run,), (), ())


def test_what_is_kept_is_not_purged(store, run):
    delete_runs(store, [run])
    restore_runs(store, [run])
    days_pass(store, time.time(), 40)
    assert kept_run(store, run).id == run


@pytest.mark.parametrize("days", [31, 365, 20_000])
def test_a_clock_that_jumps_forward_purges_nothing(store, run, days):
    """Regression: a run that was deleted seconds before the jump went for good."""
    delete_runs(store, [run])
    now = time.time() + days * DAY
    assert purge(store, now=now) == NOTHING
    assert purge(store, now=now + HOUR) == NOTHING
    restore_runs(store, [run])
    assert kept_run(store, run).id == run


def test_a_run_deleted_while_the_clock_is_wrong_is_kept_for_thirty_days(store, run, monkeypatch):
    """The clock goes back to 1970 and then forward again, as on a machine that learns the time after it has started."""
    now = time.time()
    purge(store, now=now)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    delete_runs(store, [run])
    monkeypatch.undo()
    assert purge(store, now=now) == NOTHING
    assert purge(store, now=days_pass(store, now, 28)) == NOTHING
    days_pass(store, now + 28 * DAY, 3)
    assert list_runs(store, deleted=True) == []


def test_a_clock_that_is_set_back_does_not_stop_the_count(store, run):
    delete_runs(store, [run])
    now = time.time() - 100 * DAY
    assert purge(store, now=now) == NOTHING
    days_pass(store, now, 31)
    assert list_runs(store, deleted=True) == []


def test_an_older_store_starts_to_count_with_the_latest_time_in_it(tmp_path):
    """Whatever the clock shows when it is opened first: its deleted run is not purged before a month was counted."""
    store = open_store(older_store(tmp_path))
    assert len(list_runs(store, deleted=True)) == 1
    assert purge(store, now=time.time() + 50 * 365 * DAY) == NOTHING


def test_time_is_counted_with_at_most_a_day_for_each_look(store):
    with store.writing() as connection:
        looks = [clock.store_time(connection, now) for now in (1000.0, 1600.0, 100.0, 200.0, 1e9, 1e9 + 7)]
    assert [b - a for a, b in itertools.pairwise(looks)] == [600.0, 0.0, 100.0, DAY, 7.0]


def test_tables_and_pairs_go_with_their_jobs_and_runs_keep_their_trees(store):
    upload = keep_upload(store, "a.csv", content=b"a,class\n1,x\n")
    table = TableRequest("upload", upload.id, "a")
    pair = keep_pair(store, PairRequest(table, table))
    other = keep_pair(store, PairRequest(TableRequest.bundled("a"), TableRequest.bundled("b")))
    run = keep_run(store, document_of(), pair=pair)
    for kind, subject, request in (
        ("map", pair, {}),
        ("map", other, {}),
        ("atlas", "atlas", {"tables": [upload.id]}),
        ("atlas", "atlas", {"tables": ["another"]}),
    ):
        finish_job(store, put_job(store, kind, subject=subject, request=request).id, "done", result={})
    delete_uploads(store, [upload.id])
    days_pass(store, time.time(), 31)
    assert list_uploads(store, deleted=True) == []
    assert list_pairs(store, deleted=True) == []
    assert [each.id for each in list_pairs(store)] == [other]
    assert kept_run(store, run).pair is None
    assert jobs_about(store, pair, "map") == []
    assert len(jobs_about(store, other, "map")) == 1
    assert [job.request for job in jobs_about(store, "atlas", "atlas")] == [{"tables": ["another"]}]


def test_a_purged_pair_leaves_the_runs_of_others_alone(store):
    pairs = [keep_pair(store, PairRequest(TableRequest.bundled("a"), TableRequest.bundled(name))) for name in "bc"]
    runs = [keep_run(store, document_of(seed), pair=pair) for seed, pair in enumerate(pairs)]
    delete_pairs(store, pairs[:1])
    days_pass(store, time.time(), 31)
    assert [kept_run(store, run).pair for run in runs] == [None, pairs[1]]


def test_nothing_of_a_purged_table_is_left_in_the_files(store):
    """Bytes that SQLite only marks as free could be read out of the file."""
    secret = b"patient 4711 " * 5000
    upload = keep_upload(store, "patients.csv", content=secret)
    assert any(b"patient 4711" in path.read_bytes() for path in store.folder.iterdir())
    delete_uploads(store, [upload.id])
    days_pass(store, time.time(), 31)
    assert not any(b"patient 4711" in path.read_bytes() for path in store.folder.iterdir())


def test_deleted_content_is_overwritten_by_every_connection(store):
    with closing(store.engine.raw_connection()) as connection:
        assert connection.cursor().execute("PRAGMA secure_delete").fetchone() == (1,)


def test_the_copy_of_an_older_store_goes_after_a_month_too(tmp_path):
    store = open_store(older_store(tmp_path))
    copy = copy_of(tmp_path, 1)
    purge(store, now=time.time())
    assert copy.exists()
    with store.writing() as connection:
        connection.exec_driver_sql("UPDATE clock SET counted = ?, seen = ?", (time.time(), time.time()))
    days_pass(store, time.time(), 31)
    assert not copy.exists()
    assert (tmp_path / FILE).exists()


def test_the_worker_purges_when_it_starts(store, run):
    delete_runs(store, [run])
    days_pass(store, time.time() - 29 * DAY, 0)
    with store.writing() as connection:
        connection.exec_driver_sql("UPDATE runs SET deleted = deleted - ?", (31 * DAY,))
    work(store, idle_seconds=0)
    assert list_runs(store, deleted=True) == []


@pytest.mark.skipif(os.name != "posix", reason="files have rights as on POSIX systems")
class TestRights:
    """Nobody else on the machine may read the store."""

    @pytest.fixture(autouse=True)
    def usual_mask(self):
        before = os.umask(0o022)
        yield
        os.umask(before)

    @staticmethod
    def modes(folder) -> dict[str, int]:
        return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}

    def test_a_new_store_is_private(self, tmp_path):
        folder = tmp_path / "made"
        store = open_store(folder)
        keep_upload(store, "a.csv", content=b"1")
        assert folder.stat().st_mode & 0o777 == 0o700
        assert len(self.modes(folder)) == 3, "the file, its journal and the index of that"
        assert set(self.modes(folder).values()) == {0o600}

    def test_an_older_store_becomes_private_and_so_does_its_copy(self, tmp_path):
        tmp_path.chmod(0o755)
        store = open_store(older_store(tmp_path))
        keep_upload(store, "a.csv", content=b"1")
        assert set(self.modes(tmp_path).values()) == {0o600}
        assert tmp_path.stat().st_mode & 0o777 == 0o755, "a folder that was there keeps its mode"

    def test_a_file_that_may_only_be_read_stays_so(self, tmp_path):
        open_store(tmp_path).engine.dispose()
        (tmp_path / FILE).chmod(0o444)
        open_store(tmp_path)
        assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o400
