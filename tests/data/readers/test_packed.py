"""Packed files: unpacked whatever their name, damaged ones named, bombs stopped."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile

import pandas as pd
import pytest

from ksdt_core.data import Limits
from ksdt_core.errors import InvalidDataError
from tests.approved import Approved
from tests.data.tables import cells_of, read_bytes_as
from tests.refusals import refused

TEXT = b"x,class\n1,a\n2,b\n"
EXPECTED = {"x": [1, 2]}


def zipped(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


PACKED = {
    "gzip": gzip.compress(TEXT),
    "two gzip streams": gzip.compress(TEXT[:9]) + gzip.compress(TEXT[9:]),
    "gzip and padding": gzip.compress(TEXT) + bytes(100),
    "xz": lzma.compress(TEXT),
    "bzip2": bz2.compress(TEXT),
    "zip": zipped(table=TEXT),
    "zip with a read-me": zipped(**{"folder/table.csv": TEXT, "README": b"hello", "__MACOSX/table.csv": b"x"}),
    "zip with notes": zipped(**{"table.csv.gz": gzip.compress(TEXT), "README.md": b"hello"}),
    "gzip in zip": zipped(**{"table.csv.gz": gzip.compress(TEXT)}),
    "zip in xz": lzma.compress(zipped(table=TEXT)),
}


@pytest.mark.parametrize("kind", PACKED)
def test_packed_files_are_unpacked(kind: str) -> None:
    assert cells_of(read_bytes_as(PACKED[kind])) == EXPECTED


def test_every_kind_of_table_is_told_from_other_files_in_a_zip() -> None:
    stream = io.BytesIO()
    pd.DataFrame({"x": [1, 2], "class": ["a", "b"]}).to_parquet(stream)
    for name in ("d.parquet", "d.pq", "folder/D.PQ"):
        data = zipped(**{name: stream.getvalue(), "README.md": b"hello"})
        assert cells_of(read_bytes_as(data)) == EXPECTED


def test_a_large_packed_file() -> None:
    text = b"x,class\n" + b"".join(b"%d,%s\n" % (i, b"ab"[i % 2 : i % 2 + 1]) for i in range(700_000))
    for pack in (gzip.compress, bz2.compress, lambda data: lzma.compress(data, preset=0)):
        table = read_bytes_as(pack(text))
        assert table.n_rows == 700_000
        assert table.values[-1, 0] == 699_999


def test_the_note_says_which_file_of_an_archive_was_read(approved: Approved) -> None:
    table = read_bytes_as(PACKED["zip with a read-me"], file="box.csv.zip")
    (note,) = table.notes
    approved(note)
    assert table.name == "box"


@pytest.mark.parametrize("kind", ["gzip", "xz", "bzip2", "zip"])
@pytest.mark.parametrize("keep", [0.3, 0.6, 0.9])
def test_damaged_files_are_named(kind: str, keep: float) -> None:
    data = PACKED[kind]
    with refused("damaged-zip") if kind == "zip" else refused("damaged-archive", packing=kind):
        read_bytes_as(data[: int(len(data) * keep)])


def test_archives_that_leave_a_choice() -> None:
    with refused("several-files"):
        read_bytes_as(zipped(**{"a.csv": TEXT, "b.csv": TEXT}))
    with refused("empty-archive"):
        read_bytes_as(zipped() + b"" if zipped().startswith(b"PK\x03\x04") else zipped(**{".hidden": b""}))


def test_a_locked_archive() -> None:
    data = bytearray(zipped(table=TEXT))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1  # the flag that says: encrypted
    with refused("locked-archive"):
        read_bytes_as(bytes(data))


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress, lambda data: zipped(table=data)])
def test_bombs_stop_at_the_limit(pack: object) -> None:
    bomb = pack(b"x,class\n" + b"1,a\n" * 2_000_000)  # type: ignore[operator]
    assert len(bomb) < 100_000
    with refused("table-too-large"):
        read_bytes_as(bomb, limits=Limits(size=1 << 20))


def test_layers_upon_layers_stop() -> None:
    data = TEXT
    for _ in range(6):
        data = gzip.compress(data)
    with pytest.raises(InvalidDataError):
        read_bytes_as(data)


def test_an_archive_with_a_file_of_no_name() -> None:
    """Regression: Python 3.11 takes the last letter of every name in an archive, and falls over an empty one."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(zipfile.ZipInfo(""), TEXT)
    assert cells_of(read_bytes_as(stream.getvalue())) == EXPECTED
