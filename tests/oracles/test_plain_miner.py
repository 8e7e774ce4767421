"""The plain miner on tables small enough to be mined with pencil and paper."""

from __future__ import annotations

import math

import pytest

from tests.oracles.plain_miner import mine
from tests.oracles.plain_rows import PlainPair
from tests.oracles.plain_splits import attr_set, best_gain, midpoint
from tests.pairs_by_hand import pair_of


def splits_made(tree):
    """The tests of a tree in the order in which they were made."""
    inner = sorted((node for node in tree.nodes if node.attribute is not None), key=lambda node: node.left)
    return [(node.attribute, node.category or node.threshold) for node in inner]


SIMPLE = pair_of(([[1], [2], [3], [4]], [0, 0, 1, 1]), ([[1.5], [2.5], [3.5], [4.5]], [0, 0, 1, 1]))


def test_one_split_that_parts_both_tables():
    """Values 1 1.5 2 2.5 | 3 3.5 4 4.5 of classes 0 0 0 0 | 1 1 1 1: the midpoint 2.75 has gain 1 and DSN 1."""
    result = mine(SIMPLE, method="single", weights=(0.5, 0.5))
    (tree,) = result.trees
    root, yes, no = tree.nodes
    assert (root.attribute, root.threshold, root.threshold_left, root.threshold_right) == ("a0", 2.75, 2.75, 2.75)
    assert (root.cdv_left, yes.cdv_left, no.cdv_right) == ([2, 2], [2, 0], [0, 2])
    assert (root.label, yes.label, no.label) == (0, 0, 1)  # 4 : 4 at the root goes to the class listed first
    assert (root.level, yes.level, yes.parent, root.parent) == (1, 2, 0, None)
    assert (tree.sa, tree.ds, result.sdtsq, result.td) == (1, pytest.approx(1), pytest.approx(1), None)


def test_a_split_must_be_common():
    """1.25 and 4.25 leave a child of one table empty, so at most 1.75 can be cut off first.

    Left 1 | 2 3 4 and right 1.5 | 2.5 3.5 4.5 with the class changing below 1.75 only: gain is greatest at 1.75.
    """
    pair = pair_of(([[1], [2], [3], [4]], [0, 1, 1, 1]), ([[1.5], [2.5], [3.5], [4.5]], [0, 1, 1, 1]))
    assert splits_made(mine(pair, method="single", weights=(0.9, 0.1)).trees[0]) == [("a0", 1.75)]
    apart = pair_of(([[1], [2]], [0, 1]), ([[11], [12]], [1, 1]))
    leaf = mine(apart, method="single", weights=(0.5, 0.5)).trees[0]
    assert len(leaf.nodes) == 1
    assert leaf.nodes[0].label == 1  # three rows of class 1, one of class 0
    assert (leaf.accuracy_left, leaf.accuracy_right) == (0.5, 1.0)
    assert leaf.ds == pytest.approx(1 / math.sqrt(2))  # (1, 1) against (0, 2)


def test_every_number_of_a_small_tree():
    """Two attributes of values 0 and 1, left classes 0011 and right classes 0001.

    a0 = 0 takes left (2,0) and right (2,0), leaving (0,2) and (1,1): union (4,0) | (1,3),
    gain H(5/8) - 4/8·H(1/4) = 0.954434 - 0.405639 = 0.548795; DSN (1 + 1/√2)/2 = 0.853553.
    a1 = 0 takes left (1,1) and right (1,0), leaving (1,1) and (2,1): union (2,1) | (3,2),
    gain 0.954434 - 3/8·0.918296 - 5/8·0.970951 = 0.003229;
    DSN: (1,1)·(1,0) = 1/√2, (1,1)·(2,1) = 3/√10 = 0.948683, mean 0.827895.
    So a0 wins under any weights.
    """
    left = [[0, 0], [0, 1], [1, 0], [1, 1]]
    right = [[0, 0], [0, 1], [1, 1], [1, 1]]
    pair = pair_of((left, [0, 0, 1, 1]), (right, [0, 0, 0, 1]))
    result = mine(pair, method="single", weights=(0.5, 0.5), max_depth=1)
    root, yes, no = result.trees[0].nodes
    assert (root.attribute, root.threshold) == ("a0", 0.5)
    assert (yes.cdv_left, yes.cdv_right, no.cdv_left, no.cdv_right) == ([2, 0], [2, 0], [0, 2], [1, 1])
    # leaves say 0 and 1: left all right, right 3 of 4; DSN of the root (2,2)·(3,1) = 8/(√8·√10)
    assert (result.trees[0].accuracy_left, result.trees[0].accuracy_right) == (1.0, 0.75)
    ds = (8 / math.sqrt(80) + 1 + 1 / math.sqrt(2)) / 3
    assert result.ds == pytest.approx(ds)
    assert result.sdtsq == pytest.approx(min(0.75, ds) * (0.75 + ds) / 2)


