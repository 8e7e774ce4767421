"""Reading a table: which cells are numbers, which are texts, and what is said about a file that is not a table."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data import Dataset, dataset_from_frame, read_dataset
from ksdt_core.errors import InvalidDataError
from tests.data.tables import texts_of
from tests.refusals import refused


def read(folder: Path, text: str | bytes, *, target: str = "class", name: str = "table.csv") -> Dataset:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_dataset(path, target=target)


def cells(table: Dataset, attribute: str) -> list[str | float | None]:
    return texts_of(table, table.attributes.index(attribute))


def test_a_table_of_numbers_and_texts(tmp_path: Path) -> None:
    table = read(tmp_path, "x,colour,class,y\n1,red,b,0.5\n2,blue,a,-1e-3\n3,red,b,.25\n")
    assert table.name == "table"
    assert table.attributes == ("x", "colour", "y")
    assert table.categories == (None, ("blue", "red"), None)
    assert table.class_names == ("a", "b")
    assert table.classes.tolist() == [1, 0, 1]
    assert cells(table, "x") == [1, 2, 3]
    assert cells(table, "colour") == ["red", "blue", "red"]
    assert cells(table, "y") == [0.5, -0.001, 0.25]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_is_found(tmp_path: Path, separator: str) -> None:
    lines = [["a b", "c", "class"], ["1", "x", "u"], ["2", "y", "v"]]
    table = read(tmp_path, "\n".join(separator.join(line) for line in lines))
    assert table.attributes == ("a b", "c")
    assert cells(table, "c") == ["x", "y"]


def test_a_compressed_table_is_named_without_its_endings(tmp_path: Path) -> None:
    table = read(tmp_path, gzip.compress(b"x,class\n1,a\n2,b\n"), name="my.table.csv.gz")
    assert table.name == "my.table"
    assert table.n_rows == 2


MARKERS = (
    "",
    "NA",
    "N/A",
    "n/a",
    "N.A.",
    "n.a.",
    "<NA>",
    "NaN",
    "nan",
    "null",
    "NULL",
    "?",
    "#N/A",
    "k.A.",
    "k. A.",
)


@pytest.mark.parametrize("marker", [*MARKERS, " ", " ?"])
def test_missing_cells(tmp_path: Path, marker: str) -> None:
    table = read(tmp_path, f"x,t,class\n1,u,a\n{marker},{marker},b\n3,v,a\n")
    assert cells(table, "x") == [1, None, 3]
    assert cells(table, "t") == ["u", None, "v"]
    assert table.n_missing == 2


def test_texts_stay_as_written(tmp_path: Path) -> None:
    table = read(tmp_path, "t,class\nTrue,1\nfalse,1.0\nTRUE,0\nTrue,01\n")
    assert cells(table, "t") == ["True", "false", "TRUE", "True"]
    assert table.class_names == ("0", "01", "1", "1.0")


def test_a_column_with_one_text_keeps_its_numbers_as_written(tmp_path: Path) -> None:
    table = read(tmp_path, "x,class\n1.0,a\n2,b\nmany,a\n1e3,b\n")
    assert cells(table, "x") == ["1.0", "2", "many", "1e3"]


def test_logical_and_numeric_class_columns_of_a_very_wide_table_stay_as_written(tmp_path: Path) -> None:
    names = [f"g{i}" for i in range(1200)]
    rows = [[str(i + j) for i in range(1200)] for j in range(3)]
    for row, (logical, group) in zip(rows, [("True", "1.0"), ("true", "0"), ("False", "1")], strict=True):
        row[7] = logical
        row.insert(600, group)
    names.insert(600, "class")
    table = read(tmp_path, "\n".join(",".join(line) for line in [names, *rows]))
    assert table.class_names == ("0", "1", "1.0")
    assert table.classes.tolist() == [2, 0, 1]
    assert cells(table, "g7") == ["True", "true", "False"]
    assert cells(table, "g599") == [599, 600, 601]
    assert cells(table, "g600") == [600, 601, 602]
    assert cells(table, "g1199") == [1199, 1200, 1201]


def test_numbers_too_large_for_an_integer_are_numbers(tmp_path: Path) -> None:
    table = read(tmp_path, "x,y,class\n99999999999999999999999,18446744073709551615,a\n1,-1,b\n")
    assert table.categories == (None, None)
    assert cells(table, "x") == [1e23, 1]
    assert cells(table, "y") == [18446744073709551615.0, -1]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20))
def test_numbers_are_read_exactly(tmp_path_factory: pytest.TempPathFactory, numbers: list[float]) -> None:
    folder = tmp_path_factory.getbasetemp()
    table = read(folder, "x,class\n" + "".join(f"{number!r},a\n" for number in numbers), name="exact.csv")
    assert table.values[:, 0].tolist() == numbers


def test_quoted_names_and_cells(tmp_path: Path) -> None:
    table = read(tmp_path, '"a,1","b ""x""\nc",class\n1,"x,\ny",u\n2,"<b>",v\n')
    assert table.attributes == ("a,1", 'b "x"\nc')
    assert cells(table, 'b "x"\nc') == ["x,\ny", "<b>"]


def test_windows_lines_blank_lines_and_a_byte_order_mark(tmp_path: Path) -> None:
    table = read(tmp_path, b"\xef\xbb\xbfx,class\r\n1,a\r\n\r\n2,b\r\n\r\n")
    assert table.attributes == ("x",)
    assert cells(table, "x") == [1, 2]


def test_a_column_with_no_cell_at_all_is_numeric_and_missing(tmp_path: Path) -> None:
    table = read(tmp_path, "x,y,class\n1,,a\n2,,b\n")
    assert cells(table, "y") == [None, None]
    assert table.categories == (None, None)


BAD_FILES: dict[str, tuple[bytes, str, dict[str, object]]] = {
    "empty": (b"", "empty-table", {}),
    "blank": (b" \n\n \n", "empty-table", {}),
    "header only": (b"x,class\n", "table-without-rows", {}),
    "no separator": (b"class\na\nb\n", "table-without-attributes", {"column": "class"}),
    "zeros": (b"x,class\n1,a\x00\n", "binary-data", {}),
    "picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "not-a-table", {"what": "a picture"}),
    "bytes": (bytes(range(128, 256)) * 4, "binary-data", {}),
    "bytes not of this encoding": (b"\xff\xfex,class\n1,a\n2", "wrong-encoding", {"encoding": "utf-16-le"}),
    "long row": (b"x,class\n1,a\n2,b,7\n", "uneven-rows", {"reason": "Expected 2 fields in line 3, saw 3"}),
    "long first row": (b"x,class\n1,a,9\n2,b,7\n", "ragged-row", {"row": 1, "cells": 3, "names": 2}),
    "short row": (b"x,class,y\n1,a,2\n2,b\n3,a,1\n", "ragged-row", {"row": 2, "cells": 2, "names": 3}),
    "short quoted row": (b'x,class,y\n1,"a",2\n2,b\n3,a,1\n', "ragged-row", {"row": 2, "cells": 2, "names": 3}),
    "open quote": (b'x,class\n1,"a\n2,b\n', "uneven-rows", {}),
    "no class column": (b"x,y,group\n1,2,a\n", "no-class-column", {"column": "class", "columns": ("x", "y", "group")}),
    "two columns of one name": (b"x,x,class\n1,2,a\n", "duplicate-column-name", {"column": "x"}),
    "infinite": (b"x,y,class\n1,2,a\n1,-inf,b\n", "infinite-value", {"column": "y", "row": 2}),
    "too large": (b"x,class\n1e999,a\n2,b\n", "infinite-value", {"column": "x", "row": 1}),
    "missing class": (b"x,class\n1,a\n2,\n3,?\n", "missing-classes", {"column": "class", "rows": 2, "first": 2}),
    "damaged gzip": (gzip.compress(b"x,class\n1,a\n" * 50)[:-20], "damaged-archive", {"packing": "gzip"}),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_a_file_that_is_no_table_is_named_with_the_way_out(tmp_path: Path, case: str) -> None:
    content, code, facts = BAD_FILES[case]
    with pytest.raises(InvalidDataError) as caught:
        read(tmp_path, content)
    assert caught.value.code == code
    assert facts.items() <= caught.value.facts.items()
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert "table" in message


def test_the_columns_there_are_and_the_option_are_named(tmp_path: Path) -> None:
    with refused("no-class-column", columns=tuple(f"c{i}" for i in range(30))):
        read(tmp_path, ",".join(f"c{i}" for i in range(30)) + "\n" + ",".join("1" * 30))


def test_of_many_columns_the_last_is_named_for_it_is_often_the_class(tmp_path: Path) -> None:
    """A table of 13 columns named the first 12 and not the one that held the classes."""
    names = ["id", *(f"gene{i}" for i in range(20)), "outcome"]
    with refused("no-class-column") as caught:
        read(tmp_path, ",".join(names) + "\n" + ",".join("1" * 22))
    assert "'id'" in str(caught.value)
    assert "'outcome'" in str(caught.value)


def test_a_misspelt_class_column_is_named(tmp_path: Path) -> None:
    with refused("misspelt-class-column", nearest="HeartDisease"):
        read(tmp_path, "id,HeartDisease\n1,yes\n", target="HeartDisese")


def test_a_class_column_may_be_written_with_other_punctuation(tmp_path: Path) -> None:
    """One name for both tables was refused for the second, although attributes are matched as freely."""
    table = read(tmp_path, "x,heart_disease\n1,yes\n2,no\n", target="HeartDisease")
    assert table.class_names == ("no", "yes")
    with refused("no-class-column"):
        read(tmp_path, "x,heart_disease,heart-disease\n1,yes,no\n2,no,yes\n", target="HeartDisease")


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with refused("no-such-file", where=str(tmp_path / "nothing.csv")):
        read_dataset(tmp_path / "nothing.csv")
    with refused("table-is-folder"):
        read_dataset(tmp_path)
    with refused("table-unreadable"):
        read_dataset("a\x00b")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read every file")
def test_a_file_one_may_not_read(tmp_path: Path) -> None:
    path = tmp_path / "secret.csv"
    path.write_text("x,class\n1,a\n")
    path.chmod(0)
    with refused("table-unreadable"):
        read_dataset(path)


def test_a_data_frame_is_a_table() -> None:
    frame = pd.DataFrame(
        {
            "n": [1, 2, 3],
            "f": [0.5, None, 2.0],
            "t": pd.Categorical(["u", None, "v"]),
            "b": [True, False, True],
            "o": [1, "x", None],
            "quality": [1.0, 2.5, 1.0],
        }
    )
    table = dataset_from_frame(frame, "quality", "frame")
    assert table.class_names == ("1", "2.5")
    assert cells(table, "n") == [1, 2, 3]
    assert cells(table, "f") == [0.5, None, 2]
    assert cells(table, "t") == ["u", None, "v"]
    assert cells(table, "b") == ["True", "False", "True"]
    assert cells(table, "o") == ["1", "x", None]
    assert read_dataset(frame, target="quality", name="frame").fingerprint() == table.fingerprint()
    assert "quality" in frame.columns


def test_a_very_wide_data_frame_is_left_as_it_was() -> None:
    frame = pd.DataFrame(np.arange(3300.0).reshape(3, 1100), columns=[f"c{i}" for i in range(1100)])
    frame["class"] = ["a", "b", "a"]
    before = frame.copy()
    table = read_dataset(frame)
    pd.testing.assert_frame_equal(frame, before)
    assert np.array_equal(table.values, np.arange(3300.0).reshape(3, 1100))
