"""Trees and rules as text, by hand; names cannot steer the terminal."""

from __future__ import annotations

import re
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.text import printable
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames, rule_sentences, tree_lines
from ksdt_core.trees.tree import Tree
from tests.formats import made

NAMES = TableNames("red wine", "white")


def test_a_tree_is_a_line_a_node(approved):
    head, *lines = tree_lines(made.shared_tree(made.FIRST), NAMES)
    counts = ["(12, 8) | (10, 10)", "(9, 1) | (7, 0)", "(3, 7) | (3, 10)", "(1, 4) | (1, 6)", "(2, 3) | (2, 4)"]
    assert [line[line.index("(") :].partition("  ")[0] for line in lines] == counts
    approved("\n".join((head, *lines)))


def test_each_path_is_a_rule_with_evidence_from_both_tables(approved):
    said = rule_sentences(made.shared_tree(made.FIRST), NAMES)
    numbers = [re.findall(r"(\d+) of (\d+)", rule) for rule in said]
    assert numbers == [[("9", "10"), ("7", "7")], [("4", "5"), ("6", "7")], [("3", "5"), ("4", "6")]]
    approved("\n".join(said))


def test_a_scaled_threshold_is_given_in_both_units(approved):
    shared = made.scaled_set().trees[0]
    head, _, line, *_ = tree_lines(shared, NAMES)
    assert "age ≤ 12.5 | 3000" in line
    assert "age > 12.5 | 3000" in rule_sentences(shared)[1]
    approved("\n".join((head, rule_sentences(shared)[1])))


def test_a_tree_with_no_split(approved):
    shared = made.rootless_set().trees[0]
    assert (len(tree_lines(shared)), len(rule_sentences(shared))) == (2, 1)
    approved("\n".join((tree_lines(shared)[1], *rule_sentences(shared))))


def test_a_rule_keeps_only_the_tightest_bounds():
    leaf = made.Leaf([1, 1], [1, 1])
    inner = made.Split("age", 3.0, made.Split("age", 2.0, leaf, leaf), leaf)
    rules = rule_sentences(made.shared_tree(made.Split("age", 5.0, inner, leaf)))
    assert [re.findall(r"age ([≤>] \d)", rule) for rule in rules] == [["≤ 2"], ["≤ 3", "> 2"], ["≤ 5", "> 3"], ["> 5"]]


def test_a_settled_category_makes_the_earlier_ones_idle():
    leaf = made.Leaf([1, 1], [1, 1])
    root = made.Split("colour", "blue", leaf, made.Split("colour", "green", leaf, leaf))
    rules = rule_sentences(made.shared_tree(root))
    tests = [re.findall(r"colour ([=≠] \w+)", rule) for rule in rules]
    assert tests == [["= blue"], ["= green"], ["≠ blue", "≠ green"]]


def test_a_tree_deeper_than_python_recurses():
    depth = 2000
    n_nodes = 2 * depth + 1
    inner = np.arange(0, n_nodes - 1, 2)  # each an age ≤ -depth with a leaf to its left
    attribute = np.full(n_nodes, -1, dtype=np.int32)
    left, right, threshold = attribute.copy(), attribute.copy(), np.full(n_nodes, np.nan)
    attribute[inner], left[inner], right[inner], threshold[inner] = 0, inner + 1, inner + 2, -inner
    counts = np.ones((n_nodes, 2), dtype=np.int64)
    tree = Tree(("age",), (None,), ("neg", "pos"), attribute, threshold, attribute, left, right, counts[:, 0] * 0)
    shared = SharedTree(tree, threshold, threshold, counts, counts, np.ones(n_nodes), 0.5, 0.5, 0.5, 1.0, 0.375)
    assert len(tree_lines(shared)) == n_nodes + 1
    assert len(rule_sentences(shared)) == depth + 1


def test_names_that_would_break_a_line_are_escaped():
    shared = made.shared_tree(made.SECOND)
    lines = tree_lines(shared, TableNames("a\x1b[2J", "b\r\nc")) + rule_sentences(
        shared, TableNames("a\x07", "b\u202e")
    )
    assert all(character.isprintable() for line in lines for character in line)
    assert r"a\x1b[2J | b\r\nc" in lines[0]
    assert any(r'size <&> "größe"\n ≤ −1.25' in line for line in lines)


@pytest.mark.parametrize("text", ["plain", "größe", "基因 3", "👩\u200d🔬", "no\u00a0break", "'quoted' \\ \"<&>", "אב"])
def test_harmless_names_stay_verbatim(text):
    assert printable(text) == text


@given(st.text(st.characters()))
def test_nothing_that_steers_a_terminal_is_left(text):
    shown = printable(text)
    unsafe = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert not [c for c in shown if unicodedata.category(c) in unsafe and c not in "\u200c\u200d"]
    assert len(shown.splitlines()) <= 1
    shown.encode("utf-8")
