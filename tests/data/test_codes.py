"""Texts that are different but would become one number stay apart, in every format, and the reader says so."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from decimal import Decimal

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ksdt_core.data import Dataset, dataset_from_frame
from ksdt_core.data.checks.checkup import check_pair
from ksdt_core.data.readers import delimited, parts
from ksdt_core.data.readers.codes import merged_texts
from ksdt_core.data.readers.doubtful import doubtful_columns
from ksdt_core.data.readers.layout import Layout, find_layout
from tests.approved import Approved
from tests.data.tables import cells_of, read_bytes_as

LONG = ("9007199254740993", "9007199254740992", "9007199254740994")
CODES = ("007", "7", "12")


def csv_of(texts: tuple[str, ...], separator: str = ",") -> bytes:
    rows = [("id", "x", "class"), *((text, f"{i}.5", "ab"[i % 2]) for i, text in enumerate(texts))]
    return "".join(separator.join(row) + "\n" for row in rows).encode()


def quoted(texts: tuple[str, ...]) -> bytes:
    return csv_of(tuple(f'"{text}"' for text in texts))


def turned(texts: tuple[str, ...]) -> bytes:
    cases = range(len(texts))
    rows = ["name", *(f"s{i}" for i in cases)], ["class", *("ab"[i % 2] for i in cases)], ["id", *texts]
    return "".join(",".join(row) + "\n" for row in rows).encode()


def arff_of(texts: tuple[str, ...]) -> bytes:
    rows = "".join(f"{text},{i}.5,{'ab'[i % 2]}\n" for i, text in enumerate(texts))
    head = "@relation r\n@attribute id NUMERIC\n@attribute 'x numeric' real\n@attribute class {a,b}\n@data\n"
    return (head + rows).encode()


def excel_of(texts: tuple[str, ...]) -> bytes:
    """Codes as texts; long numbers as numbers, which a program may write in full, with a gap below."""
    stream, book = io.BytesIO(), openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["id", "x", "class"])
    for i, text in enumerate(texts):
        sheet.append([101 + i if texts is LONG else text, i, "ab"[i % 2]])
    sheet.append([None, 1, "a"])
    book.save(stream)
    whole = io.BytesIO()
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(whole, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            for i, text in enumerate(texts if name.endswith("sheet1.xml") else ()):
                content = content.replace(f"<v>{101 + i}</v>".encode(), f"<v>{text}</v>".encode())
            new.writestr(name, content)
    return whole.getvalue()


def parquet_of(column: pa.Array) -> bytes:
    stream = io.BytesIO()
    classes = ["ab"[i % 2] for i in range(len(column))]
    pq.write_table(pa.table({"id": column, "x": np.arange(len(column)), "class": classes}), stream)
    return stream.getvalue()


FORMATS: dict[str, Callable[[tuple[str, ...]], bytes]] = {
    "comma": csv_of,
    "tab": lambda texts: csv_of(texts, "\t"),
    "semicolon": lambda texts: csv_of(texts, ";"),
    "quotes": quoted,
    "turned": turned,
    "Windows lines": lambda texts: csv_of(texts).replace(b"\n", b"\r\n"),
    "missing": lambda texts: csv_of(texts) + b",1.5,a\n",
    "ARFF": arff_of,
    "Excel": excel_of,
    "Parquet texts": lambda texts: parquet_of(pa.array(texts)),
}


def texts_of(table: Dataset) -> list[object]:
    return [text for text in cells_of(table)["id"] if text is not None]


@pytest.mark.parametrize("texts", [CODES, LONG], ids=["padded", "long"])
@pytest.mark.parametrize("kind", FORMATS)
def test_codes_stay_apart(kind: str, texts: tuple[str, ...]) -> None:
    table = read_bytes_as(FORMATS[kind](texts))
    assert texts_of(table) == list(texts)
    assert all(kinds is None for name, kinds in zip(table.attributes, table.categories, strict=True) if name != "id")
    (note,) = [note for note in table.notes if "column 'id'" in note]
    assert "categories" in note
    assert repr(texts[0]) in note


@pytest.mark.parametrize(
    "column",
    [
        pa.array([int(text) for text in LONG]),
        pa.array([*(int(text) for text in LONG), None]),
        pa.array([int(text) for text in LONG], pa.uint64()),
        pa.array([Decimal(text) for text in LONG]),
    ],
    ids=["int64", "int64 with a gap", "uint64", "decimal"],
)
def test_long_numbers_of_parquet_stay_apart(column: pa.Array) -> None:
    assert texts_of(read_bytes_as(parquet_of(column))) == list(LONG)


def test_long_numbers_of_a_data_frame_stay_apart() -> None:
    for n_others in (1, 1500):
        others = {f"x{i}": [1, 2, 3] for i in range(n_others)}
        frame = pd.DataFrame({"id": [int(text) for text in LONG], **others, "class": ["a", "b", "a"]})
        assert texts_of(dataset_from_frame(frame, "class", "t")) == list(LONG)


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled loop", "pandas"])
@pytest.mark.parametrize("texts", [CODES, LONG], ids=["padded", "long"])
def test_codes_stay_apart_in_a_long_file(
    monkeypatch: pytest.MonkeyPatch, texts: tuple[str, ...], compiled: bool
) -> None:
    monkeypatch.setattr(parts, "LEAST_BYTES", 1)
    monkeypatch.setattr(parts, "PART_BYTES", 200)
    monkeypatch.setattr(parts, "WORTH_COMPILING", 1 if compiled else 1 << 60)
    monkeypatch.setattr(parts, "is_compiled", lambda _: compiled)
    data = csv_of(texts * 100)
    layout = find_layout(data, "t.csv")
    assert delimited._parse_in_parts(data, layout, delimited.ReadOptions("t.csv"), 2) is not None
    assert texts_of(read_bytes_as(data)) == list(texts) * 100


@pytest.mark.parametrize(
    "texts",
    [
        ("007", "008", "012"),  # numbers of one width: nothing is lost
        ("1.50", "1.5", "01.5"),
        ("0", "-0", "+3"),
        ("+7", "7", " 7"),
        ("0.1000000000000000055", "0.1", "3"),
        ("9007199254740992", "9007199254740994", "1152921504606846976"),  # exact
        ("1", "99999999999999999999999", "3"),  # a large amount
        ("1e3", "1000", "2"),
    ],
)
def test_what_loses_nothing_stays_numeric(texts: tuple[str, ...]) -> None:
    table = read_bytes_as(csv_of(texts))
    assert texts_of(table) == [float(text) for text in texts]
    assert table.notes == ()


def test_numbers_among_which_texts_become_one_say_so(approved: Approved) -> None:
    table = read_bytes_as(csv_of(("007", "7", "1.5")))
    assert texts_of(table) == [7, 7, 1.5]
    (note,) = table.notes
    approved(note)


def test_the_check_tells_of_codes_and_not_of_one_value_in_all_rows() -> None:
    left = read_bytes_as(csv_of(LONG[:2] * 8), file="left.csv")
    right = read_bytes_as(csv_of(LONG[:2] * 8), file="right.csv")
    findings = check_pair(left, right).findings
    assert not [finding for finding in findings if finding.code == "constant-columns"]
    told = [finding for finding in findings if finding.code == "reader-note"]
    assert [finding.where for finding in told] == ["left", "right"]
    assert all("'id'" in finding.what and LONG[0] in finding.what for finding in told)


def test_many_columns_of_codes_are_one_note() -> None:
    names = [f"c{i}" for i in range(40)]
    text = (
        ",".join([*names, "class"]) + "\n" + ",".join(["07"] * 40 + ["a"]) + "\n" + ",".join(["7"] * 40 + ["b"]) + "\n"
    )
    (note,) = read_bytes_as(text.encode()).notes
    assert re.findall(r"'(c\d+)'", note) == [f"c{i}" for i in range(5)]
    assert "35 more" in note


def test_only_columns_with_such_cells_are_read_again() -> None:
    rows = "1,2020-01-05,0.05,10:05,-0.5,a\n" * 5 + "2,2020-01-05,0.05,10:05,-0.5,07\n"
    data = ("a,b,c,d,e,class\n" + rows).encode()
    assert doubtful_columns(data, find_layout(data, "t")) == {5}
    data = data.replace(b"0.05,10:05,-0.5,07", b"1.5e-05,10:05,2E+07,07").replace(b"2,2020", b"-1234567890123456,2020")
    assert doubtful_columns(data, find_layout(data, "t")) == {0, 5}
    assert doubtful_columns(data.rstrip(b"\n"), find_layout(data, "t")) == {0, 5}


def test_digits_without_end_are_no_code() -> None:
    assert merged_texts(["1" * 5000, "1" * 4999]) is None


@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize("cell", ["1", "07", "1234567890123456", "-1234567890123456", "0.1234567890123456789", "1e-07"])
def test_the_shortest_texts_are_looked_at_to_their_end(cell: str, end: str) -> None:
    doubtful = {0} if cell.lstrip("-").isdigit() and len(cell) > 1 else set()
    for data in (f"x,y\n{cell},a{end}", f"y,x\na,{cell}{end}"):
        found = doubtful_columns(data.encode(), Layout(0, ",", ".", ("x", "y")))
        assert found == (doubtful if data.startswith("x") else {column + 1 for column in doubtful})
