"""Trees as points equal the principal components of their values on all cells."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.projection import project, projection_of
from tests.fourier.trees import FEW, ensembles, tree_of
from tests.oracles import brute_fourier as brute


@FEW
@given(ensembles(max_trees=6), st.integers(1, 3))
def test_projection_is_the_principal_components_of_the_functions(trees, n_components):
    features = brute.cells_of_trees(trees)
    _, shares = brute.projection([brute.outputs(tree, features) for tree in trees], n_components)
    found = project(trees, n_components)
    assert found.points.shape == (len(trees), n_components)
    np.testing.assert_allclose(found.explained[: shares.size], shares, atol=1e-9)
    np.testing.assert_array_equal(found.explained[shares.size :], 0.0)
    # Distances do not depend on signs or on the turn of axes with equal variance, once all components are there.
    whole, _ = brute.projection([brute.outputs(tree, features) for tree in trees], len(trees))
    ours = project(trees, len(trees)).points
    np.testing.assert_allclose(distances(ours), distances(whole), atol=1e-7)


def distances(points):
    return np.linalg.norm(points[:, None] - points[None], axis=2)


@FEW
@given(ensembles(max_trees=6), st.randoms(use_true_random=False))
def test_order_of_trees_changes_no_point(trees, random):
    """Unless two axes have equal variance, or the sign hangs on a tie of two trees."""
    order = list(range(len(trees)))
    random.shuffle(order)
    one, other = project(trees, 2), project([trees[i] for i in order], 2)
    np.testing.assert_allclose(one.explained, other.explained, atol=1e-9)
    gap = np.abs(np.subtract.outer(np.linalg.eigvalsh(centred(one.gram)), one.explained * one.variance))
    for axis in range(2):
        if np.sort(gap[:, axis])[1:2].min(initial=1.0) < 1e-6:
            continue
        mine, theirs = one.points[order, axis], other.points[:, axis]
        sign = 1.0 if np.abs(mine - theirs).max() <= np.abs(mine + theirs).max() else -1.0
        np.testing.assert_allclose(theirs, sign * mine, atol=1e-6)


def centred(gram):
    centre = np.eye(len(gram)) - 1 / len(gram)
    return centre @ gram @ centre


@FEW
@given(ensembles(max_trees=6))
def test_the_first_score_of_largest_magnitude_is_positive(trees):
    points = project(trees, 3).points
    for axis in points.T:
        magnitude = np.abs(axis)
        first = int(np.argmax(magnitude >= magnitude.max() - 1e-9))
        assert axis[first] >= 0


@FEW
@given(ensembles(max_trees=6))
def test_axes_are_functions_of_length_one(trees):
    found = project(trees, 3)
    lengths = found.weights.T @ found.gram @ found.weights
    alive = found.explained > 0
    np.testing.assert_allclose(lengths[np.ix_(alive, alive)], np.eye(alive.sum()), atol=1e-6)


def test_two_points_by_hand():
    """f = 0 and g = [x > 1] are √(1/2) apart, half of that on either side of their mean."""
    found = project([tree_of(0, attributes=["x"]), tree_of(("x", 1.0, 0, 1), attributes=["x"])])
    half = np.sqrt(0.5) / 2
    np.testing.assert_allclose(found.points, [[half, 0], [-half, 0]], atol=1e-12)
    np.testing.assert_allclose(found.explained, [1, 0])
    assert found.variance == pytest.approx(0.25)


def test_no_variance_gives_zeros():
    tree = tree_of(("x", 1.0, 0, 1), attributes=["x"])
    found = project([tree, tree, tree], 3)
    np.testing.assert_array_equal(found.points, np.zeros((3, 3)))
    np.testing.assert_array_equal(found.explained, np.zeros(3))
    assert project(tree, 2).points.shape == (1, 2)


def test_known_inner_products_are_enough():
    trees = [tree_of(("x", cut, 0, 1), attributes=["x"]) for cut in (1.0, 2.0, 4.0)]
    np.testing.assert_array_equal(projection_of(inner_products(trees), 2).points, project(trees, 2).points)


def test_no_components():
    with pytest.raises(InvalidParameterError, match="n_components"):
        project(tree_of(("x", 1.0, 0, 1), attributes=["x"]), 0)
