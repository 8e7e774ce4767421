"""Values that the right table writes in its own way."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data import match, pair_datasets
from ksdt_core.data.matching.value_map_file import read_value_map, value_map_text
from ksdt_core.data.matching.value_matching import value_map_of, value_matches
from ksdt_core.data.matching.value_suggestions import suggest_values
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from tests.data.tables import table_of, texts_of
from tests.refusals import refused

ROWS = ("u", "v")


def column(name: str, cells: list[object], *, table: str = "T"):
    """A table of one attribute and two classes in turn."""
    return table_of(name, [(cell, ROWS[row % 2]) for row, cell in enumerate(cells)], name=table)


def test_values_of_the_right_table_are_called_as_in_the_left_one() -> None:
    left, right = column("smoker", ["yes", "no", None]), column("Smoker", ["Y", "N", "J", None])
    matched = match(left, right, value_map={"smoker": {"Y": "yes", "J": "yes", "N": "no"}})
    assert matched.left.categories == matched.right.categories == (("no", "yes"),)
    assert texts_of(matched.right) == ["yes", "no", "yes", None]
    assert matched.value_matches == (("smoker", "yes", "Y"), ("smoker", "yes", "J"), ("smoker", "no", "N"))
    assert texts_of(right) == ["Y", "N", "J", None]


def test_values_may_change_places() -> None:
    left, right = column("arm", ["A", "B"]), column("arm", ["A", "B"])
    matched = match(left, right, value_map={"arm": {"A": "B", "B": "A"}})
    assert (texts_of(matched.left), texts_of(matched.right)) == (["A", "B"], ["B", "A"])


def test_numbers_may_stand_for_texts_and_texts_for_numbers() -> None:
    texts, numbers = column("grade", ["Grade I", "Grade II"]), column("grade", [1, 2.0])
    matched = match(texts, numbers, value_map={"grade": {"1": "Grade I", "2.0": "Grade II"}})
    assert texts_of(matched.right) == ["Grade I", "Grade II"]
    matched = match(numbers, texts, value_map={"grade": {"Grade I": "1", "Grade II": "2"}})
    assert matched.right.categories == (None,)
    assert matched.right.values[:, 0].tolist() == [1.0, 2.0]
    partly = match(numbers, texts, value_map={"grade": {"Grade I": "1"}})
    assert partly.left.categories == (("1", "2", "Grade II"),)


def test_blanks_around_a_value_do_not_matter() -> None:
    left, right = column("x", [" yes", "no"]), column("x", ["Y ", "N"])
    matched = match(left, right, value_map={"x": {"Y": "yes"}})
    assert texts_of(matched.right) == [" yes", "N"]
    assert matched.value_matches == (("x", " yes", "Y "),)


@pytest.mark.parametrize(
    ("value_map", "code", "facts"),
    [
        ({"smokr": {"Y": "yes"}}, "value-map-attribute", {"attribute": "smokr", "nearest": "smoker"}),
        (
            {"smoker": {"J": "yes"}},
            "value-map-value",
            {"value": "J", "attribute": "smoker", "table": "R", "values": ("N", "Y")},
        ),
        ({"smoker": {"Y": "ja"}}, "value-map-value", {"value": "ja", "table": "L", "values": ("no", "yes")}),
    ],
)
def test_value_maps_that_cannot_be(value_map: dict[str, dict[str, str]], code: str, facts: dict[str, object]) -> None:
    left, right = column("smoker", ["yes", "no"], table="L"), column("smoker", ["Y", "N"], table="R")
    with refused(code, InvalidDataError, **facts):
        pair_datasets(left, right, value_map=value_map)


WORDS = st.sampled_from(["a", "b", "c", "1", "2", "long name"])
CELLS = st.lists(st.one_of(st.none(), WORDS), min_size=4, max_size=12)


@given(CELLS, CELLS, st.data())
def test_each_cell_is_what_the_map_says_and_nothing_else_changes(left, right, data) -> None:
    tables = column("x", left), column("x", right)
    known = [sorted({cell for cell in cells if cell is not None}) for cells in (left, right)]
    wanted = data.draw(st.dictionaries(st.sampled_from(known[1]), st.sampled_from(known[0]))) if all(known) else {}
    matched = match(*tables, value_map={"x": wanted} if wanted else {})
    said = [None if text is None else str(text).removesuffix(".0") for text in texts_of(matched.right)]
    assert said == [wanted.get(cell, cell) for cell in right]
    assert [None if text is None else str(text).removesuffix(".0") for text in texts_of(matched.left)] == left
    assert value_map_of(matched.value_matches) == ({"x": wanted} if wanted else {})


def test_a_file_of_three_columns(tmp_path: Path) -> None:
    file = tmp_path / "values.tsv"
    file.write_text("Attribute\tLeft\tRight\nsmoker\tyes\tY\nsmoker\tno\tN\nsmoker\tyes\tJ\n", encoding="utf-8")
    assert read_value_map(file) == {"smoker": {"Y": "yes", "N": "no", "J": "yes"}}


@pytest.mark.parametrize(
    ("text", "code", "facts"),
    [
        ("", "empty-value-map", {}),
        ("attribute,left,right\n", "empty-value-map", {}),
        ("smoker,yes\n", "value-map-line", {"line": 1}),
        ("smoker,yes,\n", "value-map-line", {"line": 1}),
        ("smoker,yes,Y\nsmoker,no,Y\n", "two-values", {"line": 2, "value": "Y", "attribute": "smoker"}),
    ],
)
def test_files_that_cannot_be_used(tmp_path: Path, text: str, code: str, facts: dict[str, object]) -> None:
    file = tmp_path / "values.csv"
    file.write_text(text, encoding="utf-8")
    with refused(code, InvalidParameterError, **facts):
        read_value_map(file)


NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).map(str.strip).filter(bool)


@given(st.dictionaries(NAMES, st.dictionaries(NAMES, NAMES, min_size=1, max_size=4), min_size=1, max_size=4))
def test_a_written_map_is_read_back(tmp_path_factory: pytest.TempPathFactory, value_map) -> None:
    file = tmp_path_factory.mktemp("maps") / "values.csv"
    file.write_text(value_map_text(value_matches(value_map)), encoding="utf-8")
    assert read_value_map(file) == value_map


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (["no", "yes"], ["N", "Y"], {"N": "no", "Y": "yes"}),
        (["0", "1"], ["false", "true"], {"false": "0", "true": "1"}),
        (["F", "M"], ["female", "male", "unknown"], {"female": "F", "male": "M"}),
        (["never did", "Ex-user"], ["Never_Did", "ex user"], {"Never_Did": "never did", "ex user": "Ex-user"}),
        (["no", "yes"], ["Yes", "no", "yes"], {"Yes": "yes"}),
        (["1.50", "x"], ["1.5", "x"], {"1.5": "1.50"}),
        (["Grade I", "Grade II"], ["1", "2"], {}),
        (["m", "s", "w"], ["female", "male"], {}),
        (["0", "1", "2"], ["no", "yes"], {}),
        (["-1", "x"], ["1", "x"], {}),
        (["CD4+", "CD4-"], ["cd4+", "cd4-"], {"cd4+": "CD4+", "cd4-": "CD4-"}),
        (["a b", "ab"], ["A-B"], {}),
        (["no", "yes"], ["no", "yes"], {}),
        (["y", "yes", "no"], ["Y", "N"], {"Y": "y"}),
    ],
)  # fmt: skip
def test_only_what_hardly_anybody_would_doubt_is_suggested(left, right, expected) -> None:
    assert suggest_values(left, right) == expected


def test_very_many_values_are_not_compared() -> None:
    assert suggest_values([f"a {n}" for n in range(2000)], [f"A {n}" for n in range(2000)]) == {}
