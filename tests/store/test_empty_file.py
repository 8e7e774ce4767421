"""A store file of 0 bytes is a store that was lost: it is refused, and a new store never looks like one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from benchmarks.serving import free_port
from ksdt_core.store import database
from ksdt_core.store.database import open_store
from ksdt_core.store.folder import FILE
from ksdt_core.store.problems import StoreError, UnwritableError
from ksdt_core.store.uploads import keep_upload, list_uploads
from tests.cli.running import COMMAND, ROOT, environment
from tests.waiting import PATIENCE


def test_an_empty_file_is_refused_and_left_as_it_is(tmp_path):
    (tmp_path / FILE).touch()
    for _ in range(2):
        with pytest.raises(StoreError) as error:
            open_store(tmp_path)
        assert error.value.code == "store-empty"
        assert not isinstance(error.value, UnwritableError)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert (tmp_path / FILE).stat().st_size == 0
    (tmp_path / FILE).unlink()
    assert list_uploads(open_store(tmp_path)) == []


@pytest.mark.parametrize("command", [[*COMMAND, "app"], [sys.executable, "-m", "ksdt_core.background.worker"]])
def test_the_app_and_the_worker_say_so_and_end(tmp_path, command):
    (tmp_path / FILE).touch()
    last = ["--port", str(free_port())] if command[-1] == "app" else [str(tmp_path)]
    settings = environment() | {"KSDT_DATA_FOLDER": str(tmp_path)}
    ended = subprocess.run([*command, *last], cwd=ROOT, env=settings, capture_output=True, check=False, timeout=120)
    assert ended.returncode == 2
    assert b"ksdt.sqlite3 is empty" in ended.stderr
    assert b"Traceback" not in ended.stderr


def test_the_one_who_makes_the_store_second_keeps_what_is_there(tmp_path, monkeypatch):
    """Two processes make a new store at the same moment; what one of them has kept by then stays."""
    fill = database._fill

    def fill_late(part, folder):
        fill(part, folder)
        monkeypatch.setattr(database, "_fill", fill)
        keep_upload(open_store(folder), "a.csv", content=b"1")

    monkeypatch.setattr(database, "_fill", fill_late)
    assert [upload.file_name for upload in list_uploads(open_store(tmp_path))] == ["a.csv"]
    assert not list(tmp_path.glob(".ksdt-*"))


KILLED = """\
import os, pathlib, signal, sys
from ksdt_core.store import database
fill = database._fill
def die(part, folder):
    if sys.argv[2] == "after":
        fill(part, folder)
    os.kill(os.getpid(), signal.SIGKILL)
database._fill = die
database.open_store(pathlib.Path(sys.argv[1]))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX systems")
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_process_killed_while_it_makes_the_store_leaves_none(tmp_path, when):
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path), when], env=environment(), check=False, timeout=PATIENCE
    )
    assert ended.returncode == -signal.SIGKILL
    assert not (tmp_path / FILE).exists()
    assert list_uploads(open_store(tmp_path)) == []
