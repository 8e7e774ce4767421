"""Maps as people write them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data.matching.maps import (
    attribute_map_text,
    comma_fields,
    comma_text,
    parse_class_map,
    read_attribute_map,
)
from ksdt_core.data.matching.value_map_file import read_value_map, value_map_text
from ksdt_core.errors import InvalidParameterError
from tests.refusals import refused


@pytest.mark.parametrize(
    "text",
    [
        "age,years\nheight,size\n",
        "age\tyears\nheight\tsize",
        "age;years\r\n\r\nheight;size\r\n",
        "left,right\nage,years\nheight,size\n",
        "\ufeffLeft\tRight\n age \t years\nheight\tsize\n",
        '"age",years\n"height","size"\n,\nage,years\n',
    ],
)
def test_two_columns_the_left_name_first(tmp_path: Path, text: str) -> None:
    path = tmp_path / "map.csv"
    path.write_bytes(text.encode())
    assert read_attribute_map(path) == {"years": "age", "size": "height"}


def test_names_with_separators_quotes_and_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "map.csv"
    path.write_text('"a,b","c ""d"""\n"e\nf",g\n', encoding="utf-8")
    assert read_attribute_map(path) == {'c "d"': "a,b", "g": "e\nf"}


@pytest.mark.parametrize(
    ("text", "code", "facts"),
    [
        ("a,b,c\n", "attribute-map-line", {"line": 1}),
        ("a,b\nc,\n", "attribute-map-line", {"line": 2}),
        ("a,b\nc,b\n", "two-partners", {"line": 2, "name": "b"}),
        ("a,b\n\na,c\n", "two-partners", {"line": 3, "name": "a"}),
        ("", "empty-attribute-map", {}),
        ("left,right\n", "empty-attribute-map", {}),
        ("a,\udcff\n", "unreadable-map", {"what": "attribute map"}),
    ],
)
def test_maps_that_cannot_be_used(tmp_path: Path, text: str, code: str, facts: dict[str, object]) -> None:
    path = tmp_path / "map.csv"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with refused(code, InvalidParameterError, file=str(path), **facts):
        read_attribute_map(path)


def test_a_map_that_is_not_there(tmp_path: Path) -> None:
    with refused("unreadable-map"):
        read_attribute_map(tmp_path / "none.csv")


NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Z"]), min_size=1).filter(
    lambda name: name == name.strip()
)


@given(st.dictionaries(NAMES, NAMES, min_size=1))
def test_a_written_map_is_read_back(tmp_path_factory: pytest.TempPathFactory, renamed: dict[str, str]) -> None:
    one_to_one = {right: left for left, right in {left: right for right, left in renamed.items()}.items()}
    path = tmp_path_factory.mktemp("maps") / "map.csv"
    path.write_text(attribute_map_text(one_to_one), encoding="utf-8")
    assert read_attribute_map(path) == one_to_one


def test_class_maps() -> None:
    assert parse_class_map(None) == {}
    assert parse_class_map("died=bad, relapse = bad") == {"died": "bad", "relapse": "bad"}
    assert parse_class_map('"a,b=c"') == {"a,b": "c"}
    assert parse_class_map(">= 6=good,bad=< 6,a<=b") == {">= 6": "good", "bad": "< 6", "a<": "b"}
    assert parse_class_map("good=>= 6") == {"good": ">= 6"}


@given(st.lists(NAMES, min_size=1))
def test_items_are_read_back(items: list[str]) -> None:
    assert comma_fields(comma_text(items), "--exclude") == items


@pytest.mark.parametrize("name", ["a\rb", "=1+1", "'=1+1", "-x", "@x", "+", "'", "a\r\nb", "-1.5"])
def test_names_that_a_spreadsheet_would_change_or_run_read_back_the_same(name):
    """A carriage return in a name made a line of its own of what followed."""
    text = attribute_map_text({name: "other"})
    assert read_attribute_map(io.BytesIO(text.encode())) == {name: "other"}
    assert read_value_map(io.BytesIO(value_map_text([("a", "b", name)]).encode())) == {"a": {name: "b"}}
    assert not any(line.startswith(("=", "+", "-", "@")) for line in text.splitlines())


def test_a_very_long_name_is_cut_in_the_message():
    text = f"a,{'x' * 5000}\nb,{'x' * 5000}\n"
    with pytest.raises(InvalidParameterError) as error:
        read_attribute_map(io.BytesIO(text.encode()))
    assert error.value.code == "two-partners"
    assert len(str(error.value)) < 300
