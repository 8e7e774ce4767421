"""Documents reach their file whole or not at all."""

from __future__ import annotations

import io
import os
import re
import stat
import threading
from pathlib import Path

import pytest

from ksdt_core.documents.write import check_writable, write_document
from ksdt_core.errors import InvalidParameterError
from tests.conftest import ROOT

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
    with pytest.raises(InvalidParameterError, match=r"cannot write '.*a\.json': no space left on device; make room"):
        write_document(DOCUMENT, path)
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
    with pytest.raises(InvalidParameterError, match=f"cannot write .*{reason}.*; give a file"):
        check_writable(path)
    with pytest.raises(InvalidParameterError, match=r"cannot write .*; give a file"):
        write_document(DOCUMENT, path)


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
        "documents/whole_file.py",
        "documents/write.py",  # into a device or a pipe
        "reports/pdf_report.py",  # in a folder for the time being
        "studies/atlas/work_file.py",  # grows by whole lines
        "tasks/worker.py",  # a setting of the system
    }
    found = {
        str(path.relative_to(ROOT / "ksdt_core"))
        for path in (ROOT / "ksdt_core").rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if writes.search(line) and "write_bytes(data, to)" not in line and "def write_bytes" not in line
    }
    assert found <= own_way
