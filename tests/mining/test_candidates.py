"""AttrSet: ranks of gains, ties, and how many attributes are kept."""

from __future__ import annotations

import numpy as np
import pytest

from ksdt_core.mining.candidates import attribute_set, candidates
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.presorted import column_gains, presort
from tests.pairs_by_hand import pair_of


def test_the_smallest_sums_of_ranks_are_kept_in_column_order():
    """Ranks 3 0 1 2 and 0 1 3 2 have sums 3 1 4 4."""
    left, right = np.array([0.1, 0.9, 0.5, 0.3]), np.array([0.8, 0.7, 0.1, 0.2])
    kept = [attribute_set(left, right, fraction).tolist() for fraction in (0.25, 0.5, 0.75, 1.0)]
    assert kept == [[1], [0, 1], [0, 1, 2], [0, 1, 2, 3]]


def test_gains_that_differ_by_rounding_only_keep_column_order():
    """The same gain summed in two orders differs in its last bits, and differently so on another machine."""
    noisy = np.array([0.3, 0.3 + 1e-15, 0.3 + 2e-15])
    assert attribute_set(noisy, noisy, 0.3).tolist() == [0]
    truly_greater = np.array([0.3, 0.3 + 1e-9, 0.3])
    assert attribute_set(truly_greater, truly_greater, 0.3).tolist() == [1]


@pytest.mark.parametrize(
    ("fraction", "n", "n_kept"),
    [(0.07, 100, 7), (0.2, 5, 1), (0.2, 6, 2), (0.2, 4499, 900), (0.001, 10, 1), (1.0, 3, 3), (1 / 3, 9, 3)],
)
def test_how_many_attributes_are_kept(fraction, n, n_kept):
    """The fraction of n rounded up; 0.07 · 100 is 7.000000000000001 in floating point and still means 7."""
    assert attribute_set(np.zeros(n), np.zeros(n), fraction).tolist() == list(range(n_kept))


def test_gains_are_those_of_each_table_alone_with_rows_weighted():
    """Left: a0 parts 3 : 1 weighted rows from 0 : 4, by hand H(3/8) - 1/2·H(1/4) = 0.954434 - 0.405639."""
    left = ([[1, 7], [1, 7], [2, 7]], [0, 1, 1])
    right = ([[1, 1], [2, 2], [3, 1]], [0, 1, 1])
    pair = pair_of(left, right, weights=([3, 1, 4], [1, 1, 1]))
    left_gains, right_gains = column_gains(pair, presort(pair))
    assert left_gains == pytest.approx([0.548795, 0.0], abs=1e-6)
    assert right_gains == pytest.approx([0.918296, 0.251629], abs=1e-6)


def test_wanted_roots_are_candidates_at_the_root_only():
    left = ([[1, 0], [2, 1], [3, 0], [4, 1]], [0, 0, 1, 1])
    pair = pair_of(left, left)
    chosen = candidates(pair, presort(pair), MiningParameters(attr_fraction=0.5, roots=("a1",)))
    assert chosen.columns.tolist() == [0, 1]
    assert chosen.at_root.tolist() == [False, True]
    assert chosen.below.tolist() == [True, False]
