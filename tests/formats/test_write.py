"""Documents reach their file whole or not at all."""

from __future__ import annotations

import io
import os
import re
import stat
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from ksdt_core.errors import InvalidParameterError
from ksdt_core.formats.write import check_writable, write_document
from tests.conftest import ROOT
from tests.waiting import PATIENCE, all_at_once

DOCUMENT = {"format": "x", "name": "größe", "numbers": [1, 0.5, None]}
BYTES = '{"format": "x", "name": "größe", "numbers": [1, 0.5, null]}\n'.encode()


def test_a_file_is_written_and_nothing_else(tmp_path):
    write_document(DOCUMENT, tmp_path / "a.json")
    assert (tmp_path / "a.json").read_bytes() == BYTES
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_a_stream_and_standard_output(capsysbinary):
    stream = io.BytesIO()
    write_document(DOCUMENT, stream)
    assert stream.getvalue() == BYTES
    write_document(DOCUMENT, "-")
    assert capsysbinary.readouterr().out == BYTES


def test_what_was_there_stays_when_writing_fails(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    path.write_bytes(b"before")

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InvalidParameterError) as refused:
        write_document(DOCUMENT, path)
    assert refused.value.code == "file-disk-full"
    assert refused.value.facts == {"path": str(path), "reason": "no space left on device"}
    assert path.read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_a_stop_on_the_way_leaves_nothing_half_written(tmp_path, monkeypatch):
    def stop(handle):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        write_document(DOCUMENT, tmp_path / "a.json")
    assert list(tmp_path.iterdir()) == []


def test_a_document_that_cannot_be_written_touches_no_file(tmp_path):
    with pytest.raises(ValueError, match="JSON"):
        write_document({"x": float("nan")}, tmp_path / "a.json")
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.json").write_bytes(b"before")
    (tmp_path / "link.json").symlink_to("real.json")
    write_document(DOCUMENT, tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == BYTES


def test_the_mode_of_a_replaced_file_is_kept_and_a_new_one_is_ordinary(tmp_path):
    ordinary, private = tmp_path / "new.json", tmp_path / "old.json"
    private.write_bytes(b"")
    private.chmod(0o600)
    (tmp_path / "touched").touch()
    for path in (ordinary, private):
        write_document(DOCUMENT, path)
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert ordinary.stat().st_mode == (tmp_path / "touched").stat().st_mode


def test_the_umask_of_the_process_is_never_changed(tmp_path, monkeypatch):
    """It belongs to all threads: a server that cleared it for a moment made files of other visitors open to all."""
    seen = threading.Event()

    def changed(mask: int) -> int:
        seen.set()
        return mask

    monkeypatch.setattr(os, "umask", changed)
    paths = [tmp_path / f"{number}.json" for number in range(8)]
    all_at_once(*(partial(write_document, DOCUMENT, path) for path in paths))
    assert [path.read_bytes() for path in paths] == [BYTES] * 8
    assert not seen.is_set()


@pytest.mark.parametrize(("mask", "mode"), [("0o022", 0o644), ("0o077", 0o600), ("0o002", 0o664)])
def test_a_new_file_has_the_mode_that_the_umask_of_the_user_asks_for(tmp_path, mask, mode):
    code = "import sys; from ksdt_core.formats.write import write_document; write_document({}, sys.argv[1])"
    path = tmp_path / "a.json"
    subprocess.run([sys.executable, "-c", code, path], check=True, timeout=PATIENCE, umask=int(mask, 8), cwd=ROOT)
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_into_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_document(DOCUMENT, pipe)
    reader.join(10)
    assert got == [BYTES]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def bad_places(tmp_path: Path) -> list[tuple[Path, str]]:
    (tmp_path / "file").write_bytes(b"")
    return [
        (tmp_path, "it is a folder"),
        (tmp_path / "no" / "a.json", "there is no folder"),
        (tmp_path / "file" / "a.json", "there is no folder"),
        (tmp_path / ("x" * 300), "name too long"),
        (tmp_path / "a\0b", "null"),
    ]


@pytest.mark.parametrize("number", range(5))
def test_places_that_cannot_be_written_are_refused_before_and_when_writing(tmp_path, number):
    path, reason = bad_places(tmp_path)[number]
    with pytest.raises(InvalidParameterError) as before:
        check_writable(path)
    assert reason in before.value.facts["reason"]
    with pytest.raises(InvalidParameterError) as when_writing:
        write_document(DOCUMENT, path)
    assert before.value.code == when_writing.value.code == "file-not-written"


def test_good_places_pass_and_nothing_is_left(tmp_path):
    check_writable("-")
    check_writable(tmp_path / "a.json")
    assert list(tmp_path.iterdir()) == []


def test_every_file_of_the_product_is_written_in_this_one_way():
    """Whatever opens a file for writing by itself may leave it half written."""
    writes = re.compile(
        r"""write_text\(|write_bytes\(\w|\bopen\([^)\n]*["'](?:w|x|a|r\+)b?["']|os\.replace|mkstemp|to_csv\(\w"""
    )
    own_way = {
        "formats/whole_file.py",
        "formats/write.py",  # into a device or a pipe
        "reports/pdf_report.py",  # in a folder for the time being
        "reports/slides.py",  # likewise
        "studies/atlas/work_file.py",  # grows by whole lines
        "background/worker.py",  # a setting of the system
    }
    found = {
        str(path.relative_to(ROOT / "ksdt_core"))
        for path in (ROOT / "ksdt_core").rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if writes.search(line) and "write_bytes(data, to)" not in line and "def write_bytes" not in line
    }
    assert found <= own_way