def test_similarity_can_outweigh_gain():
    """a0 has the greater gain but unlike children, a1 the smaller gain and like children.

    Left classes 0 0 1 1, right classes 0 0 1 1. a0 ≤ .5 takes left (2,1), right (1,0): union (3,1) | (1,3),
    gain 1 - H(1/4) = 0.188722; DSN (2,1)·(1,0) = 2/√5 = 0.894427 and (0,1)·(1,2) = 2/√5.
    a1 ≤ .5 takes (1,1) and (1,1): gain 0, DSN 1 and 1.
    Scores at (w, 1-w): a0 0.188722 w + 0.894427 (1-w), a1 1-w: a0 wins where 0.188722 w > 0.105573 (1-w), w > 0.3587.
    """
    left = [[0, 0], [0, 1], [0, 0], [1, 1]]
    right = [[0, 0], [1, 1], [1, 0], [1, 1]]
    pair = pair_of((left, [0, 0, 1, 1]), (right, [0, 0, 1, 1]))
    for w, expected in ((0.35, "a1"), (0.36, "a0")):
        result = mine(pair, method="single", weights=(w, 1 - w), max_depth=1)
        assert splits_made(result.trees[0]) == [(expected, 0.5)]


TWINS = pair_of(
    ([[1, 1, 5], [2, 2, 5], [3, 3, 5], [4, 4, 5]], [0, 0, 1, 1]),
    ([[1, 1, 6], [2, 2, 6], [3, 3, 6], [4, 4, 6]], [0, 0, 1, 1]),
)


@pytest.mark.parametrize("method", ["parallel", "sequential"])
def test_the_second_tree_takes_the_other_of_two_equal_attributes(method):
    """First tree: a tie goes to a0. Second: a0 would differ from it by 0, a1 by 1. Third: both by (0 + 1)/2."""
    result = mine(TWINS, k=3, method=method, weights=(0.3, 0.4, 0.3))
    assert [splits_made(tree) for tree in result.trees] == [[("a0", 2.5)], [("a1", 2.5)], [("a0", 2.5)]]
    assert result.tpd == [[0, pytest.approx(1), 0], [1, 0, 1], [0, pytest.approx(1), 0]]
    assert result.td == pytest.approx(4 / 6)


def test_the_third_tree_looks_at_the_aggregate_it_is_told_to():
    """Sequential, tests a0, a1, a0 as above; the fourth tree: a0 differs by 0 1 0, a1 by 1 0 1.

    avg: 1/3 against 2/3, so a1. avgmin of 2: 0 against 1/2, so a1. min: 0 against 0, so the earlier, a0.
    """
    for atd, ell, fourth in (("avg", 3, "a1"), ("avgmin", 2, "a1"), ("avgmin", 3, "a1"), ("min", 3, "a0")):
        result = mine(TWINS, k=4, method="sequential", weights=(0.3, 0.4, 0.3), atd=atd, ell=ell)
        expected = ["a0", "a1", "a0", fourth]
        assert [splits_made(tree)[0][0] for tree in result.trees] == expected


def test_parallel_counts_trees_without_a_split_as_others():
    """In the first turn the other trees have no split: each differs by 1, so ATD is 1 for every candidate.

    In its turn tree 2 faces tree 1 (tests a0) and tree 3 (no split): a0 has differences 0 and 1, a1 has 1 and 1.
    """
    result = mine(TWINS, k=3, weights=(0.3, 0.4, 0.3), atd="min")
    # tree 3 by min: a0 differs by 0 from tree 1, a1 by 0 from tree 2: a tie that a0 wins
    assert [splits_made(tree)[0][0] for tree in result.trees] == ["a0", "a1", "a0"]


STAIRS = [[float(i)] for i in range(8)]


