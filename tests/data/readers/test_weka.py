"""ARFF files written by liac-arff, and as Weka writes them."""

from __future__ import annotations

import io

import arff
import pytest
from scipy.io import arff as scipy_arff

from ksdt_core.errors import InvalidDataError
from tests.approved import Approved
from tests.data.tables import cells_of, classes_of, read_bytes_as
from tests.refusals import refused

DOCUMENT = {
    "relation": "a table",
    "attributes": [
        ("size", "REAL"),
        ("the colour", ["red", "dark blue", "green"]),
        ("count", "INTEGER"),
        ("who", "STRING"),
        ("class", ["yes", "no"]),
    ],
    "data": [
        [1.5, "red", 3, "Ann", "yes"],
        [None, "dark blue", 4, "it's, Bob", "no"],
        [-2e-3, None, 5, "Cy", "yes"],
    ],
}


def test_what_liac_arff_writes() -> None:
    table = read_bytes_as(arff.dumps(DOCUMENT).encode(), file="t.arff")
    assert cells_of(table) == {
        "size": [1.5, None, -0.002],
        "the colour": ["red", "dark blue", None],
        "count": [3, 4, 5],
        "who": ["Ann", "it's, Bob", "Cy"],
    }
    assert classes_of(table) == ["yes", "no", "yes"]


def test_comments_capitals_and_blank_lines_as_weka_writes_them() -> None:
    text = (
        b"% a comment\n\n%\n@RELATION iris\n\n@ATTRIBUTE x\tNUMERIC\n@attribute class {a, b}\n@DATA\n% more\n1,a\n?,b\n"
    )
    assert cells_of(read_bytes_as(text)) == {"x": [1, None]}
    data, _ = scipy_arff.loadarff(io.StringIO(text.decode()))
    assert data["x"][0] == 1


def test_sparse_rows() -> None:
    text = b"@relation s\n@attribute x real\n@attribute y real\n@attribute class {a,b}\n@data\n{0 5, 2 b}\n{1 7}\n"
    table = read_bytes_as(text)
    assert cells_of(table) == {"x": [5, 0], "y": [0, 7]}
    assert classes_of(table) == ["b", "a"]


def test_the_last_nominal_attribute_is_the_class_where_none_is_called_so(approved: Approved) -> None:
    text = b"@relation s\n@attribute x real\n@attribute kind {a,b}\n@data\n1,a\n2,b\n"
    table = read_bytes_as(text)
    assert classes_of(table) == ["a", "b"]
    (note,) = table.notes
    approved(note)
    assert classes_of(read_bytes_as(text, target="x")) == ["1", "2"]
    with refused("no-class-column", column="other"):
        read_bytes_as(text, target="other")


def test_declared_values_that_are_numbers_are_numbers() -> None:
    text = b"@relation s\n@attribute x {0,1}\n@attribute class {a,b}\n@data\n1,a\n0,b\n"
    table = read_bytes_as(text)
    assert table.categories == (None,)


@pytest.mark.parametrize(
    "text",
    [
        b"@relation s\n@attribute x real\n@attribute class {a,b}\n@data\n1,c\n",
        b"@relation s\n@attribute x real\n@attribute class {a,b}\n@data\n1,a,3\n",
        b"@relation s\n@attribute x real\n@attribute class {a,b}\n@data\nabc,a\n",
        b"@relation s\n@attribute x complex\n@data\n1\n",
        b"@relation s\n@attribute x real\n@attribute x real\n@data\n1,1\n",
        b"@relation s\n@attribute x real\n",
        b"@relation s\n@attribute x real\n@attribute class {a,b}\n@data\n1%sa\n",
        b"@relation s\n@attribute x integer[1,4]\n@attribute class {a,b}\n@data\n1,a\n",
    ],
)
def test_what_is_wrong_is_said(text: bytes) -> None:
    with pytest.raises(InvalidDataError) as caught:
        read_bytes_as(text)
    assert "\n" not in str(caught.value)


def test_a_very_long_cell_is_not_said_again_in_full() -> None:
    text = b"@relation s\n@attribute x real\n@attribute class {a,b}\n@data\n" + b"9" * 5000 + b",a,b,c\n"
    with pytest.raises(InvalidDataError) as caught:
        read_bytes_as(text)
    assert caught.value.code == "invalid-arff"
    assert len(str(caught.value)) < 500
