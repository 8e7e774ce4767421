"""Workbooks written by openpyxl and by XlsxWriter."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Sequence
from typing import Any

import openpyxl
import pandas as pd
import pytest

from ksdt_core.data import Limits
from ksdt_core.data.readers import excel
from tests.approved import Approved
from tests.data.tables import cells_of, classes_of, read_bytes_as
from tests.effort import measured_effort
from tests.memory import measured_memory
from tests.refusals import refused


def workbook_of(**sheets: Sequence[Sequence[Any]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


ROWS = [["x", "t", "when", "yes", "class"], [1, "u", datetime.date(2020, 1, 2), True, 1], [None, "v", None, False, 0]]


def test_cells_beyond_the_end_that_the_workbook_states_are_read() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook_of(data=ROWS))) as book, zipfile.ZipFile(stream, "w") as copy:
        for name in book.namelist():
            copy.writestr(name, book.read(name).replace(b'<dimension ref="A1:E3"', b'<dimension ref="A1:B2"'))
    assert b'ref="A1:B2"' in zipfile.ZipFile(stream).read("xl/worksheets/sheet1.xml")
    assert cells_of(read_bytes_as(stream.getvalue())) == cells_of(read_bytes_as(workbook_of(data=ROWS)))


def test_numbers_texts_dates_and_gaps() -> None:
    table = read_bytes_as(workbook_of(data=ROWS), file="book.xlsx")
    assert table.name == "book"
    assert cells_of(table) == {
        "x": [1, None],
        "t": ["u", "v"],
        "when": ["2020-01-02", None],
        "yes": ["True", "False"],
    }
    assert classes_of(table) == ["1", "0"]
    assert table.notes == ()


def test_a_round_trip_by_pandas_and_xlsxwriter() -> None:
    pytest.importorskip("xlsxwriter", reason="XlsxWriter is not installed")
    frame = pd.DataFrame({"a": [0.1, 2.5, -3e-7], "b": ["x", "<b>", "=1+1"], "class": ["u", "v", "u"]})
    stream = io.BytesIO()
    frame.to_excel(stream, index=False, engine="xlsxwriter", engine_kwargs={"options": {"strings_to_formulas": False}})
    assert cells_of(read_bytes_as(stream.getvalue())) == {"a": [0.1, 2.5, -3e-7], "b": ["x", "<b>", "=1+1"]}


def test_formulas_count_with_their_stored_values_and_are_never_computed() -> None:
    table = read_bytes_as(workbook_of(data=[["x", "y", "class"], [1, "=1+1", "a"], [2, 5, "b"]]))
    assert cells_of(table) == {"x": [1, 2], "y": [None, 5]}  # openpyxl stores no value with a formula


def test_formulas_without_a_value_are_told_from_empty_cells(approved: Approved) -> None:
    rows = [["x", "y", "z", "gap", "class"], *([i, "=A2*2", "=A2", None, "ab"[i % 2]] for i in range(6))]
    data = workbook_of(data=rows)
    (note,) = read_bytes_as(data).notes
    assert "'B', 'C'" in note
    approved(note)
    assert read_bytes_as(workbook_of(data=[[1, 2, None, "class"], [1, 2, None, "a"], [1, 2, 3, "b"]])).notes == ()


@pytest.mark.parametrize("part", [64, 65, 97, 200, 1 << 20])
def test_formulas_are_found_wherever_a_part_of_the_sheet_ends(monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    monkeypatch.setattr(excel, "_PART", part)
    rows = [["x", "y", "class"], *([i, "=A2*2" if i % 3 else None, "ab"[i % 2]] for i in range(30))]
    (note,) = read_bytes_as(workbook_of(data=rows)).notes
    assert re.findall(r"\d+ formulas?|'\w'|\b[A-Z]\d+", note) == ["20 formulas", "'B'", "B3"]


def test_a_sheet_that_is_all_one_cell_is_not_kept_while_it_is_looked_through() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("sheet.xml", b'<c r="A1">' + bytes(64 << 20))
    with measured_memory() as memory, measured_effort() as effort:
        assert excel.formula_notes(stream.getvalue(), "/sheet.xml") == ()
    assert memory.most < 16 << 20
    assert effort.units < 100


@pytest.mark.parametrize(
    ("cell", "n_lost"),
    [
        ('<c r="B2"><f>A2*2</f></c>', 1),
        ('<c r="B2" s="1"><f t="shared" si="0"/><v></v></c>', 1),
        ('<c r="B2"><f>A2&lt;2</f> <v/> </c>', 1),
        ('<c r="B2"><f>A2*2</f><v>4</v></c>', 0),
        ('<c r="B2" t="str"><f>""</f><v></v></c>', 0),
        ('<c r="B2"><v></v></c>', 0),
    ],
)
def test_how_programs_write_formulas(cell: str, n_lost: int) -> None:
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook_of(data=[["x", "y", "class"], [1, "=A2*2", "a"], [2, None, "b"]]))) as book,
        zipfile.ZipFile(stream, "w") as copy,
    ):
        for name in book.namelist():
            copy.writestr(name, book.read(name).replace(b'<c r="B2"><f>A2*2</f><v /></c>', cell.encode()))
    notes = read_bytes_as(stream.getvalue()).notes
    assert len(notes) == n_lost
    assert all(re.findall(r"\d+ formulas?|'\w'|\b[A-Z]\d+", note) == ["1 formula", "'B'", "B2"] for note in notes)


def test_an_empty_sheet_is_called_by_its_name() -> None:
    data = workbook_of(first=ROWS, empty=[])
    with refused("empty-sheet", sheet="empty"):
        read_bytes_as(data, sheet="empty")
    with refused("empty-workbook"):
        read_bytes_as(workbook_of(one=[], two=[]))


def test_a_sheet_of_what_is_no_workbook_is_refused() -> None:
    with refused("no-sheets", option="sheet", sheet="cells", where="table.dat"):
        read_bytes_as(b"x,class\n1,a\n2,b\n", sheet="cells")


def test_the_first_sheet_with_cells_is_read_and_the_others_are_noted(approved: Approved) -> None:
    data = workbook_of(empty=[], first=ROWS, second=[["z", "class"], [5, "a"], [6, "b"]])
    table = read_bytes_as(data)
    assert table.attributes == ("x", "t", "when", "yes")
    (note,) = table.notes
    approved(note)
    assert cells_of(read_bytes_as(data, sheet="second")) == {"z": [5, 6]}
    with refused("unknown-sheet", sheet="third"):
        read_bytes_as(data, sheet="third")


def test_empty_rows_and_columns_around_the_table() -> None:
    rows = [[None, None], [], ["x", "class", None], [1, "a", None], [], [2, "b", None]]
    assert cells_of(read_bytes_as(workbook_of(data=rows))) == {"x": [1, 2]}


def test_attributes_in_rows() -> None:
    rows = [["gene", "s1", "s2", "s3"], ["class", "a", "b", "a"], ["TP53", 1.5, 2, 3], ["ESR1", 4, None, 6]]
    table = read_bytes_as(workbook_of(data=rows))
    assert cells_of(table) == {"TP53": [1.5, 2, 3], "ESR1": [4, None, 6]}
    assert "transposed" in table.notes[0]


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "empty-workbook"),
        ([["x", "class"]], "table-without-rows"),
        ([["x", "x", "class"], [1, 2, "a"]], "duplicate-column-name"),
        ([["x", "y"], [1, 2]], "no-class-column"),
        ([["x", "class"], [1, "a"], [2, None]], "missing-classes"),
    ],
)
def test_sheets_that_are_no_tables(rows: Sequence[Sequence[Any]], reason: str) -> None:
    with refused(reason):
        read_bytes_as(workbook_of(data=rows))


def test_limits_hold_for_workbooks() -> None:
    data = workbook_of(data=[["x", "class"], *[[i, "ab"[i % 2]] for i in range(50)]])
    with refused("too-many-rows"):
        read_bytes_as(data, limits=Limits(rows=49))
    with refused("too-many-columns"):
        read_bytes_as(data, limits=Limits(columns=1))
    with refused("table-too-large"):
        read_bytes_as(data, limits=Limits(size=len(data)))
    assert read_bytes_as(data, limits=Limits(rows=50, columns=2)).n_rows == 50


def test_a_workbook_with_a_broken_part_is_damaged() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook_of(data=ROWS))) as book, zipfile.ZipFile(stream, "w") as copy:
        for name in book.namelist():
            copy.writestr(name, b"<worksheet><broken" if "sheet1" in name else book.read(name))
    with refused("damaged-workbook"):
        read_bytes_as(stream.getvalue())


@pytest.mark.parametrize("keep", [0.5, 0.9])
def test_a_workbook_that_was_cut_off_is_damaged_whatever_its_name(keep: float) -> None:
    data = workbook_of(data=ROWS)
    with refused("damaged-workbook", where="book"):
        read_bytes_as(data[: int(len(data) * keep)], file="book")


@pytest.mark.parametrize("file", ["book.xlsx", "Book.XLSM"])
def test_noise_called_a_workbook_is_a_damaged_one(file: str) -> None:
    with refused("damaged-workbook"):
        read_bytes_as(b"PK\x03\x04" + bytes(range(256)), file=file)
    with refused("damaged-zip"):
        read_bytes_as(b"PK\x03\x04" + bytes(range(256)), file="book.zip")


def test_entities_in_a_workbook_do_not_explode() -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(12)
    )
    bomb += "]><worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData><row><c"
    bomb += " t='inlineStr'><is><t>&m;</t></is></c></row></sheetData></worksheet>"
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook_of(data=ROWS))) as book, zipfile.ZipFile(stream, "w") as copy:
        for name in book.namelist():
            copy.writestr(name, bomb if "sheet1" in name else book.read(name))
    with refused("damaged-workbook"):
        read_bytes_as(stream.getvalue())


def test_old_workbooks_and_open_documents_are_named() -> None:
    with refused("not-a-table"):
        read_bytes_as(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", "<x/>")
    with refused("not-a-table", way="save the table as .xlsx or CSV"):
        read_bytes_as(stream.getvalue())