def test_depth_first_goes_down_the_left_side_and_breadth_first_goes_by_level():
    """Classes 0 1 0 0 2 0 2 2 by value: the nodes of depth 3 come in an order that the traversal decides."""
    classes = [0, 1, 0, 0, 2, 0, 2, 2]
    pair = pair_of((STAIRS, classes), (STAIRS, classes), class_names=("a", "b", "c"))
    made = {
        traversal: mine(pair, method="single", weights=(0.9, 0.1), traversal=traversal).trees[0]
        for traversal in ("depth", "breadth")
    }
    # root: 0 1 0 0 | 2 0 2 2 has gain 1.405639 - (.811278 + .811278)/2 = 0.594361;
    # 0 1 0 0 2 0 | 2 2: 1.405639 - 6/8·1.251629 = 0.466917; no other cut comes near
    # left: 0 1 | 0 0 (0.811278 - 1/2 = 0.311278) beats 0 | 1 0 0 (0.122556); right: 2 0 | 2 2 likewise
    assert splits_made(made["depth"]) == [("a0", 3.5), ("a0", 1.5), ("a0", 0.5), ("a0", 5.5), ("a0", 4.5)]
    assert splits_made(made["breadth"]) == [("a0", 3.5), ("a0", 1.5), ("a0", 5.5), ("a0", 0.5), ("a0", 4.5)]
    depth, breadth = made["depth"].nodes, made["breadth"].nodes
    assert [node.parent for node in depth] == [None, 0, 0, 1, 1, 3, 3, 2, 2, 7, 7]
    assert [node.parent for node in breadth] == [None, 0, 0, 1, 1, 2, 2, 3, 3, 5, 5]
    assert made["depth"].sa == 1.0


def test_trees_take_turns():
    """Two trees on one attribute: each splits the root in the first round, each its left child in the second."""
    classes = [0, 1, 0, 0, 2, 0, 2, 2]
    pair = pair_of((STAIRS, classes), (STAIRS, classes), class_names=("a", "b", "c"))
    result = mine(pair, k=2, weights=(0.8, 0.1, 0.1))
    assert [len(tree.nodes) for tree in result.trees] == [11, 11]
    assert result.td == pytest.approx(0)


def test_depth_bound_and_size_bound():
    classes = [0, 1, 0, 0, 2, 0, 2, 2]
    pair = pair_of((STAIRS, classes), (STAIRS, classes), class_names=("a", "b", "c"))

    def n_nodes(**bounds):
        return len(mine(pair, method="single", weights=(0.9, 0.1), **bounds).trees[0].nodes)

    assert [n_nodes(max_depth=depth) for depth in (1, 2, 3, 0)] == [3, 7, 11, 11]
    # a node of exactly min_size rows may be split, one of fewer may not
    assert [n_nodes(min_size=size) for size in (2, 2.5, 4, 5, 8, 8.5)] == [11, 7, 7, 3, 3, 1]


def test_a_row_of_weight_w_counts_w_times():
    heavy = pair_of(
        ([[1], [2], [3], [4]], [0, 0, 1, 1]), ([[1], [2], [3], [4]], [0, 0, 1, 1]), weights=([1, 2, 1, 3], [1, 1, 1, 1])
    )
    copied = pair_of(([[1], [2], [2], [3], [4], [4], [4]], [0, 0, 0, 1, 1, 1, 1]), ([[1], [2], [3], [4]], [0, 0, 1, 1]))
    by_weight = mine(heavy, method="single", weights=(0.5, 0.5))
    assert by_weight == mine(copied, method="single", weights=(0.5, 0.5))
    assert by_weight.trees[0].nodes[0].cdv_left == [3, 4]


def test_a_categorical_attribute_is_tested_value_by_value():
    """colour = green parts class 1 (2 of 2 in each table) from the rest; blue and red have less gain."""
    left = ([[0], [1], [2], [1]], [0, 1, 0, 1])
    right = ([[2], [1], [0], [1]], [0, 1, 0, 1])
    pair = pair_of(left, right, attributes=["colour"], categories=(("blue", "green", "red"),))
    root, yes, no = mine(pair, method="single", weights=(0.5, 0.5)).trees[0].nodes
    assert (root.attribute, root.category, root.threshold) == ("colour", "green", None)
    assert (yes.cdv_left, no.cdv_left) == ([0, 2], [2, 0])


def test_thresholds_in_each_tables_own_units():
    """Rank scale of 4 rows: 1/5 .. 4/5 in both tables. The cut lies between ranks 2 and 3, at 0.5.

    Left values 10 20 40 80: own threshold 30. Right values -1 -2 -3 -4 (class reversed): between -3 and -2.
    """
    pair = pair_of(([[10], [20], [40], [80]], [0, 0, 1, 1]), ([[-1], [-2], [-3], [-4]], [1, 1, 0, 0]), scale="rank")
    root = mine(pair, method="single", weights=(0.5, 0.5)).trees[0].nodes[0]
    assert root.threshold == pytest.approx(0.5)
    assert (root.threshold_left, root.threshold_right) == (30.0, -2.5)


