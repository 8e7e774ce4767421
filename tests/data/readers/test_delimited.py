"""Text tables as programs and people write them."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from ksdt_core.data import Dataset, read_dataset
from tests.approved import Approved
from tests.data.tables import cells_of, read_bytes_as
from tests.refusals import refused


def read(text: str, **options: object) -> Dataset:
    return read_bytes_as(text.encode(), **options)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|", " "])
def test_separators(separator: str) -> None:
    table = read("\n".join(separator.join(line) for line in (["x", "t", "class"], ["1", "u", "a"], ["2", "v", "b"])))
    assert cells_of(table) == {"x": [1, 2], "t": ["u", "v"]}


def test_the_separator_is_the_one_that_cuts_all_lines_alike() -> None:
    table = read("name; first,size;class\nA, B;1;a\nC;2;b\n")
    assert cells_of(table) == {"name": ["A, B", "C"], " first,size": [1, 2]}


def test_blanks_and_commas_within_names_and_cells_do_not_mislead() -> None:
    assert cells_of(read("a long name,class\nu v w,a\nx y z,b\n")) == {"a long name": ["u v w", "x y z"]}
    assert cells_of(read("x,1;y,1;class\n1,5;2,5;a\n3,5;4,5;b\n")) == {"x,1": [1.5, 3.5], "y,1": [2.5, 4.5]}


def test_logical_texts_with_gaps_stay_as_written() -> None:
    assert cells_of(read("t,class\nTRUE,a\n,b\nfalse,a\n")) == {"t": ["TRUE", None, "false"]}


def test_a_separator_that_the_file_declares() -> None:
    assert cells_of(read("sep=;\nx,1;class\n1;a\n2;b\n")) == {"x,1": [1, 2]}


@pytest.mark.parametrize("separator", [";", "\t"])
def test_decimal_commas(separator: str, approved: Approved) -> None:
    table = read("x;y;t;class\n1,5;2;1,2,3;a\n-0,25;3;u;b\n1e3;4;v;b\n".replace(";", separator))
    assert cells_of(table) == {"x": [1.5, -0.25, 1000], "y": [2, 3, 4], "t": ["1,2,3", "u", "v"]}
    (note,) = table.notes
    approved(note)


def test_commas_are_no_decimals_where_points_are() -> None:
    table = read("x;y;class\n1,5;0.5;a\n2,5;1.5;b\n")
    assert cells_of(table) == {"x": ["1,5", "2,5"], "y": [0.5, 1.5]}
    assert table.notes == ()


def test_lines_that_begin_with_a_hash_before_the_names(approved: Approved) -> None:
    table = read("# made by a machine\n#\nx,class\n1,a\n2,b\n")
    assert cells_of(table) == {"x": [1, 2]}
    (note,) = table.notes
    approved(note)


def test_names_that_begin_with_a_hash() -> None:
    assert cells_of(read("#x,class\n1,a\n2,b\n")) == {"#x": [1, 2]}
    assert cells_of(read("# by hand\n#x,class\n1,a\n2,b\n")) == {"#x": [1, 2]}


def test_row_numbers_of_pandas_are_left_out(approved: Approved) -> None:
    frame = pd.DataFrame({"x": [1, 2, 3], "class": ["a", "b", "a"]})
    table = read(frame.to_csv())
    assert cells_of(table) == {"x": [1, 2, 3]}
    (note,) = table.notes
    approved(note)
    again = read(pd.read_csv(io.StringIO(frame.to_csv())).to_csv(index=False))
    assert cells_of(again) == {"x": [1, 2, 3]}


def test_row_names_as_r_writes_them() -> None:
    assert cells_of(read('"","x","class"\n"r1",1,"a"\n"r2",2,"b"\n')) == {"x": [1, 2]}
    assert cells_of(read('"x" "class"\n"1" 5 "a"\n"2" 6 "b"\n')) == {"x": [5, 6]}


def test_an_unnamed_column_of_measurements_stays() -> None:
    assert cells_of(read(",x,class\n5,1,a\n5,2,b\n")) == {"": [5, 5], "x": [1, 2]}
    assert cells_of(read(",x,class\n0.5,1,a\n0.75,2,b\n")) == {"": [0.5, 0.75], "x": [1, 2]}


def test_separators_at_the_end_of_lines() -> None:
    assert cells_of(read("x,class,\n1,a,\n2,b,\n")) == {"x": [1, 2]}
    assert cells_of(read("x,class\n1,a,\n2,b,\n")) == {"x": [1, 2]}
    assert cells_of(read("x,class,,,\n1,a,,,\n2,b,,,\n")) == {"x": [1, 2]}


def test_rows_with_no_cell_at_all(approved: Approved) -> None:
    table = read("x,class\n1,a\n,\n2,b\n,\n")
    assert cells_of(table) == {"x": [1, 2]}
    (note,) = table.notes
    assert note.startswith("2 ")
    approved(note)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends(line_end: str) -> None:
    assert cells_of(read(line_end.join(["x,y,class", "1,,a", "2,5,b", ""]))) == {"x": [1, 2], "y": [None, 5]}


def test_a_class_column_with_other_capitals() -> None:
    assert read("x,Class\n1,a\n2,b\n").class_names == ("a", "b")
    with refused("no-class-column", column="class"):
        read("x,Class,CLASS\n1,a,u\n2,b,v\n")


def test_a_table_without_names_is_told_so() -> None:
    with refused("no-column-names"):
        read("5.1,3.5,0\n4.9,3.0,1\n")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("x,class\n1,a\n2\n", (2, 1, 2)),
        ("x,y,class\n1,2,a\n7\n", (2, 1, 3)),
        ("x,class,y\n1,a,2\n\n2,b\n", (2, 2, 3)),
        ("x,class,y\n1,a,2\r\n2,b\r\n", (2, 2, 3)),
        ("class\tx\r1\n", (1, 1, 2)),
        ("# note\nx,class,y\n1,a,2\n2,b\n", (2, 2, 3)),
        ("x,class\n1,a,9\n2,b,7\n", (1, 3, 2)),
    ],
)
def test_rows_of_other_lengths(text: str, facts: tuple[int, int, int]) -> None:
    row, cells, names = facts
    with refused("ragged-row", row=row, cells=cells, names=names):
        read(text)


def test_missing_cells_at_the_end_of_rows_are_no_short_rows() -> None:
    assert cells_of(read("class,y\na,2\nb,\n\na,3\n")) == {"y": [2, None, 3]}
    assert cells_of(read('class,y\na,"2"\n"b",\n\na,3\n')) == {"y": [2, None, 3]}


def test_a_large_table_is_what_pandas_reads() -> None:
    generator = np.random.default_rng(5)
    frame = pd.DataFrame(generator.normal(size=(3000, 7)), columns=list("abcdefg"))
    frame["colour"] = generator.choice(["red", "green", "blue"], 3000)
    frame["class"] = generator.choice(["u", "v"], 3000)
    frame.loc[::7, "c"] = None
    frame.loc[::5, "colour"] = None
    table = read(frame.to_csv(index=False))
    assert np.array_equal(table.values[:, :7], frame[list("abcdefg")].to_numpy(), equal_nan=True)
    colours = [None if pd.isna(colour) else colour for colour in frame["colour"]]
    assert cells_of(table)["colour"] == colours
    assert [table.class_names[position] for position in table.classes] == frame["class"].tolist()


def test_an_open_file_and_its_name() -> None:
    stream = io.BytesIO(b"x,class\n1,a\n2,b\n")
    stream.name = "folder/upload.csv"
    assert read_dataset(stream).name == "upload"
    with refused("opened-as-text"):
        read_dataset(io.StringIO("x,class\n"))  # type: ignore[arg-type]
