"""Pruning methods on trees whose numbers can be computed on paper."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from ksdt_core.pruning.cost_complexity import cost_complexity_cut, node_errors
from ksdt_core.pruning.counting import NodeCounts
from ksdt_core.pruning.description_length import description_length, description_length_cut
from ksdt_core.pruning.reduced_error import reduced_error_cut
from tests.formats.made import Leaf, Split, shared_tree

#  age ≤ 30 ─ age ≤ 10 ─ (6, 0) | (3, 0)
#           │          └ (2, 2) | (2, 1)
#           └ (0, 10) | (1, 3)
TREE = shared_tree(
    Split("age", 30.0, Split("age", 10.0, Leaf([6, 0], [3, 0]), Leaf([2, 2], [2, 1])), Leaf([0, 10], [1, 3]))
)


def counts(left: list[list[int]], right: list[list[int]]) -> NodeCounts:
    return NodeCounts(np.array(left, dtype=np.int64), np.array(right, dtype=np.int64))


def test_the_tree_is_the_one_drawn():
    assert TREE.cdv_left.tolist()[0] == [8, 12]
    assert TREE.cdv_right.tolist()[0] == [6, 4]
    names = [TREE.tree.class_names[label] for label in TREE.tree.label.tolist()]
    assert sorted(names) == ["neg", "neg", "neg", "pos", "pos"]


def test_errors_and_alphas():
    """Root: 8 of 20 and 6 of 10 wrong. First child: 2 of 20 and 1 of 10, the same as its two leaves together."""
    leaves = [Fraction(0), (Fraction(2, 20) + Fraction(1, 10)) / 2, (Fraction(0, 20) + Fraction(1, 10)) / 2]
    errors = node_errors(TREE)
    assert errors[0] == Fraction(1, 2)
    assert sorted(errors)[:3] == sorted(leaves)[:3]
    cut = cost_complexity_cut(TREE, alpha=0.0, held_out=None)
    first_child = int(TREE.tree.left[0])
    assert cut.nodes == (first_child,), "its test changes no answer, so it goes at once"
    # From two leaves with error 0.15 to one with 0.5: g = 0.35.
    assert [(link.alpha, link.leaves, link.error) for link in cut.sequence] == [
        (0.0, 2, pytest.approx(0.15)),
        (pytest.approx(0.35), 1, 0.5),
    ]
    assert cost_complexity_cut(TREE, alpha=0.34, held_out=None).nodes == (first_child,)
    assert cost_complexity_cut(TREE, alpha=0.35, held_out=None).nodes == (0,)
    assert cut.before == cut.after == pytest.approx(0.15)
    assert cost_complexity_cut(TREE, alpha=None, held_out=None).alpha == 0.01


def test_bits():
    """Three attributes, two classes; the exceptions of a leaf are named by how many and which."""

    def exceptions(rows: int, wrong: int) -> float:
        return math.log2(rows + 1) + math.log2(math.comb(rows, wrong))

    def leaf(*sides: tuple[int, int]) -> float:
        return 1 + math.log2(2) + sum(exceptions(*side) for side in sides)

    upper, lower = 1 + math.log2(3) + math.log2(29), 1 + math.log2(3) + math.log2(15)
    last = leaf((10, 0), (4, 1))
    whole = upper + lower + leaf((6, 0), (3, 0)) + leaf((4, 2), (3, 1)) + last
    assert description_length(TREE, n_attributes=3) == pytest.approx(whole)
    cut = description_length_cut(TREE, n_attributes=3)
    candidates = {(): whole, (1,): upper + leaf((10, 2), (6, 1)) + last, (0,): leaf((20, 8), (10, 6))}
    first_child = int(TREE.tree.left[0])
    assert cut.after == pytest.approx(min(candidates.values())) == pytest.approx(candidates[(1,)])
    assert cut.nodes == (first_child,)
    dear = description_length_cut(TREE, n_attributes=10**9)
    assert dear.nodes == (0,), "where there is much to choose from, a test takes more bits than it saves"


class TestReducedError:
    """Two tests, three leaves; the root answers pos, the second test and what is below it neg, the last leaf pos."""

    def held_out(self, first: tuple[list[int], list[int]], second: tuple[list[int], list[int]]) -> NodeCounts:
        """Held-out rows at the leaf `age ≤ 10` and at the leaf beyond it, both tables; ten right ones at the last."""
        sides = []
        for one, two in zip(first, second, strict=True):
            node = {int(TREE.tree.left[0]): np.add(one, two), int(TREE.tree.right[0]): np.array([0, 10])}
            child = int(TREE.tree.left[0])
            node |= {int(TREE.tree.left[child]): np.array(one), int(TREE.tree.right[child]): np.array(two)}
            node[0] = np.add(node[child], [0, 10])
            sides.append([node[number].tolist() for number in range(5)])
        return counts(*sides)

    def test_a_test_that_answers_alike_on_both_sides_goes_first(self):
        cut = reduced_error_cut(TREE.tree, self.held_out(([5, 0], [5, 0]), ([0, 0], [0, 0])))
        assert cut.nodes == (int(TREE.tree.left[0]),)
        assert (cut.before, cut.after) == (1.0, 1.0)

    def test_a_split_that_misleads_goes(self):
        cut = reduced_error_cut(TREE.tree, self.held_out(([0, 5], [1, 4]), ([0, 0], [0, 0])))
        assert cut.nodes == (0,)
        assert cut.before == 10 / 15
        assert cut.after == 14 / 15

    def test_one_table_alone_cannot_decide(self):
        """Without the root's test the left table would gain and the right one lose: its accuracy is guarded."""
        cut = reduced_error_cut(TREE.tree, self.held_out(([0, 5], [5, 0]), ([0, 0], [0, 0])))
        assert cut.before == 10 / 15
        assert (cut.nodes, cut.after) == ((0,), 10 / 15)
        worse = reduced_error_cut(TREE.tree, self.held_out(([0, 5], [6, 0]), ([0, 0], [0, 0])))
        assert (worse.nodes, worse.after) == ((int(TREE.tree.left[0]),), 10 / 15)

    def test_what_another_node_frees_goes_in_the_next_round(self):
        """Of 20 rows a table, 10 and 8 are right. The first test costs the right table one: it stays. The second costs
        the left table two and gives the right one three: it goes. Now the first costs nothing that SA would see.
        """
        tree = shared_tree(
            Split(
                "age",
                30.0,
                Split("age", 10.0, Leaf([9, 0], [9, 0]), Leaf([0, 3], [0, 3])),
                Split("age", 50.0, Leaf([2, 0], [2, 0]), Leaf([0, 5], [0, 5])),
            )
        ).tree
        leaves = {3: ([4, 10], [3, 9]), 4: ([0, 0], [0, 1]), 5: ([2, 0], [0, 3]), 6: ([0, 4], [0, 4])}
        sides = []
        for side in (0, 1):
            node = {number: np.array(rows[side]) for number, rows in leaves.items()}
            node |= {1: node[3] + node[4], 2: node[5] + node[6]}
            node[0] = node[1] + node[2]
            sides.append([node[number].tolist() for number in range(7)])
        cut = reduced_error_cut(tree, counts(*sides))
        assert (cut.before, cut.after) == (8 / 20, 8 / 20)
        assert cut.nodes == (1, 2)