def test_attr_set_by_hand():
    """Left gains: a0 0 (constant), a1 1, a2 0.311; ranks 2 0 1. Right gains: a0 1, a1 0.311, a2 0; ranks 0 1 2.

    Sums 2 1 3: one attribute is a1, two are a0 and a1.
    """
    left = [[5, 1, 1], [5, 2, 2], [5, 3, 2], [5, 4, 2]]
    right = [[1, 1, 7], [2, 2, 7], [3, 2, 7], [4, 2, 7]]
    pair = PlainPair.of(pair_of((left, [0, 0, 1, 1]), (right, [0, 0, 1, 1])))
    assert [best_gain(pair, pair.left, a) for a in range(3)] == pytest.approx([0, 1, 0.311278], abs=1e-6)
    assert [best_gain(pair, pair.right, a) for a in range(3)] == pytest.approx([1, 0.311278, 0], abs=1e-6)
    assert [attr_set(pair, share) for share in (0.01, 1 / 3, 0.34, 2 / 3, 1.0, None)] == [
        [1], [1], [0, 1], [0, 1], [0, 1, 2], [0, 1, 2]
    ]  # fmt: skip


def test_equal_rank_sums_go_in_column_order():
    """Two attributes that swap their ranks: a0 is kept."""
    left, right = [[1, 1], [2, 2], [3, 2], [4, 2]], [[1, 1], [2, 2], [2, 3], [2, 4]]
    pair = PlainPair.of(pair_of((left, [0, 0, 1, 1]), (right, [0, 0, 1, 1])))
    assert attr_set(pair, 0.5) == [0]


def test_roots_bind_the_root_alone_and_need_not_be_in_attr_set():
    """a1 is no candidate (AttrSet of half the attributes is a0), yet the root tests it; below it only a0 is used."""
    left = [[1, 0], [2, 1], [3, 0], [4, 1]]
    pair = pair_of((left, [0, 0, 1, 1]), (left, [0, 0, 1, 1]))
    free = mine(pair, method="single", weights=(0.5, 0.5), attr_fraction=0.5)
    assert splits_made(free.trees[0]) == [("a0", 2.5)]
    bound = mine(pair, method="single", weights=(0.5, 0.5), attr_fraction=0.5, roots=("a1",))
    assert splits_made(bound.trees[0]) == [("a1", 0.5), ("a0", 2.0), ("a0", 3.0)]


def test_an_excluded_attribute_is_as_if_it_were_not_there():
    left = [[1, 0], [2, 1], [3, 0], [4, 1]]
    pair = pair_of((left, [0, 0, 1, 1]), (left, [0, 0, 1, 1]))
    result = mine(pair, k=2, weights=(0.4, 0.3, 0.3), exclude=("a0",), attr_fraction=0.5)
    assert [splits_made(tree) for tree in result.trees] == [[("a1", 0.5)]] * 2


def test_level_counts_tell_a_deep_test_from_a_shallow_one():
    """Two bits part four classes. Tree 1 tests a0, then a1 twice at level 2; tree 2 the other way round.

    lnc: (1, 2/2) and (2/2, 1), the same; llc: (1 0 / 0 2) and (0 1 / 2 0), nothing in common.
    """
    rows, classes = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 2, 3]
    pair = pair_of((rows * 2, classes * 2), (rows * 2, classes * 2), class_names=("a", "b", "c", "d"))
    for aus, difference in (("lnc", 0.0), ("llc", 1.0)):
        result = mine(pair, k=2, weights=(0.1, 0.1, 0.8), aus=aus)
        roots = [splits_made(tree)[0][0] for tree in result.trees]
        assert roots == ["a0", "a1"]
        assert result.td == pytest.approx(difference)


def test_midpoints_of_neighbouring_floats():
    small = 1.0
    large = math.nextafter(small, 2)
    assert midpoint(small, large) == small
    after = math.nextafter(large, 2)
    assert midpoint(large, after) == large  # half-way rounds to the even one, which is the larger
    assert midpoint(1e308, 1.7e308) == pytest.approx(1.35e308)
    assert midpoint(-3, 4) == 0.5
