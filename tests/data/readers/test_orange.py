"""Files of Orange: kinds and roles of columns."""

from __future__ import annotations

from pathlib import Path

from ksdt_core.data import read_dataset
from tests.approved import Approved
from tests.data.tables import cells_of, classes_of, read_bytes_as
from tests.refusals import refused

FILES = Path(__file__).parents[1] / "files"


def test_what_orange_writes(approved: Approved) -> None:
    table = read_dataset(FILES / "orange-three-lines.tab")
    assert cells_of(table) == {
        "length": [1.5, 2, 3.25, 4],
        "colour": ["red", "blue", "red", None],
        "width, cm": [10, None, 30, 40],
    }
    assert classes_of(table) == ["ape", "bee", "bee", "ape"]
    (note,) = table.notes
    approved(note)


def test_a_meta_column_may_be_the_class() -> None:
    table = read_dataset(FILES / "orange-three-lines.tab", target="site")
    assert classes_of(table) == ["north", "south", "north", "south"]
    assert table.attributes == ("species", "length", "colour", "width, cm")


def test_prefixes_of_names() -> None:
    text = b"mS#who\tC#x\tD#t\tcD#kind\ti#skip\ty\nAnn\t1\tu\ta\t9\t5\nBob\t2\tv\tb\t9\t6\n"
    table = read_bytes_as(text)
    assert cells_of(table) == {"x": [1, 2], "t": ["u", "v"], "y": [5, 6]}
    assert classes_of(table) == ["a", "b"]


def test_ignored_columns_and_letters() -> None:
    text = b"x\ty\tkind\nc\tc\td\n\ti\tclass\n1\t5\ta\n2\t6\tb\n"
    table = read_bytes_as(text)
    assert cells_of(table) == {"x": [1, 2]}


def test_commas_between_cells() -> None:
    assert cells_of(read_bytes_as(b"x,kind\ncontinuous,a b\n,class\n1,a\n2,b\n")) == {"x": [1, 2]}


def test_cells_that_are_letters_are_no_kinds() -> None:
    table = read_bytes_as(b"p1,p2,class\nc,t,c\nc,c,m\nt,s,c\n")
    assert cells_of(table) == {"p1": ["c", "c", "t"], "p2": ["t", "c", "s"]}
    table = read_bytes_as(b"v1\tv2\tclass\nn\ty\td\nn\tn\tr\n")
    assert cells_of(table) == {"v1": ["n", "n"], "v2": ["y", "n"]}


def test_a_file_with_a_head_and_no_rows() -> None:
    with refused("table-without-rows"):
        read_bytes_as(b"x\tkind\ncontinuous\tdiscrete\n\tclass\n")
