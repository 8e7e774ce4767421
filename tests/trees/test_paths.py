"""Walking the paths of a tree."""

from __future__ import annotations

import numpy as np

from ksdt_core.trees.paths import tightest_tests, walk
from ksdt_core.trees.tree import Tree


def chain(tests: list[tuple[int, float | int]], *, goes_left: list[bool]) -> Tree:
    """A tree that is one long path: test after test, each next one in the child that `goes_left` names.

    A test is an attribute and a threshold, or an attribute and the position of a value (an int).
    """
    n_nodes = 2 * len(tests) + 1
    attribute, threshold, category = np.full(n_nodes, -1), np.full(n_nodes, np.nan), np.full(n_nodes, -1)
    left, right = np.full(n_nodes, -1), np.full(n_nodes, -1)
    node = 0
    for number, ((tested, value), is_left) in enumerate(zip(tests, goes_left, strict=True)):
        attribute[node], left[node], right[node] = tested, 2 * number + 1, 2 * number + 2
        if isinstance(value, int):
            category[node] = value
        else:
            threshold[node] = value
        node = int(left[node] if is_left else right[node])
    whole = np.int32
    return Tree(
        attributes=("size", "colour"),
        categories=(None, ("blue", "green", "red")),
        class_names=("no", "yes"),
        attribute=attribute.astype(whole),
        threshold=threshold,
        category=category.astype(whole),
        left=left.astype(whole),
        right=right.astype(whole),
        label=np.zeros(n_nodes, dtype=whole),
    )


def test_every_node_is_met_once_the_left_child_first():
    tree = chain([(0, 5.0), (0, 3.0)], goes_left=[True, True])
    assert [node for node, _ in walk(tree)] == [0, 1, 3, 4, 2]
    assert dict(walk(tree))[4] == ((0, True), (1, False))


def test_of_two_bounds_on_one_side_the_tighter_stays():
    tree = chain([(0, 5.0), (0, 3.0), (0, 1.0)], goes_left=[True, True, False])
    path = dict(walk(tree))[6]
    assert path == ((0, True), (1, True), (3, False))
    assert tightest_tests(tree, path) == ((1, True), (3, False))


def test_a_value_makes_excluded_values_idle():
    tree = chain([(1, 0), (1, 2)], goes_left=[False, True])
    path = dict(walk(tree))[3]
    assert path == ((0, False), (2, True))
    assert tightest_tests(tree, path) == ((2, True),)


def test_two_excluded_values_both_stay():
    tree = chain([(1, 0), (1, 2)], goes_left=[False, False])
    assert tightest_tests(tree, dict(walk(tree))[4]) == ((0, False), (2, False))


def test_deep_trees_are_walked_without_recursion():
    tree = chain([(0, float(-i)) for i in range(3000)], goes_left=[True] * 3000)
    assert sum(1 for _ in walk(tree)) == 6001


def test_a_bound_that_says_less_than_an_earlier_one_is_idle():
    """A tree from elsewhere may ask whether size ≤ 9 of rows with size ≤ 5: that must not widen the path."""
    tree = chain([(0, 5.0), (0, 9.0)], goes_left=[True, True])
    assert tightest_tests(tree, dict(walk(tree))[3]) == ((0, True),)
    tree = chain([(0, 5.0), (0, 2.0)], goes_left=[False, False])
    assert tightest_tests(tree, dict(walk(tree))[4]) == ((0, False),)
