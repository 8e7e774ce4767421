"""The file of the store: made, refused, shared by processes, and what is said when it cannot be used."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from ksdt_core.store.database import open_store
from ksdt_core.store.folder import FILE, SETTING, data_folder
from ksdt_core.store.pairs import kept_pair
from ksdt_core.store.problems import StoreError, UnwritableError
from ksdt_core.store.runs import list_runs
from ksdt_core.store.schema import STEPS, metadata
from ksdt_core.store.uploads import keep_upload, list_uploads, upload_content
from tests.cli.running import ROOT, environment
from tests.refusals import refused
from tests.waiting import PATIENCE

NOBODY = 65534
NEWER = 2 + len(STEPS)  # a version that is not known yet
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def said_by(make: Callable[[], object]) -> str:
    with pytest.raises(StoreError) as error:
        make()
    sentence = str(error.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def said_without_rights(folder: Path, to_keep: str = "") -> str:
    """What an ordinary user is told who opens the store, and then keeps a file; root becomes one in a process.

    A fork of this process with all its threads could wait for ever for a lock that one of them had.
    """
    command = [sys.executable, "-c", WITHOUT_RIGHTS, str(folder), to_keep]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return done.stdout


def read_only(folder: Path) -> str:
    return f"{UnwritableError('store-read-only', folder=folder, setting=SETTING)}\n"


WITHOUT_RIGHTS = f"""\
import os, pathlib, sys, tempfile
from ksdt_core.store.database import open_store
from ksdt_core.store.problems import StoreError, UnwritableError
from ksdt_core.store.uploads import keep_upload, list_uploads

def used(folder, to_keep):
    store = open_store(folder)
    names = [upload.file_name for upload in list_uploads(store)]
    if to_keep:
        keep_upload(store, to_keep, content=b"2")
    return names

with tempfile.TemporaryDirectory() as other:  # what is needed is loaded while it may be read
    used(pathlib.Path(other), "a.csv")
str(UnwritableError("store-read-only", folder=pathlib.Path("a"), setting="b"))
if {IS_ROOT}:
    os.setuid({NOBODY})
try:
    assert used(pathlib.Path(sys.argv[1]), sys.argv[2]) == ["a.csv"]
    print("opened")
except StoreError as error:
    print(error)
"""


@pytest.fixture
def public_folder():
    """A folder that every user may enter, as those of pytest are not."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
        Path(folder).chmod(0o755)


def test_setting_moves_the_folder(tmp_path, monkeypatch):
    monkeypatch.setenv(SETTING, str(tmp_path / "deep" / "there"))
    store = open_store()
    assert store.folder == data_folder() == tmp_path / "deep" / "there"
    assert (store.folder / FILE).is_file()


@pytest.mark.parametrize("name", ["50% of it?", "a;b #c", "größer & 中", "mode=ro"])
def test_folder_may_have_any_name(tmp_path, name):
    upload = keep_upload(open_store(tmp_path / name), "a.csv", content=b"x")
    assert (tmp_path / name / FILE).is_file()
    assert upload_content(open_store(tmp_path / name), upload.id) == b"x"


def test_store_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path):
    open_store(tmp_path)
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"PRAGMA user_version = {NEWER}")
    sentence = said_by(lambda: open_store(tmp_path))
    assert "newer version" in sentence
    assert SETTING in sentence
    with sqlite3.connect(tmp_path / FILE) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (NEWER,)


def test_opening_again_keeps_everything(tmp_path):
    upload = keep_upload(open_store(tmp_path), "a.csv", content=b"1,2")
    assert list_uploads(open_store(tmp_path)) == [upload]


@pytest.mark.skipif(os.name != "posix", reason="needs a system with users and rights")
def test_folder_that_may_not_be_written_says_so(public_folder):
    public_folder.chmod(0o555)
    assert said_without_rights(public_folder) == read_only(public_folder)


@pytest.mark.skipif(os.name != "posix", reason="needs a system with users and rights")
def test_file_that_may_not_be_written_can_be_read_and_says_so_when_something_is_to_be_kept(public_folder):
    store = open_store(public_folder)
    keep_upload(store, "a.csv", content=b"1")
    store.engine.dispose()
    for path in public_folder.iterdir():
        path.chmod(0o444)
    public_folder.chmod(0o555)
    assert said_without_rights(public_folder, "b.csv") == read_only(public_folder)


def test_file_in_the_place_of_the_folder(tmp_path):
    (tmp_path / "taken").write_text("a file")
    assert SETTING in said_by(lambda: open_store(tmp_path / "taken"))


def test_file_that_is_no_store_is_damaged(tmp_path):
    (tmp_path / FILE).write_bytes(b"this was never a database " * 100)
    assert "damaged" in said_by(lambda: open_store(tmp_path))


def test_full_disk_is_told_and_what_was_kept_stays(store):
    keep_upload(store, "small.csv", content=b"1")
    with store.writing() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))
        with pytest.raises(Exception, match="full"):
            connection.execute(text("INSERT INTO pairs VALUES ('x', 't', :long, 0, NULL)"), {"long": "x" * 1_000_000})
    store.engine.dispose()
    with store.engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    sentence = said_by(lambda: keep_upload(store, "large.csv", content=b"x" * 1_000_000))
    assert "is full" in sentence
    assert [upload.file_name for upload in list_uploads(store)] == ["small.csv"]


def test_several_processes_may_open_a_new_store_at_once(tmp_path):
    code = "import sys, pathlib; from ksdt_core.store.database import open_store; open_store(pathlib.Path(sys.argv[1]))"
    command = [sys.executable, "-c", code, str(tmp_path)]
    started = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    assert [process.communicate(timeout=PATIENCE)[1] for process in started] == [""] * 4


def test_process_killed_while_it_writes_loses_nothing_that_it_had_kept(tmp_path):
    code = (
        "import sys, pathlib\nfrom ksdt_core.store.database import open_store\n"
        "from ksdt_core.store.uploads import keep_upload\nstore, n = open_store(pathlib.Path(sys.argv[1])), 0\n"
        "while True:\n keep_upload(store, f'{n}', content=bytes(200_000)); print(n, flush=True); n += 1"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            kept = [process.stdout.readline() for _ in range(20)]
        finally:
            process.kill()
        kept += process.stdout.readlines()
    names = {upload.file_name for upload in list_uploads(open_store(tmp_path))}
    assert {line.strip() for line in kept if line.endswith("\n")} <= names
    with sqlite3.connect(tmp_path / FILE) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_change_that_fails_in_the_middle_leaves_nothing(store):
    def fail_half_way() -> None:
        with store.writing() as connection:
            connection.execute(metadata.tables["workers"].insert().values(id="w", heartbeat=1.0))
            raise KeyError

    with pytest.raises(KeyError):
        fail_half_way()
    with store.reading() as connection:
        assert connection.execute(metadata.tables["workers"].select()).all() == []


def test_reader_sees_one_state(store, tmp_path):
    other = open_store(tmp_path)
    with store.reading() as connection:
        before = connection.execute(metadata.tables["uploads"].select()).all()
        keep_upload(other, "late.csv", content=b"x")
        assert connection.execute(metadata.tables["uploads"].select()).all() == before
    assert len(list_uploads(store)) == 1


def test_stale_link_gives_a_sentence(store):
    with refused("pair-not-saved", StoreError, pair="nowhere"):
        kept_pair(store, "nowhere")
    assert list_runs(store) == []
