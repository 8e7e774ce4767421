"""Names that differ in case, blanks and punctuation; maps of a person; what stays apart."""

from __future__ import annotations

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data import Dataset, dataset_from_frame, match
from ksdt_core.data.matching.names import folded, nearest, words
from tests.refusals import refused

CLASSES = ("a", "b")


def table(*names: str, name: str = "T") -> Dataset:
    """A table of two rows with these attributes."""
    cells = {column: [position, position + 10] for position, column in enumerate(names)}
    return dataset_from_frame(pd.DataFrame(cells | {"class": CLASSES}), "class", name)


def matches(left: tuple[str, ...], right: tuple[str, ...], **maps: dict[str, str]) -> list[tuple[str, str, str]]:
    matched = match(table(*left, name="L"), table(*right, name="R"), **maps)
    return list(zip(matched.left.attributes, matched.right_names, matched.how, strict=True))


def test_case_blanks_and_punctuation_do_not_part_names() -> None:
    left = ("Petal Length (cm)", "Größe", "ALCOHOL", "x")
    right = ("x", "alcohol", "petal_length.cm", "GRÖSSE")
    assert matches(left, right) == [
        ("Petal Length (cm)", "petal_length.cm", "folded"),
        ("Größe", "GRÖSSE", "folded"),
        ("ALCOHOL", "alcohol", "folded"),
        ("x", "x", "exact"),
    ]


def test_a_fold_that_two_names_share_is_left_alone() -> None:
    assert matches(("Age", "AGE", "x"), ("age", "x")) == [("x", "x", "exact")]
    assert matches(("age", "x"), ("Age", "AGE", "x")) == [("x", "x", "exact")]
    matched = match(table("a.b", "a b", "x"), table("a.b", "a_b", "x"))
    assert matched.left.attributes == ("a.b", "x")
    assert (matched.left_unmatched, matched.right_unmatched) == (("a b",), ("a_b",))


def test_a_map_takes_the_doubt_from_a_fold() -> None:
    found = matches(("Age", "AGE"), ("age", "Age."), attribute_map={"age": "AGE"})
    assert found == [("Age", "Age.", "folded"), ("AGE", "age", "map")]


def test_signs_and_parted_numbers_keep_names_apart() -> None:
    assert folded("CD4+") != folded("CD4-")
    assert folded("x<1") != folded("x>1")
    assert folded("band 1.5") != folded("band 15")
    assert folded("band 1.5") == folded("Band_1-5")
    assert matches(("CD4+", "x"), ("cd4-", "x")) == [("x", "x", "exact")]
    assert matches(("%", "x"), ("#", "x")) == [("x", "x", "exact")]  # nothing is left of either name


def test_any_one_to_one_map_is_taken_and_says_what_it_assumes() -> None:
    hypothesis = {"BRCA1": "sensor 1", "alcohol": "Alcohol"}
    matched = match(table("sensor 1", "Alcohol", "y"), table("BRCA1", "alcohol", "y"), attribute_map=hypothesis)
    assert matched.how == ("assumed", "map", "exact")
    assert matched.assumed == (("sensor 1", "BRCA1"),)


def test_an_unknown_name_in_the_map_is_answered_with_the_nearest() -> None:
    with refused("attribute-map-unknown", name="alcool", nearest="alcohol", table="R"):
        matches(("x", "alcohol"), ("x", "alcohol"), attribute_map={"alcool": "x"})
    with refused("attribute-map-unknown"):
        matches(("x", "alcohol"), ("x", "alcohol"), attribute_map={"qqqqqqq": "x"})


def test_nearest() -> None:
    assert nearest("Petal.Lenght", ["sepal_width", "petal length"]) == "petal length"
    assert nearest("zz", ["alcohol"]) is None
    assert nearest("zz", []) is None


NAMES = st.lists(st.text("aAbB1 ._-+é", min_size=1, max_size=4), min_size=1, max_size=6, unique=True)


@given(NAMES, NAMES)
def test_matches_are_one_to_one_and_swap_with_the_tables(left: list[str], right: list[str]) -> None:
    found = matches((*left, "same"), (*right, "same"))
    assert len({a for a, _, _ in found}) == len({b for _, b, _ in found}) == len(found)
    assert {(b, a, how) for a, b, how in found} == set(matches((*right, "same"), (*left, "same")))
    for a, b, how in found:
        assert (a == b) == (how == "exact")
        assert folded(a) == folded(b)
    assert set(left) & set(right) <= {a for a, _, _ in found}


@given(st.text("aA1 ._-+éß½"))
def test_folding_twice_changes_nothing_more(name: str) -> None:
    assert folded(folded(name)) == folded(name)
    assert words(words(name)) == words(name)
