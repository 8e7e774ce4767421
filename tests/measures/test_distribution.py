"""CDV, DSN and DS by hand, and what must always hold of them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.measures.distribution import class_distribution, distribution_similarity, tree_similarity

counts = st.lists(st.integers(0, 300_000), min_size=3, max_size=3)


def test_class_distribution_counts_each_row_as_often_as_its_weight_says():
    cdv = class_distribution(np.array([2, 0, 2]), np.array([1, 5, 3]), 4)
    assert cdv.tolist() == [5, 0, 4, 0]
    assert cdv.dtype == np.int64


def test_class_distribution_of_no_rows_is_all_zero():
    assert class_distribution(np.empty(0, dtype=np.intp), np.empty(0, dtype=np.int64), 3).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ([3, 4], [4, 3], 24 / 25),
        ([1, 0], [0, 7], 0.0),
        ([1, 0], [1, 1], 1 / math.sqrt(2)),
        ([0, 0], [5, 1], 0.0),
        ([0, 0], [0, 0], 0.0),
        ([1, 2, 2], [2, 1, 2], 8 / 9),
    ],
)
def test_distribution_similarity_by_hand(left, right, expected):
    assert float(distribution_similarity(left, right)) == pytest.approx(expected, abs=1e-15)


def test_distribution_similarity_takes_all_nodes_at_once():
    dsn = distribution_similarity([[3, 4], [1, 0], [0, 0]], [[4, 3], [0, 7], [1, 1]])
    assert dsn.shape == (3,)
    assert dsn == pytest.approx([0.96, 0, 0])


@given(counts.filter(any), st.integers(1, 30), st.integers(1, 30))  # products that a float holds exactly
def test_class_mixes_in_the_same_ratio_are_exactly_alike(mix, left_times, right_times):
    left, right = np.array(mix) * left_times, np.array(mix) * right_times
    assert float(distribution_similarity(left, right)) == 1.0


@given(counts, counts)
def test_distribution_similarity_is_symmetric_and_between_0_and_1(left, right):
    similarity = float(distribution_similarity(left, right))
    assert similarity == float(distribution_similarity(right, left))
    assert 0 <= similarity <= 1


def test_tree_similarity_is_the_mean_over_all_nodes():
    assert tree_similarity(np.array([1.0, 0.5, 0.9])) == pytest.approx(0.8)
    assert tree_similarity([0.1] * 10) == 0.1  # rounded once, where adding one by one gives 0.09999999999999999
