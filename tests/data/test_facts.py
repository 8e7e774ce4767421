"""What a file says of itself before its class column is known."""

from __future__ import annotations

import io

import pandas as pd
import pytest

from ksdt_core.data.readers.facts import bundled_facts, table_facts
from ksdt_core.data.readers.reading import read_dataset
from ksdt_core.data.samples.catalogue import catalogue
from ksdt_core.errors import InvalidDataError

ROWS = "".join(f"{number},{number * 0.5},{'ab'[number % 2]}\n" for number in range(1, 13))


@pytest.mark.parametrize(
    ("header", "guess"),
    [
        ("class,x,kind", "class"),  # the usual name wins over few values
        ("Class,x,kind", "Class"),
        ("x,Diagnosis,kind", "Diagnosis"),
        ("id,x,kind", "kind"),  # the last column with few values
    ],
)
def test_class_column_is_guessed_by_its_name_else_by_its_values(header, guess):
    found = table_facts(f"{header}\n{ROWS}".encode(), "t.csv")
    assert found.columns == tuple(header.split(","))
    assert found.guess == guess


@pytest.mark.parametrize(
    ("header", "guess"),
    [("age,Died,dementia", "Died"), ("age,treated,dementia", "dementia"), ("death,treated,dementia", "dementia")],
)
def test_an_outcome_is_a_likelier_class_than_the_last_column_with_few_values(header, guess):
    """In the last table `death` is a number of days, which cannot be the classes."""
    rows = "".join(f"{number * 3},{'yn'[number % 2]},{int(number % 4 == 0)}\n" for number in range(1, 13))
    assert table_facts(f"{header}\n{rows}".encode(), "t.csv").guess == guess


def test_an_outcome_is_the_likeliest_of_several_rows_that_could_give_the_classes():
    text = "gene,s1,s2,s3,s4,s5,s6\ntissue,a,b,b,a,a,b\ng1,1,2,3,4,5,6\ndied,n,y,n,y,n,y\ng2,6,5,4,3,2,1\n"
    assert table_facts(text.encode(), "t.csv").guess == "died"


def test_no_guess_where_no_column_has_few_values():
    rows = "".join(f"{number},{number * 0.5},{number * 7}\n" for number in range(30))
    assert table_facts(f"a,b,c\n{rows}".encode(), "t.csv").guess is None


def test_a_column_with_a_gap_is_no_guess():
    rows = "".join(f"{number * 0.5},{'ab'[number % 2] if number else ''}\n" for number in range(30))
    assert table_facts(f"x,kind\n{rows}".encode(), "t.csv").guess is None


def test_rows_of_a_turned_table_are_offered_and_can_be_read():
    text = "gene,s1,s2,s3,s4,s5,s6\ng1,1,2,3,4,5,6\ng2,6,5,4,3,2,1\ntissue,a,b,a,b,a,b\n"
    found = table_facts(text.encode(), "t.csv")
    assert found.offered == ("tissue",)
    assert found.guess == "tissue"
    stream = io.BytesIO(text.encode())
    assert read_dataset(stream, target="tissue").attributes == ("g1", "g2")


def test_sheets_of_a_workbook_are_listed():
    content = io.BytesIO()
    with pd.ExcelWriter(content) as writer:
        for sheet in ("notes", "cells"):
            pd.DataFrame({"x": range(8), "class": list("abababab")}).to_excel(writer, sheet_name=sheet, index=False)
    assert table_facts(content.getvalue(), "t.xlsx").sheets == ("notes", "cells")
    assert table_facts(b"x,class\n1,a\n2,b\n", "t.csv").sheets == ()


def test_a_series_without_samples_has_no_columns():
    text = (
        '!Series_title\t"seed"\n!Sample_geo_acce\t"class: a"\n!series_matrix_table_begin3\n"p2"\t4\tnull\t6\n'
        "!series_matrix_table_end\n"
    )
    found = table_facts(text.encode(), "t.txt")
    assert (found.columns, found.guess) == ((), None)


def test_what_is_no_table_gives_its_sentence():
    with pytest.raises(InvalidDataError):
        table_facts(b"\x00\x01\x02" * 50, "t.bin")


@pytest.mark.parametrize("name", [entry.name for entry in catalogue() if entry.extra is None][:4])
def test_bundled_tables_have_their_own_class_column(name):
    found = bundled_facts(name)
    assert found.guess in found.columns
