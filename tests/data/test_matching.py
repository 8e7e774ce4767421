"""Which attribute is which and which class is which."""

from __future__ import annotations

import numpy as np
import pytest

from ksdt_core.data import match
from ksdt_core.data.matching.maps import parse_class_map
from ksdt_core.errors import InvalidDataError, Remedy
from tests.data.tables import table_of, texts_of
from tests.refusals import refused

LEFT = table_of("x y z", [(1, 2, 3, "bad"), (4, 5, 6, "good")], name="L")


def test_shared_attributes_in_the_order_of_the_left_table() -> None:
    right = table_of("q z x", [(0, 30, 10, "good"), (0, 60, 40, "bad")], name="R")
    matched = match(LEFT, right)
    assert matched.left.attributes == matched.right.attributes == ("x", "z")
    assert matched.left.values.tolist() == [[1, 3], [4, 6]]
    assert matched.right.values.tolist() == [[10, 30], [40, 60]]
    assert matched.how == ("exact", "exact")
    assert matched.right_names == ("x", "z")
    assert matched.left_unmatched == ("y",)
    assert matched.right_unmatched == ("q",)
    assert matched.right.classes.tolist() == [1, 0]


def test_an_attribute_map_goes_before_equal_names() -> None:
    right = table_of("x y u", [(10, 20, 30, "bad"), (40, 50, 60, "good")], name="R")
    matched = match(LEFT, right, attribute_map={"u": "x", "x": "z"})
    assert matched.left.attributes == ("x", "y", "z")
    assert matched.right_names == ("u", "y", "x")
    assert matched.right.values[0].tolist() == [30, 20, 10]
    assert matched.how == ("assumed", "exact", "assumed")


def test_an_attribute_whose_namesake_was_given_away_is_unmatched() -> None:
    right = table_of("x u", [(10, 30, "bad"), (40, 60, "good")], name="R")
    matched = match(LEFT, right, attribute_map={"u": "x"})
    assert matched.left.attributes == ("x",)
    assert matched.right_unmatched == ("x",)


@pytest.mark.parametrize(
    ("attribute_map", "reason"),
    [
        ({"x": "z", "y": "z"}, "attribute-map-twice"),
        ({"nothing": "x"}, "attribute-map-unknown"),
        ({"x": "nothing"}, "attribute-map-unknown"),
    ],
)
def test_attribute_maps_that_cannot_be(attribute_map: dict[str, str], reason: str) -> None:
    right = table_of("x y", [(1, 2, "bad"), (4, 5, "good")], name="R")
    with refused(reason):
        match(LEFT, right, attribute_map=attribute_map)


def test_a_class_map_renames_in_both_tables_and_may_merge() -> None:
    left = table_of("x", [(1, "died"), (2, "relapse"), (3, "well")], name="L")
    right = table_of("x", [(1, "Tumor"), (2, "Normal")], name="R")
    matched = match(
        left, right, class_map={"died": "bad", "relapse": "bad", "Tumor": "bad", "well": "good", "Normal": "good"}
    )
    assert matched.left.class_names == matched.right.class_names == ("bad", "good")
    assert matched.left.classes.tolist() == [0, 0, 1]
    assert matched.right.classes.tolist() == [0, 1]


def test_blanks_around_a_class_are_no_part_of_the_name_that_renames_it() -> None:
    left = table_of("x", [[1, " a"], [2, "b "], [3, " a"]])
    right = table_of("x", [[1, "a"], [2, "b"], [3, "b"]])
    with refused("classes-differ", only_left=(" a", "b "), only_right=("a", "b")):
        match(left, right)
    matched = match(left, right, class_map=parse_class_map("a= a,b=b "))
    assert matched.left.class_names == matched.right.class_names == ("a", "b")
    assert matched.left.classes.tolist() == [0, 1, 0]
    assert matched.renamed_classes == (("a", "a"), ("b", "b"))
    exact = match(left, right, class_map={" a": "a", "b ": "b"})
    assert exact.left.class_names == ("a", "b")


def test_a_class_map_may_swap_names() -> None:
    matched = match(LEFT, LEFT, class_map={"bad": "good", "good": "bad"})
    assert matched.left.class_names == ("bad", "good")
    assert matched.left.classes.tolist() == [1, 0]


def test_an_unknown_class_in_the_map() -> None:
    with refused("class-map-unknown", left="L", name="ugly", right="L"):
        match(LEFT, LEFT, class_map={"ugly": "bad"})


def test_different_classes_are_named_with_the_option() -> None:
    right = table_of("x", [(1, "no"), (4, "good")], name="R")
    with pytest.raises(InvalidDataError) as caught:
        match(LEFT, right)
    assert caught.value.code == "classes-guessed"
    assert caught.value.facts == {"left": "L", "right": "R", "only_left": ("bad",), "only_right": ("no",)}
    assert caught.value.remedies == (Remedy("class_map", ("no=bad",)),)


def test_one_class_is_not_enough() -> None:
    one = table_of("x", [(1, "a"), (4, "a")], name="R")
    with refused("one-class", name="a"):
        match(one, one)
    for left, right in ((LEFT, one), (one, LEFT)):  # a class map would not help
        with refused("one-class-in-table", table="R", name="a"):
            match(left, right)


def test_no_shared_attribute_names_some_of_both_and_the_option() -> None:
    right = table_of("a b c d e", [(1, 2, 3, 4, 5, "bad"), (1, 2, 3, 4, 5, "good")], name="R")
    with refused("no-shared-attributes", left_names=LEFT.attributes, right_names=tuple("abcde")):
        match(LEFT, right)


def test_values_of_both_tables_are_united_in_sorted_order() -> None:
    left = table_of("c n", [("red", 1, "a"), ("blue", 2, "b"), (None, 3, "b")])
    right = table_of("c n", [("green", 1, "a"), ("red", 2, "b")])
    matched = match(left, right)
    assert matched.left.categories == matched.right.categories == (("blue", "green", "red"), None)
    assert texts_of(matched.left) == ["red", "blue", None]
    assert texts_of(matched.right) == ["green", "red"]


def test_an_attribute_is_categorical_when_it_is_in_either_table() -> None:
    left = table_of("x", [(1, "a"), (2.5, "b"), (None, "b"), (10, "a")])
    right = table_of("x", [("many", "a"), ("10", "b"), ("2.5", "b")])
    matched = match(left, right)
    assert matched.left.categories == (("1", "10", "2.5", "many"),)
    assert texts_of(matched.left) == ["1", "2.5", None, "10"]
    assert texts_of(matched.right) == ["many", "10", "2.5"]
    swapped = match(right, left)
    assert texts_of(swapped.right) == ["1", "2.5", None, "10"]


def test_the_tables_given_are_not_changed() -> None:
    left = table_of("x", [(1, "a"), (2, "b")])
    right = table_of("x", [("u", "a"), ("v", "b")])
    before = left.fingerprint(), right.fingerprint()
    match(left, right, class_map={"a": "z"})
    assert (left.fingerprint(), right.fingerprint()) == before
    assert not match(left, right).left.values.flags.writeable


def test_a_table_that_matches_as_it_is_is_not_copied() -> None:
    assert np.shares_memory(match(LEFT, LEFT).left.values, LEFT.values)
