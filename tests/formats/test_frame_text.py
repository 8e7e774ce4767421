"""CSV and Markdown that nothing in a file can break out of."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest

from ksdt_core.formats.csv_text import safe_cell
from ksdt_core.formats.frame_text import frame_csv, markdown_text, named_columns
from ksdt_core.text import printable


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_a_name_cannot_run_as_a_formula(start):
    hostile = f"{start}cmd|'/c calc'!A1"
    safe = f"'{printable(hostile)}"
    assert safe_cell(hostile) == safe
    text = frame_csv(pd.DataFrame({hostile: [hostile, "fine"], "x": [-1.5, None]}))
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert rows[0] == [safe, "x"]
    assert rows[1] == [safe, "-1.5"]  # numbers stay numbers
    assert rows[2] == ["fine", ""]


def test_a_markdown_table_keeps_its_columns():
    frame = pd.DataFrame({"a|b": ["x | <b>y</b>\n", "`z`"], "n": [0.12345, 2.5e-7], "k": [1, 2]})
    lines = markdown_text(frame).splitlines()
    assert lines == [
        r"| a\|b | n | k |",
        "| :--- | ---: | ---: |",
        r"| x \| \<b\>y\</b\>\\n | 0.123 | 1 |",
        r"| \`z\` | 2.5e-07 | 2 |",
    ]


def test_columns_carry_the_names_of_the_tables():
    frame = pd.DataFrame(columns=["tree", "support_left", "support_right", "p_value"])
    assert list(named_columns(frame, ("red", "white")).columns) == ["tree", "support red", "support white", "p value"]
    assert list(named_columns(frame, ("red", "red")).columns)[1:3] == ["support red (1)", "support red (2)"]


def test_bytes_that_are_no_text():
    assert safe_cell("\udce4=") == "?="
    assert safe_cell("two\nlines\r") == r"two\nlines\r"
