"""A full disk: one sentence with the way out, what was there stays, and nothing half written is left."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ksdt_core.cli.export import BUNDLE_LACKS
from ksdt_core.errors import InvalidParameterError
from ksdt_core.formats.write import write_files
from ksdt_core.store.database import open_store
from ksdt_core.store.exchange import import_runs
from ksdt_core.store.problems import StoreError, UnwritableError
from ksdt_core.store.runs import keep_run, list_runs, rename_run
from ksdt_core.store.uploads import keep_upload, list_uploads, upload_content
from tests.cli.running import COMMAND, Here, in_process_of_its_own, line_of, write_tables
from tests.refusals import refused
from tests.reliability.conftest import MEGABYTES, Disk
from tests.reliability.works import bundle_of, run_document

PATH, FULL = "FILE", "no space left on device"
LARGE = bytes(MEGABYTES << 20)
EXPORTS = ("svg", "json", "bundle", "html")


@pytest.fixture
def ksdt(tmp_path, monkeypatch, capfd) -> Here:
    write_tables(tmp_path)
    monkeypatch.chdir(tmp_path)
    return Here(capfd)


def is_one_sentence(said: str) -> bool:
    return said.count("\n") == 1 and said.endswith(".\n") and "Traceback" not in said


@pytest.mark.parametrize("there_before", [False, True])
def test_mine(ksdt, disk: Disk, there_before):
    output = disk.folder / "result.json"
    if there_before:
        output.write_bytes(b"before")
    disk.fill()
    before = disk.files()
    said = ksdt.refused("mine", "left.csv", "right.csv", "-o", str(output), code="file-disk-full", path=str(output))
    assert disk.files() == before
    assert is_one_sentence(said)
    disk.make_room()
    assert ksdt("mine", "left.csv", "right.csv", "-o", str(output))[0] == 0


@pytest.mark.parametrize("form", EXPORTS)
def test_export_leaves_every_file_of_the_last_one(ksdt, disk: Disk, form):
    for number, options in enumerate((("--seed", "1"), ("--weights", "0.8,0.1,0.1"))):
        assert ksdt("mine", "left.csv", "right.csv", "-k", "2", *options, "-o", f"{number}.json")[0] == 0
    target = str(disk.folder / "out")
    assert ksdt("export", "0.json", "--format", form, "-o", target)[0] == 0
    disk.fill()
    before = disk.files()
    code, out, said = ksdt("export", "1.json", "--format", form, "-o", target)
    assert (code, out, disk.files()) == (2, "", before)
    assert said.endswith(line_of("file-disk-full", path=PATH, reason=FULL).partition(PATH)[2] + "\n")
    assert is_one_sentence(said.replace(f"ksdt: {BUNDLE_LACKS}", ""))


def test_several_files_are_written_all_or_none(disk: Disk):
    first, second = disk.folder / "a", disk.folder / "b"
    first.write_bytes(b"old")
    with refused("file-disk-full", InvalidParameterError, path=str(second)):
        write_files([(first, b"new"), (second, LARGE)])
    assert disk.files() == {"a": b"old"}


def test_atlas(ksdt, disk: Disk):
    disk.fill()
    words = ("atlas", "left.csv", "right.csv", "-o", str(disk.folder / "atlas.json"))
    said = ksdt.refused(*words, code="finished-pairs-unusable", reason=FULL)
    assert is_one_sentence(said)
    disk.make_room()
    assert ksdt("atlas", "left.csv", "right.csv", "-o", str(disk.folder / "atlas.json"))[0] == 0
    assert list(disk.files()) == ["atlas.json"]


def test_store_that_is_open(disk: Disk):
    store = open_store(disk.folder)
    upload = keep_upload(store, "small.csv", content=b"1,2")
    run = keep_run(store, run_document(1), pair=None)
    disk.fill()
    for change in (
        lambda: keep_upload(store, "large.csv", content=LARGE),
        lambda: import_runs(store, "runs.zip", content=bundle_of(2)),
        lambda: [rename_run(store, run, "x" * 100_000) for _ in range(3)],
    ):
        with refused("store-disk-full", StoreError, folder=disk.folder):
            change()
    assert [(one.id, one.name) for one in list_runs(store)] == [(run, "")]
    assert upload_content(open_store(disk.folder), upload.id) == b"1,2"
    disk.make_room()
    assert len(import_runs(store, "runs.zip", content=bundle_of(2))) == 3
    assert len(list_uploads(store)) == 1


def test_store_is_opened_for_reading_and_for_writing_once_there_is_room(disk: Disk):
    store = open_store(disk.folder)
    upload = keep_upload(store, "small.csv", content=b"1,2")
    store.engine.dispose()
    disk.fill()
    full = open_store(disk.folder)
    assert upload_content(full, upload.id) == b"1,2"
    with pytest.raises(UnwritableError) as caught:  # SQLite does not always know that the disk is full
        keep_upload(full, "more.csv", content=b"3,4")
    assert caught.value.code in {"store-disk-full", "store-disk-failing"}
    disk.make_room()
    keep_upload(open_store(disk.folder), "more.csv", content=b"3,4")
    assert len(list_uploads(open_store(disk.folder))) == 2


def test_new_store_on_a_full_disk(disk: Disk):
    disk.fill()
    with refused("store-disk-full", UnwritableError):
        open_store(disk.folder)
    disk.make_room()
    assert list_uploads(open_store(disk.folder)) == []


@pytest.mark.skipif(os.name != "posix", reason="the size of files is limited as on POSIX systems")
class TestWithoutADisk:
    """The same where no disk can be mounted: files of a process may not grow beyond a size."""

    LIMITED = (
        "import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, 16_384)); "
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    FIRST = (sys.executable, "-c", LIMITED)  # Python code between fork and exec could wait for ever

    def test_mine(self, tmp_path):
        write_tables(tmp_path)
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "result.json").write_bytes(b"before")
        words = ("mine", "left.csv", "right.csv", "-k", "30", "--pool", "wvp1", "-o", "out/result.json")
        ended = in_process_of_its_own(*words, cwd=tmp_path, command=[*self.FIRST, *COMMAND])
        assert ended.returncode == 2
        assert b"cannot write 'out/result.json': file too large; free some space" in ended.stderr
        assert b"Traceback" not in ended.stderr
        assert [path.name for path in (tmp_path / "out").iterdir()] == ["result.json"]
        assert (tmp_path / "out" / "result.json").read_bytes() == b"before"

    def test_store(self, tmp_path):
        store = open_store(tmp_path)
        upload = keep_upload(store, "small.csv", content=b"1,2")
        store.engine.dispose()
        command = [*self.FIRST, sys.executable, "-c", LARGE_UPLOAD]
        ended = in_process_of_its_own(str(tmp_path), cwd=tmp_path, command=command)
        assert b"its disk may be full or failing; free some space" in ended.stdout
        assert upload_content(open_store(tmp_path), upload.id) == b"1,2"
        assert len(list_uploads(open_store(tmp_path))) == 1


LARGE_UPLOAD = """\
import pathlib, sys
from ksdt_core.store.database import open_store
from ksdt_core.store.problems import StoreError
from ksdt_core.store.uploads import keep_upload
try:
    keep_upload(open_store(pathlib.Path(sys.argv[1])), "large.csv", content=bytes(100_000))
except StoreError as error:
    print(error)
"""


def test_a_part_that_a_killed_process_left_goes_with_a_later_write(tmp_path: Path):
    fresh, stale = tmp_path / ".ksdt-fresh.part", tmp_path / ".ksdt-stale.part"
    for part in (fresh, stale):
        part.write_bytes(b"half")
    os.utime(stale, (0, 0))
    write_files([(tmp_path / "a.json", b"{}")])
    assert {path.name for path in tmp_path.iterdir()} == {"a.json", fresh.name}, (
        "somebody may still write the fresh one"
    )
