"""Entropy, information gain and the split score by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.measures.gain import entropy, information_gain, split_score

counts = st.lists(st.integers(0, 100_000), min_size=4, max_size=4)


def test_entropy_by_hand():
    assert float(entropy([1, 1])) == 1.0
    assert float(entropy([2, 2, 2, 2])) == 2.0
    assert float(entropy([7, 0])) == 0.0
    assert float(entropy([0, 0])) == 0.0
    assert float(entropy([9, 5])) == pytest.approx(0.940286, abs=1e-6)  # the textbook table of tennis days


def test_gain_of_the_textbook_table_of_tennis_days():
    """Wind splits the days 9 yes / 5 no into weak 6 / 2 and strong 3 / 3: gain 0.048."""
    assert float(information_gain([6, 2], [3, 3])) == pytest.approx(0.048127, abs=1e-6)


def test_gain_of_a_split_that_parts_the_classes_is_the_whole_entropy():
    assert float(information_gain([4, 0], [0, 4])) == 1.0
    assert float(information_gain([2, 2], [3, 3])) == pytest.approx(0, abs=1e-15)


def test_gains_of_many_splits_at_once():
    gains = information_gain([[4, 0], [2, 2]], [[0, 4], [2, 2]])
    assert gains == pytest.approx([1, 0])


@given(counts, counts)
def test_gain_is_symmetric_and_at_most_the_entropy(left, right):
    gain = float(information_gain(left, right))
    assert 0 <= gain <= float(entropy(np.add(left, right))) + 1e-12
    assert gain == pytest.approx(float(information_gain(right, left)), abs=1e-12)


@given(counts.filter(any))
def test_entropy_is_that_of_the_shares(mix):
    total = sum(mix)
    plain = -sum(n / total * math.log2(n / total) for n in mix if n)
    assert float(entropy(mix)) == pytest.approx(plain, abs=1e-9)


def test_split_score_is_the_weighted_sum():
    assert split_score((0.3, 0.5, 0.2), 0.4, dsn=0.9, atd=1.0) == pytest.approx(0.12 + 0.45 + 0.2)
    assert split_score((0.3, 0.7), 0.4, dsn=0.9) == pytest.approx(0.12 + 0.63)


def test_split_score_needs_a_weight_for_each_term():
    with pytest.raises(ValueError, match=r"shorter|longer"):
        split_score((0.3, 0.5, 0.2), 0.4, dsn=0.9)
