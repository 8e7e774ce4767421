"""Pruning of trees of one table, beside an oracle that tries every subtree of small ones."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.errors import InvalidParameterError
from ksdt_core.pruning import learned_cuts
from ksdt_core.pruning.learned_errors import leaves_below, node_errors
from ksdt_core.trees.learned_tree import LearnedTree, branches, cut_at, links
from ksdt_core.trees.tree import LEAF, Tree
from tests.refusals import refused


@st.composite
def small_trees(draw, most=5):
    """A tree of up to five splits, each into two or three, with training and held-out rows at its leaves."""
    nodes, leaves = [[LEAF, LEAF, LEAF, False]], [0]  # attribute, left, right, whether it continues a chain

    def split(node):
        nodes[node][:3] = [0, len(nodes), len(nodes) + 1]
        nodes.extend([[LEAF, LEAF, LEAF, False] for _ in range(2)])
        return nodes[node][1:3]

    for _ in range(draw(st.integers(0, most))):
        first, last = split(leaves.pop(draw(st.integers(0, len(leaves) - 1))))
        leaves.append(first)
        if draw(st.booleans()):
            nodes[last][3] = True
            leaves += split(last)
        else:
            leaves.append(last)
    attribute, left, right, continues = (np.array(column) for column in zip(*nodes, strict=True))
    counts, held = np.zeros((len(nodes), 2)), np.zeros((len(nodes), 2))
    for node in reversed(range(len(nodes))):
        for rows in (counts, held):
            is_leaf = attribute[node] == LEAF
            rows[node] = draw(st.tuples(*[st.integers(0, 6)] * 2)) if is_leaf else rows[left[node]] + rows[right[node]]
    return LearnedTree(plain_tree(attribute, left, right, counts), continues, counts, held)


def plain_tree(attribute, left, right, counts):
    n_nodes = len(attribute)
    threshold = np.where(np.array(attribute) == LEAF, np.nan, np.arange(n_nodes, dtype=float))
    ints = (np.array(each, dtype=np.int32) for each in (attribute, [-1] * n_nodes, left, right, counts.argmax(axis=1)))
    attribute, category, left, right, label = ints
    return Tree(("a",), (None,), ("x", "y"), attribute, threshold, category, left, right, label)


def every_cut(learned):
    """All sets of splits that can become leaves, none below another."""
    children = branches(learned)
    found = []
    for flags in product([False, True], repeat=len(children)):
        cut = {node for node, flag in zip(children, flags, strict=True) if flag}
        below = {inner for node in cut for inner in children if inner != node and _is_below(children, inner, node)}
        if not cut & below:
            found.append(tuple(sorted(cut)))
    return found


def _is_below(children, node, top):
    waiting = list(children[top])
    while waiting:
        at = waiting.pop()
        if at == node:
            return True
        waiting += children.get(at, ())
    return False


def wrong(learned, cut, rows):
    return sum(rows[leaf].sum() - rows[leaf, learned.tree.label[leaf]] for leaf in leaves_below(branches(learned), cut))


def n_nodes_of(learned, cut):
    return cut_at(learned, cut).n_nodes


@settings(max_examples=40)
@given(small_trees())
def test_nodes_plus_errors_is_the_smallest_of_all_subtrees(learned):
    found = learned_cuts.size_plus_errors(learned)
    best = min(n_nodes_of(learned, cut) + wrong(learned, cut, learned.counts) for cut in every_cut(learned))
    assert n_nodes_of(learned, found) + wrong(learned, found, learned.counts) == pytest.approx(best)


@settings(max_examples=40)
@given(small_trees(), st.integers(1, 9))
def test_the_description_in_bits_is_the_shortest_of_all_subtrees(learned, n_attributes):
    as_leaf, as_test = learned_cuts.node_bits(learned, n_attributes=n_attributes)

    def bits(cut):
        children = branches(learned)
        leaves = leaves_below(children, cut)
        kept = [node for node in children if all(not _is_below(children, node, top) for top in cut) and node not in cut]
        return sum(as_leaf[leaf] for leaf in leaves) + sum(as_test[node] for node in kept)

    found = learned_cuts.description_length(learned, n_attributes=n_attributes)
    assert bits(found) == pytest.approx(min(map(bits, every_cut(learned))))


@settings(max_examples=40)
@given(small_trees(), st.floats(0, 0.5))
def test_cost_complexity_is_the_cheapest_of_all_subtrees(learned, alpha):
    n_rows = max(learned.counts[0].sum(), 1)

    def cost(cut):
        return wrong(learned, cut, learned.counts) / n_rows + alpha * len(leaves_below(branches(learned), cut))

    found = learned_cuts.cost_complexity(learned, alpha)
    cuts = every_cut(learned)
    assert cost(found) == pytest.approx(min(map(cost, cuts)))
    equal = [cut for cut in cuts if cost(cut) <= cost(found) + 1e-12]
    assert len(leaves_below(branches(learned), found)) == min(
        len(leaves_below(branches(learned), cut)) for cut in equal
    )


@settings(max_examples=40)
@given(small_trees())
def test_trees_of_the_curve_are_nested_and_each_is_the_best_of_its_size(learned):
    points = learned_cuts.size_curve(learned)
    leaves = [point.leaves for point in points]
    assert leaves == sorted(set(leaves), reverse=True)
    assert (leaves[0], leaves[-1]) == (learned.n_leaves, 1), "from the grown tree, where it overfits, to the root alone"
    rows = max(learned.counts[0].sum(), 1)
    for point in points:
        least = min(
            wrong(learned, cut, learned.counts)
            for cut in every_cut(learned)
            if len(leaves_below(branches(learned), cut)) <= point.leaves
        )
        assert point.training * rows == pytest.approx(least)
    for larger, smaller in pairwise(points):
        assert all(
            node in smaller.cut or any(_is_below(branches(learned), node, top) for top in smaller.cut)
            for node in larger.cut
        )


@settings(max_examples=40)
@given(small_trees())
def test_reduced_error_prunes_the_best_split_first_until_each_would_harm(learned):
    """The definition, step by step on whole trees."""
    if not learned.held_out[0].sum():
        return
    children, cut = branches(learned), ()
    while True:
        left = [node for node in children if node not in cut and all(not _is_below(children, node, top) for top in cut)]
        if not left:
            break
        now = wrong(learned, cut, learned.held_out)

        def after(node, cut=cut):
            inside = [top for top in cut if not _is_below(children, top, node)]
            return tuple(sorted([*inside, node]))

        best = min(
            left,
            key=lambda node: (wrong(learned, after(node), learned.held_out) - now, -_size(children, node, cut), node),
        )
        if wrong(learned, after(best), learned.held_out) > now:
            break
        cut = after(best)
    assert learned_cuts.reduced_error(learned) == cut


def _size(children, node, cut):
    if node not in children or node in cut:
        return 0
    return sum(1 + _size(children, child, cut) for child in children[node])


def test_without_held_out_rows_it_says_how_to_have_some():
    counts = np.array([[3.0, 1.0]])
    learned = LearnedTree(plain_tree([LEAF], [LEAF], [LEAF], counts), np.zeros(1, dtype=bool), counts)
    assert node_errors(learned).training.tolist() == [1]
    assert links(learned, 0) == [0]
    with refused("learned-without-held-out-rows", InvalidParameterError, method="reduced-error"):
        learned_cuts.reduced_error(learned)
