"""Trees that are one function: found by their splits, and the same inner products and components when counted once."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.projection import projection_of
from ksdt_core.fourier.repeated import functions_of
from tests.fourier.trees import FEW, ensembles, tree_of
from tests.oracles import brute_fourier as brute


def test_a_split_with_equal_sides_is_left_out():
    table = {"attributes": ["x", "y"]}
    trees = [
        tree_of(("x", 1.0, 0, 1), **table),
        tree_of(("y", 2.0, ("x", 1.0, 0, 1), ("x", 1.0, 0, ("y", 3.0, 1, 1))), **table),
        tree_of(("x", 1.5, 0, 1), **table),
        tree_of(("x", 1.0, 1, 1), **table),
        tree_of(1, **table),
    ]
    first, which = functions_of(trees)
    assert first.tolist() == [0, 2, 3]
    assert which.tolist() == [0, 0, 1, 2, 2]


def test_equal_splits_on_other_attributes_are_other_functions():
    names = {"attributes": ["x", "y"]}
    others = {"attributes": ["y", "x"]}
    trees = [
        tree_of(("x", 1.0, 0, 1), **names),
        tree_of(("x", 1.0, 0, 1), **others),
        tree_of(("y", 1.0, 0, 1), **names),
    ]
    assert functions_of(trees)[1].tolist() == [0, 0, 1]


@FEW
@given(ensembles(), st.data())
def test_counted_once_they_give_the_sums_over_all_cells_and_the_same_components(trees, data):
    again = data.draw(st.lists(st.sampled_from(trees), max_size=5))
    trees = [*trees, *again]
    first, which = functions_of(trees)
    features = brute.cells_of_trees(trees)
    wanted = brute.inner_products([brute.outputs(tree, features) for tree in trees])
    distinct = inner_products([trees[position] for position in first.tolist()])
    np.testing.assert_allclose(distinct[np.ix_(which, which)], wanted, atol=1e-9)
    plain, once = projection_of(wanted, len(trees)), projection_of(distinct, len(trees), which=which)
    np.testing.assert_allclose(once.explained, plain.explained, atol=1e-9)
    np.testing.assert_allclose(once.variance, plain.variance, atol=1e-9)
    np.testing.assert_allclose(once.points @ once.points.T, plain.points @ plain.points.T, atol=1e-9)
    axes = once.weights[:, once.explained > 1e-6]
    np.testing.assert_allclose(axes.T @ wanted @ axes, np.eye(axes.shape[1]), atol=1e-6)
