"""Small files that would be huge: each is refused while it is read, with little time and memory."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import struct
import zipfile
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ksdt_core.data import Limits
from ksdt_core.errors import InvalidDataError
from ksdt_core.store.pair_request import UPLOAD_LIMITS
from tests.data.hostile import workbook, zipped
from tests.data.tables import read_bytes_as
from tests.effort import measured_effort
from tests.memory import measured_memory
from tests.refusals import refused

LIMIT = 8 << 20
SIZE = 128 << 20  # of what is packed
MOST_MEMORY = 8 * LIMIT
MOST_EFFORT = 200  # units; unpacked, each would take thousands, or all memory


def with_false_size(archive: bytes) -> bytes:
    """A zip that says of its file that it has a hundred bytes."""
    data, at = bytearray(archive), archive.rindex(b"PK\x01\x02")
    data[22:26] = data[at + 24 : at + 28] = struct.pack("<I", 100)
    return bytes(data)


def changed_sheet(change: Callable[[str], str]) -> bytes:
    """A small workbook with another text in the place of its sheet."""
    stream = io.BytesIO()
    small = workbook([["x", "class"], [1, "a"], [2, "b"]])
    with zipfile.ZipFile(io.BytesIO(small)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, change(content.decode()) if name.endswith("sheet1.xml") else content)
    return stream.getvalue()


def with_entities(sheet: str) -> str:
    """A cell that stands for a thousand million letters."""
    letters = "abcdefghi"
    nested = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in pairwise(letters))
    at = sheet.index("<worksheet")
    doctype = f'<!DOCTYPE x [<!ENTITY a "{"x" * 100}">{nested}]>'
    return sheet[:at] + doctype + sheet[at:].replace("<v>1</v>", "<v>&i;</v>")


def with_a_file(sheet: str) -> str:
    at = sheet.index("<worksheet")
    return (
        sheet[:at] + '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + sheet[at:].replace("1</v>", "&e;</v>")
    )


def text_meant_often() -> bytes:
    """A Parquet file of a few kilobytes: one long text, stored once, stands in every row."""
    n_rows = 200_000
    texts = pa.DictionaryArray.from_arrays(np.zeros(n_rows, np.int32), pa.array(["y" * 10_000]))
    stream = io.BytesIO()
    pq.write_table(pa.table({"x": texts, "class": ["a", "b"] * (n_rows // 2)}), stream, store_schema=False)
    return stream.getvalue()


def rows_without_end() -> bytes:
    stream = io.BytesIO()
    pq.write_table(pa.table({"x": np.zeros(2_000_000), "class": np.zeros(2_000_000, np.int8)}), stream)
    return stream.getvalue()


def nothing_in_many_cells() -> bytes:
    """A Parquet file of 300 kB that says nothing in 120 million cells."""
    nulls = pa.nulls(2_000_000)
    stream = io.BytesIO()
    pq.write_table(pa.table({f"c{i}": nulls for i in range(60)}), stream)
    return stream.getvalue()


def sparse_rows() -> bytes:
    """An ARFF file whose rows of two letters have ten thousand columns each."""
    head = "@relation s\n" + "".join(f"@attribute x{i} real\n" for i in range(10_000))
    return f"{head}@attribute class {{a,b}}\n@data\n".encode() + b"{}\n" * 1_000_000


def short_rows() -> bytes:
    """A CSV whose rows of one cell would be filled up to a hundred thousand each."""
    return ",".join(["class", *(f"x{i}" for i in range(100_000))]).encode() + b"\n" + b"a\n" * 1_000_000


CELL_BOMBS: dict[str, Callable[[], bytes]] = {
    "parquet of nulls": nothing_in_many_cells,
    "sparse ARFF": sparse_rows,
    "CSV with short rows": short_rows,
    "sheet with one far cell in each row": lambda: rows_of_a_sheet(
        "".join(f'<row r="{i}"><c r="XFD{i}"><v>1</v></c></row>' for i in range(4, 20_000))
    ),
}
EMPTY_SHEETS: dict[str, Callable[[], bytes]] = {
    "a row of a number that no sheet has": lambda: rows_of_a_sheet('<row r="999999999999"><c><v>1</v></c></row>'),
    "millions of empty rows": lambda: rows_of_a_sheet("<row/>" * 3_000_000),
    "blank cells far to the right": lambda: rows_of_a_sheet(
        "".join(f'<row r="{i}"><c r="XFD{i}"/></row>' for i in range(4, 10_000))
    ),
}


def rows_of_a_sheet(rows: str) -> bytes:
    return changed_sheet(lambda sheet: sheet.replace("</sheetData>", f"{rows}</sheetData>"))


BOMBS: dict[str, Callable[[], bytes]] = {
    "gzip": lambda: gzip.compress(bytes(SIZE)),
    "bzip2": lambda: bz2.compress(bytes(SIZE)),
    "xz": lambda: lzma.compress(bytes(SIZE)),
    "gzip in gzip": lambda: gzip.compress(gzip.compress(bytes(SIZE))),
    "half a million gzip streams": lambda: gzip.compress(b"1,a\n") * 500_000,
    "zip": lambda: zipped("a.csv", bytes(SIZE)),
    "zip that lies of its size": lambda: with_false_size(zipped("a.csv", bytes(SIZE))),
    "zip in zip": lambda: zipped("b.zip", zipped("a.csv", bytes(SIZE))),
    "sheet of blanks": lambda: changed_sheet(lambda sheet: sheet.replace("</sheetData>", f"{' ' * SIZE}</sheetData>")),
    "sheet with entities in entities": lambda: changed_sheet(with_entities),
    "sheet with the text of a file": lambda: changed_sheet(with_a_file),
    "million columns": lambda: b"c," * 1_000_000 + b"class\n" + b"1," * 1_000_000 + b"a\n",
    "parquet with one text in all rows": text_meant_often,
    "parquet with many rows": rows_without_end,
}


@pytest.fixture(scope="module")
def libraries_loaded() -> None:
    """What libraries take when they are first used is not the bomb's."""
    small, stream = b"x,class\n1,a\n2,b\n", io.BytesIO()
    pq.write_table(pa.table({"x": [1, 2], "class": ["a", "b"]}), stream)
    packed = (gzip.compress(small), bz2.compress(small), lzma.compress(small), zipped("a.csv", small))
    for data in (*packed, changed_sheet(str), stream.getvalue()):
        assert read_bytes_as(data).n_rows == 2


