"""CSV that a spreadsheet can open without harm and a program reads back."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.formats.csv_text import csv_text


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def test_kinds_of_cells():
    text = csv_text(("name", "n", "share"), [("a, b", 3, 0.1), ('say "so"', None, -1e-300)])
    assert text == 'name,n,share\n"a, b",3,0.1\n"say ""so""",,-1e-300\n'


def test_names_that_a_spreadsheet_would_run_or_a_terminal_obey():
    rows = read(csv_text(("=1+1",), [("=cmd()",), (" +1",), ("@x",), ("-2",), ("a\nb\x1b[31m",), ("x=1",)]))
    assert [row[0] for row in rows] == ["'=1+1", "'=cmd()", "' +1", "'@x", "'-2", "a\\nb\\x1b[31m", "x=1"]


@given(st.lists(st.lists(st.one_of(st.none(), st.integers(), st.floats(allow_nan=False)), min_size=2, max_size=2)))
def test_numbers_read_back_the_same(rows):
    back = read(csv_text(("a", "b"), rows))[1:]
    assert [[None if cell == "" else float(cell) for cell in row] for row in back] == [
        [None if cell is None else float(cell) for cell in row] for row in rows
    ]
