"""What a tree adds to the diversity of its set, and which attributes two trees share."""

from __future__ import annotations

import numpy as np
import pytest

from ksdt_core.measures.diversity import diversity_without_each, tree_diversity
from ksdt_core.measures.usage import common_attributes
from tests.figures.handmade import cut_short, small_tree


def test_diversity_without_each_tree_by_hand():
    tpd = np.array([[0.0, 0.2, 0.4], [0.2, 0.0, 0.9], [0.4, 0.9, 0.0]])
    assert diversity_without_each(tpd) == pytest.approx([0.9, 0.4, 0.2])
    assert tree_diversity(tpd) == pytest.approx(0.5)


def test_of_two_trees_neither_can_be_left_out():
    assert diversity_without_each(np.array([[0.0, 1.0], [1.0, 0.0]])) == [None, None]


def test_shared_attributes_are_counted_once():
    whole, cut = small_tree().tree, cut_short(small_tree()).tree
    assert common_attributes([whole, cut, whole]).tolist() == [[3, 1, 3], [1, 1, 1], [3, 1, 3]]
