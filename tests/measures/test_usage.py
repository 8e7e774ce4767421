"""AUS by hand in both forms."""

from __future__ import annotations

import numpy as np
import pytest

from ksdt_core.measures.diversity import difference_matrix
from ksdt_core.measures.usage import attribute_usage, attribute_usages, used_attributes
from tests.measures.trees_by_hand import tree_of

# a0 at the root, a1 at level 2 twice, a0 again at level 3
TREE = tree_of((0, (1, (0, "-", "-"), "-"), (1, "-", "-")))
LEAF_ONLY = tree_of("-")


def test_level_normalised_count_is_count_over_mean_level():
    # a0: 2 tests at levels 1 and 3, mean 2, so 1; a1: 2 tests at level 2, so 1
    assert attribute_usage(TREE, "lnc").tolist() == [1.0, 1.0, 0.0, 0.0]
    chain = tree_of((3, (3, (3, "-", "-"), "-"), (2, "-", "-")))
    assert attribute_usage(chain, "lnc") == pytest.approx([0, 0, 1 / 2, 3 / 2])


def test_level_listed_count_has_a_row_for_each_level_with_a_test():
    assert attribute_usage(TREE, "llc").tolist() == [[1, 0, 0, 0], [0, 2, 0, 0], [1, 0, 0, 0]]


def test_a_tree_with_no_test_uses_nothing():
    assert attribute_usage(LEAF_ONLY, "lnc").tolist() == [0, 0, 0, 0]
    assert attribute_usage(LEAF_ONLY, "llc").shape == (0, 4)


def test_used_attributes_are_those_some_tree_tests():
    assert used_attributes([TREE, LEAF_ONLY, tree_of((3, "-", "-"))]).tolist() == [0, 1, 3]
    assert used_attributes([LEAF_ONLY]).tolist() == []
    assert used_attributes([]).tolist() == []


@pytest.mark.parametrize("kind", ["lnc", "llc"])
def test_short_summaries_give_the_same_differences_to_the_last_bit(kind):
    trees = [
        tree_of((7, (901, "-", "-"), (3, (7, "-", "-"), "-")), 1000),
        tree_of((901, (7, (3, "-", "-"), "-"), "-"), 1000),
        tree_of((3, (5, (7, "-", "-"), (3, "-", "-")), (5, "-", "-")), 1000),
        tree_of("-", 1000),
    ]
    short = attribute_usages(trees, kind)
    assert [usage.shape[-1] for usage in short] == [4] * 4, "not one column more than the trees test"
    full = [attribute_usage(tree, kind) for tree in trees]
    assert np.array_equal(difference_matrix(short), difference_matrix(full))
