"""Stores of older versions open, whatever happens on the way; newer ones are refused."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from benchmarks.serving import free_port
from ksdt_core.background.queue import open_jobs
from ksdt_core.store import database, migrating
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.folder import FILE
from ksdt_core.store.migrating import copy_of
from ksdt_core.store.pair_request import requested_pair
from ksdt_core.store.pairs import kept_pair
from ksdt_core.store.problems import StoreError
from ksdt_core.store.runs import kept_run, list_runs, run_result
from ksdt_core.store.schema import STEPS, Step
from ksdt_core.store.uploads import list_uploads, upload_content
from tests.cli.running import LEFT, ROOT, environment
from tests.refusals import refused
from tests.waiting import PATIENCE

VERSION_1 = Path(__file__).with_name("version_1.sql")  # what the first store, with a few things in it, was made of
RUN, PAIR, JOB = "a41f591fba95db6e", "2868af33cf5b", "2460e8c5f2e0"


def older_store(folder: Path) -> Path:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.executescript(VERSION_1.read_text(encoding="utf-8"))
    return folder


def seen(folder: Path) -> tuple[int, list[tuple[str, str, str]], str]:
    """Version, structure and what was kept, read without the product."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = [
            (table, column[1], f"{column[2]} {column[3]} {column[5]}")
            for table in sorted(tables)
            for column in sorted(connection.execute(f"PRAGMA table_info({table})"))
        ]
        indexes = list(connection.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type='index'"))
        kept = str([connection.execute(f"SELECT * FROM {table}").fetchall() for table in ("runs", "pairs", "uploads")])
    return version, columns + sorted((table, name, " ".join((sql or "").split())) for table, name, sql in indexes), kept


def add_stars(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE runs ADD COLUMN stars INTEGER NOT NULL DEFAULT 0")


def add_tags(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE tags (run VARCHAR NOT NULL REFERENCES runs (id), tag VARCHAR NOT NULL)")
    connection.exec_driver_sql("INSERT INTO tags SELECT id, 'old' FROM runs")


def fail(connection: Connection) -> None:
    connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")


def opened_with(monkeypatch: pytest.MonkeyPatch, folder: Path, *steps: Step) -> Store:
    """The store as a later version of the product would open it, which knows further steps."""
    for name in ("is_up_to_date", "bring_up_to_date"):
        plain = getattr(migrating, name)
        monkeypatch.setattr(database, name, lambda *given, plain=plain: plain(*given, (*STEPS, *steps)))
    return open_store(folder)


def test_the_store_of_version_1_opens_with_all_that_was_kept(tmp_path):
    store = open_store(older_store(tmp_path))
    assert [upload.file_name for upload in list_uploads(store)] == ["right.csv", "left.csv"]
    assert upload_content(store, list_uploads(store)[1].id) == LEFT.encode()
    assert requested_pair(store, kept_pair(store, PAIR)).left.n_rows == 9
    assert [run.id for run in list_runs(store)] == [RUN]
    assert len(list_runs(store, deleted=True)) == 1
    assert kept_run(store, RUN).note == "it's a note; with ' and 中"
    assert len(run_result(store, RUN).tree_set.trees) == 2
    assert [job.id for job in open_jobs(store)] == [JOB]


def test_steps_from_version_1_lead_to_the_tables_of_today(tmp_path):
    (tmp_path / "new").mkdir()
    open_store(older_store(tmp_path)).engine.dispose()
    open_store(tmp_path / "new").engine.dispose()
    assert seen(tmp_path)[:2] == seen(tmp_path / "new")[:2], "a change of the schema needs a step in schema.STEPS"
    assert seen(tmp_path)[0] == 1 + len(STEPS)


def test_later_steps_are_done_in_order_and_a_copy_is_kept(tmp_path, monkeypatch):
    before = seen(older_store(tmp_path))
    store = opened_with(monkeypatch, tmp_path, add_stars, add_tags)
    assert seen(tmp_path)[0] == 3 + len(STEPS)
    assert seen(tmp_path)[2] != before[2]
    assert len(list_runs(store)) == 1
    with store.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM tags").scalar_one() == 2
    (tmp_path / "copied").mkdir()
    copy_of(tmp_path, 1).rename(tmp_path / "copied" / FILE)
    assert seen(tmp_path / "copied") == before
    assert not list(tmp_path.glob(".ksdt-*"))


def test_only_the_steps_that_are_lacking_are_done(tmp_path, monkeypatch):
    opened_with(monkeypatch, older_store(tmp_path), add_stars).engine.dispose()
    monkeypatch.undo()
    opened_with(monkeypatch, tmp_path, add_stars, add_tags).engine.dispose()
    assert seen(tmp_path)[0] == 3 + len(STEPS)
    assert copy_of(tmp_path, 2 + len(STEPS)).exists()


def test_a_store_that_is_up_to_date_gets_no_copy(tmp_path):
    open_store(tmp_path).engine.dispose()
    open_store(tmp_path)
    assert not list(tmp_path.glob("ksdt-version-*"))


def test_a_step_that_fails_leaves_the_older_store(tmp_path, monkeypatch):
    before = seen(older_store(tmp_path))
    with pytest.raises(StoreError, match="nowhere"):
        opened_with(monkeypatch, tmp_path, add_stars, add_tags, fail)
    assert seen(tmp_path) == before
    monkeypatch.undo()
    assert len(list_runs(open_store(tmp_path))) == 1


def test_no_room_for_the_copy_leaves_the_older_store(tmp_path, monkeypatch):
    before = seen(older_store(tmp_path))

    def full(folder: Path, mode: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ksdt_core.formats.whole_file._new_part", full)
    with refused("store-copy-not-written", StoreError):
        opened_with(monkeypatch, tmp_path, add_stars)
    assert seen(tmp_path) == before


KILLED = """\
import os, pathlib, signal, sys
from ksdt_core.store import database, migrating
from ksdt_core.store.schema import STEPS
from tests.store.test_migrating import add_stars, add_tags

def die(connection):
    os.kill(os.getpid(), signal.SIGKILL)

steps = (die, *STEPS, add_stars, add_tags) if sys.argv[2] == "first" else (*STEPS, add_stars, add_tags, die)
for name in ("is_up_to_date", "bring_up_to_date"):
    plain = getattr(migrating, name)
    setattr(database, name, lambda *given, plain=plain: plain(*given, steps))
database.open_store(pathlib.Path(sys.argv[1]))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX systems")
@pytest.mark.parametrize("when", ["first", "last"])
def test_a_process_killed_in_the_middle_leaves_the_older_store(tmp_path, monkeypatch, when):
    before = seen(older_store(tmp_path))
    command = [sys.executable, "-c", KILLED, str(tmp_path), when]
    ended = subprocess.run(command, cwd=ROOT, env=environment(), check=False, timeout=PATIENCE)
    assert ended.returncode == -signal.SIGKILL
    assert seen(tmp_path) == before
    assert len(list_runs(opened_with(monkeypatch, tmp_path, add_stars, add_tags))) == 1


def test_a_newer_store_is_refused_by_the_command_before_the_app_starts(tmp_path):
    open_store(tmp_path).engine.dispose()
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute(f"PRAGMA user_version = {2 + len(STEPS)}")
    for command in (
        ["-c", "from ksdt_core.cli.entry import main; main()", "app", "--port", str(free_port())],
        ["-m", "ksdt_core.background.worker", str(tmp_path)],
    ):
        settings = environment() | {"KSDT_DATA_FOLDER": str(tmp_path)}
        ended = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=settings, capture_output=True, check=False, timeout=PATIENCE
        )
        assert ended.returncode == 2
        assert b"newer version of KSDT Explorer (format 4; this version reads 3)" in ended.stderr
        assert b"Traceback" not in ended.stderr
