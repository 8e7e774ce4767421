"""A data folder that may only be read: what is in it is shown, and what cannot be kept is said."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from sqlalchemy import text

from ksdt_core.store.database import open_store
from ksdt_core.store.folder import SETTING
from ksdt_core.store.problems import UnwritableError
from ksdt_core.store.runs import keep_run, list_runs, rename_run, run_result
from ksdt_core.store.uploads import keep_upload
from tests.cli.running import ROOT, environment, in_process_of_its_own, write_tables
from tests.refusals import refused
from tests.reliability.conftest import Disk
from tests.reliability.works import run_document
from tests.waiting import PATIENCE

READS = """\
import os, pathlib, sys
from ksdt_core.store.database import open_store
from ksdt_core.store.uploads import keep_upload
keep_upload(open_store(pathlib.Path(sys.argv[1])), "a.csv", content=b"1")
os._exit(1)  # as a kill: files that SQLite keeps beside the store stay
"""


@pytest.mark.parametrize("left", ["closed", "killed"])
def test_store_is_read_whatever_state_it_was_left_in(disk: Disk, left):
    store = open_store(disk.folder)
    run = keep_run(store, run_document(1), pair=None)
    store.engine.dispose()
    if left == "killed":
        subprocess.run(
            [sys.executable, "-c", READS, str(disk.folder)], env=environment(), check=False, timeout=PATIENCE
        )
        assert (disk.folder / "ksdt.sqlite3-wal").stat().st_size > 0
    disk.set("ro")
    read = open_store(disk.folder)
    assert [one.id for one in list_runs(read)] == [run]
    assert len(run_result(read, run).tree_set.trees) == 2
    with refused("store-read-only", UnwritableError, folder=disk.folder, setting=SETTING):
        rename_run(read, run, "new name")
    disk.set("rw")
    rename_run(open_store(disk.folder), run, "new name")
    assert list_runs(open_store(disk.folder))[0].name == "new name"


def test_empty_folder_says_so(disk: Disk):
    disk.set("ro")
    with refused("store-read-only", UnwritableError, folder=disk.folder, setting=SETTING):
        open_store(disk.folder)
    with refused("data-folder-not-made", UnwritableError):
        open_store(disk.folder / "below")


def test_the_store_is_not_changed_by_being_read(disk: Disk):
    store = open_store(disk.folder)
    keep_upload(store, "a.csv", content=b"1")
    with store.reading() as connection:
        connection.execute(text("SELECT 1"))
    store.engine.dispose()
    before = disk.files()
    disk.set("ro")
    list_runs(open_store(disk.folder))
    assert disk.files() == before


def test_commands_name_the_file(disk: Disk, tmp_path):
    write_tables(tmp_path)
    (disk.folder / "result.json").write_bytes(b"before")
    disk.set("ro")
    tables = ("left.csv", "right.csv")
    for words in (("mine", *tables, "-o"), ("atlas", *tables, "-o")):
        ended = in_process_of_its_own(*words, str(disk.folder / "result.json"), cwd=tmp_path)
        assert ended.returncode == 2
        assert ended.stderr.count(b"\n") == 1
        assert b"result.json': read-only file system; give a file in a folder" in ended.stderr
    assert disk.files() == {"result.json": b"before"}


def test_worker_says_it_and_goes(disk: Disk):
    open_store(disk.folder).engine.dispose()
    disk.set("ro")
    command = [sys.executable, "-m", "ksdt_core.background.worker", str(disk.folder)]
    ended = subprocess.run(
        command, cwd=ROOT, env=os.environ | environment(), capture_output=True, check=False, timeout=PATIENCE
    )
    assert ended.returncode == 2
    assert b"no permission to write the store" in ended.stderr
    assert b"Traceback" not in ended.stderr