@pytest.mark.slow
@pytest.mark.usefixtures("libraries_loaded")
@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_is_refused_while_it_is_read(kind):
    data = BOMBS[kind]()
    refused = pytest.raises(InvalidDataError, match=r"^table\.dat .*\.$")
    with measured_memory() as memory, measured_effort() as effort, refused as error:
        read_bytes_as(data, limits=Limits(size=LIMIT))
    assert memory.most < MOST_MEMORY + 4 * len(data)
    assert effort.units < MOST_EFFORT
    assert "root:" not in str(error.value)


@pytest.mark.slow
@pytest.mark.usefixtures("libraries_loaded")
@pytest.mark.parametrize("kind", CELL_BOMBS)
def test_a_small_file_of_very_many_cells_is_refused(kind):
    data = CELL_BOMBS[kind]()
    with (
        measured_memory() as memory,
        measured_effort() as effort,
        refused("too-many-values"),
    ):
        read_bytes_as(data, limits=Limits(cells=5_000_000))
    assert memory.most < 300 << 20
    assert effort.units < MOST_EFFORT


@pytest.mark.slow
@pytest.mark.usefixtures("libraries_loaded")
@pytest.mark.parametrize("kind", EMPTY_SHEETS)
def test_a_workbook_of_empty_rows_is_refused(kind):
    with measured_effort() as effort, refused("too-many-blanks"):
        read_bytes_as(EMPTY_SHEETS[kind]())
    assert effort.units < 2 * MOST_EFFORT


def test_what_an_upload_may_hold_keeps_the_bomb_out():
    assert UPLOAD_LIMITS.cells < 60 * 2_000_000 <= Limits().cells
    with refused("too-many-values", limit=60000000):
        read_bytes_as(nothing_in_many_cells(), limits=UPLOAD_LIMITS)


@pytest.mark.parametrize("name", ["../../x.csv", "/etc/x.csv", "C:\\x.csv", "a\\..\\x.csv", "a/../../x.csv"])
def test_names_in_an_archive_lead_nowhere(name, tmp_path, monkeypatch):
    inside = tmp_path / "a" / "b"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    assert read_bytes_as(zipped(name, b"x,class\n1,a\n2,b\n")).n_rows == 2
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_link_in_an_archive_is_not_followed(tmp_path):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        entry = zipfile.ZipInfo("x.csv")
        entry.create_system, entry.external_attr = 3, 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
    with pytest.raises(InvalidDataError) as error:
        read_bytes_as(stream.getvalue())
    assert "root" not in str(error.value)


@pytest.mark.parametrize(
    "start", [b"\x7fELF\x02\x01\x01", b"MZ\x90\x00", b"\xca\xfe\xba\xbe", b"#!/bin/sh\nrm -rf x\n"]
)
def test_a_program_with_the_name_of_a_table_is_no_table(start):
    with pytest.raises(InvalidDataError, match=r"\.$") as error:
        read_bytes_as(start + bytes(range(256)) * 20, file="table.csv")
    assert re.search(r"table\.csv", str(error.value))
