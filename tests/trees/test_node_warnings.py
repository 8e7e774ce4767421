"""Warnings at nodes: each has a table that triggers it and one that does not."""

from __future__ import annotations

import re
from dataclasses import replace
from statistics import NormalDist

from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.figures.figure_svg import figure_svg
from ksdt_core.trees.node_warnings import NodeWarning, node_warnings, warning_words
from ksdt_core.trees.text import tree_lines
from tests.formats import made
from tests.formats.made import Leaf, Split, shared_tree

COUNTS = st.integers(1, 60)


def test_a_leaf_that_is_not_the_majority_of_one_table_is_marked_on_that_side(approved):
    shared = shared_tree(Split("age", 1.5, Leaf([20, 5], [7, 9]), Leaf([2, 20], [3, 12])))
    assert node_warnings(shared) == {1: NodeWarning(minority=(False, True))}
    (words,) = warning_words(node_warnings(shared)[1], shared, 1, ("one", "two"))
    approved(words)


def test_the_largest_of_three_classes_is_not_called_most_rows():
    shared = shared_tree(Split("age", 1.5, Leaf([9, 2, 1], [5, 6, 5]), Leaf([2, 9, 3], [3, 9, 2])))
    (words,) = warning_words(node_warnings(shared)[1], shared, 1, ("one", "two"))
    assert "most rows" not in words
    assert words.endswith(shared.tree.class_names[1])


def test_a_leaf_with_a_tie_or_a_majority_in_both_is_not():
    shared = shared_tree(Split("age", 1.5, Leaf([20, 5], [8, 8]), Leaf([2, 20], [3, 12])))
    assert node_warnings(shared) == {}


def test_a_split_that_sends_different_shares_is_marked():
    shared = shared_tree(Split("age", 1.5, Leaf([40, 5], [10, 1]), Leaf([2, 20], [3, 50])))
    assert node_warnings(shared) == {0: NodeWarning(passing=(45 / 67, 11 / 64))}
    words = warning_words(node_warnings(shared)[0], shared, 0, ("one", "two"))
    assert len(words) == 1
    assert re.findall(r"(\d+)\s% of (\w+)", words[0]) == [("67", "one"), ("17", "two")]


def test_few_rows_or_like_shares_are_not():
    few = shared_tree(Split("age", 1.5, Leaf([4, 1], [1, 0]), Leaf([1, 1], [1, 3])))
    alike = shared_tree(Split("age", 1.5, Leaf([400, 50], [350, 40]), Leaf([20, 200], [30, 250])))
    assert node_warnings(few) == node_warnings(alike) == {}


def test_nothing_is_said_of_rows_that_are_not_known():
    """An older document counts balanced copies only: "77 % of smart pass the test" was a share of copies."""
    shared = shared_tree(Split("age", 1.5, Leaf([40, 5], [10, 1]), Leaf([2, 20], [3, 50])))
    assert node_warnings(shared)
    assert node_warnings(replace(shared, rows_known=False)) == {}


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_uneven_ways_are_those_of_the_plain_test(k_left, rest_left, k_right, rest_right):
    shared = shared_tree(Split("age", 1.5, Leaf([k_left, 1], [k_right, 1]), Leaf([1, rest_left], [1, rest_right])))
    n = (k_left + rest_left + 2, k_right + rest_right + 2)
    shares = ((k_left + 1) / n[0], (k_right + 1) / n[1])
    together = (k_left + k_right + 2) / sum(n)
    z = abs(shares[0] - shares[1]) / (together * (1 - together) * (1 / n[0] + 1 / n[1])) ** 0.5
    expected = abs(shares[0] - shares[1]) >= 0.2 and 2 * NormalDist().cdf(-z) < 0.05
    assert (0 in node_warnings(shared)) == expected


def test_both_stand_in_the_text_and_in_the_figure_with_its_key():
    shared = shared_tree(Split("age", 1.5, Leaf([40, 5], [5, 6]), Leaf([2, 20], [3, 50])))
    lines = tree_lines(shared)
    assert [line.count("!") for line in lines] == [0, 1, 1, 0]
    svg = figure_svg(made.tree_set([shared]), trees=[0])
    assert svg.count('class="warning"') == 1
    assert ">!45<" in svg
    assert "! at a leaf" in svg
    assert "! at a split" in svg


def test_a_figure_without_warnings_does_not_explain_them():
    shared = shared_tree(Split("age", 1.5, Leaf([400, 50], [350, 40]), Leaf([20, 200], [30, 250])))
    assert "! at" not in figure_svg(made.tree_set([shared]), trees=[0])
