"""Accuracy of a tree on one table and SA by hand."""

from __future__ import annotations

import numpy as np
import pytest

from ksdt_core.measures.accuracy import accuracy, shared_accuracy


def test_accuracy_is_the_share_of_rows_whose_leaf_carries_their_class():
    leaf_cdv = np.array([[8, 1, 0], [2, 5, 1], [0, 0, 3]])
    assert accuracy(leaf_cdv, [0, 1, 2]) == pytest.approx(16 / 20)
    assert accuracy(leaf_cdv, [1, 1, 1]) == pytest.approx(6 / 20)


def test_a_leaf_that_no_row_reaches_neither_helps_nor_hurts():
    assert accuracy([[3, 1], [0, 0]], [0, 1]) == 0.75


def test_with_no_row_the_accuracy_is_0():
    assert accuracy([[0, 0]], [0]) == 0.0


def test_shared_accuracy_is_the_smaller_one():
    assert shared_accuracy(0.9, 0.7) == shared_accuracy(0.7, 0.9) == 0.7
