"""TPD, TD and ATD by hand, with the cases the paper leaves open."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ksdt_core.measures.diversity import (
    aggregate_tree_difference,
    difference_matrix,
    tree_diversity,
    tree_pair_difference,
)
from ksdt_core.measures.usage import attribute_usage
from tests.measures.trees_by_hand import tree_of

usages = hnp.arrays(np.float64, 5, elements=st.one_of(st.just(0.0), st.floats(0.01, 8)))


def test_difference_is_one_minus_the_cosine():
    assert tree_pair_difference(np.array([1.0, 1, 0]), np.array([0.0, 1, 0])) == pytest.approx(1 - 1 / math.sqrt(2))
    assert tree_pair_difference(np.array([1.0, 0, 0]), np.array([0.0, 1, 2])) == 1.0


def test_trees_with_no_split():
    none, some = np.zeros(3), np.array([0.0, 1, 0])
    assert tree_pair_difference(none, some) == tree_pair_difference(some, none) == 1.0
    assert tree_pair_difference(none, none) == 0.0


def test_the_shorter_level_list_is_padded_by_zero_rows():
    tall = attribute_usage(tree_of((0, (1, (2, "-", "-"), "-"), "-")), "llc")
    short = attribute_usage(tree_of((0, (1, "-", "-"), "-")), "llc")
    assert tree_pair_difference(tall, short) == pytest.approx(1 - 2 / math.sqrt(3 * 2))
    assert tree_pair_difference(short, tall) == tree_pair_difference(tall, short)
    stump, leaf = attribute_usage(tree_of((0, "-", "-")), "llc"), attribute_usage(tree_of("-"), "llc")
    assert tree_pair_difference(stump, leaf) == 1.0
    assert tree_pair_difference(leaf, leaf) == 0.0


@given(usages, usages)
def test_difference_is_symmetric_between_0_and_1_and_0_to_itself(a, b):
    assert tree_pair_difference(a, b) == tree_pair_difference(b, a)
    assert 0 <= tree_pair_difference(a, b) <= 1
    assert tree_pair_difference(a, a) == 0


def test_difference_matrix_and_diversity():
    matrix = difference_matrix([np.array([1.0, 0]), np.array([0.0, 1]), np.array([1.0, 1])])
    near = 1 - 1 / math.sqrt(2)
    assert matrix == pytest.approx(np.array([[0, 1, near], [1, 0, near], [near, near, 0]]))
    assert tree_diversity(matrix) == pytest.approx((1 + 2 * near) / 3)


def test_one_tree_has_no_diversity():
    assert tree_diversity(np.zeros((1, 1))) is None


@pytest.mark.parametrize(
    ("how", "ell", "expected"),
    [("avgmin", 3, 0.3), ("avgmin", 2, 0.2), ("avgmin", 9, 0.475), ("avg", 3, 0.475), ("min", 3, 0.1)],
)
def test_aggregate_tree_difference_by_hand(how, ell, expected):
    assert aggregate_tree_difference([0.5, 0.1, 1.0, 0.3], how, ell=ell) == pytest.approx(expected)


@pytest.mark.parametrize("how", ["avgmin", "avg", "min"])
def test_a_tree_alone_differs_by_1(how):
    assert aggregate_tree_difference([], how) == 1.0
