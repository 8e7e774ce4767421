"""Inner products three ways: cell by cell, from pairs of leaves, from spectra."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.errors import InvalidDataError
from ksdt_core.fourier.boxes import combined
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.gram import estimated_inner_products, inner_products
from ksdt_core.fourier.sources import box_functions
from ksdt_core.fourier.transform import spectrum
from tests.fourier.from_spectra import spectral_inner_products
from tests.fourier.trees import FEW, ensembles, tree_of
from tests.oracles import brute_fourier as brute
from tests.refusals import refused


@FEW
@given(ensembles())
def test_both_ways_agree_with_the_sum_over_all_cells(trees):
    features = brute.cells_of_trees(trees)
    wanted = brute.inner_products([brute.outputs(tree, features) for tree in trees])
    np.testing.assert_allclose(inner_products(trees), wanted, atol=1e-12)
    np.testing.assert_allclose(spectral_inner_products(spectrum(trees)), wanted, atol=1e-9)


@FEW
@given(ensembles(max_trees=5), st.data())
def test_cross_products_are_the_block_of_the_whole_matrix(trees, data):
    cut = data.draw(st.integers(0, len(trees)))
    if cut in (0, len(trees)):
        return
    whole = inner_products(trees)
    np.testing.assert_allclose(inner_products(trees[:cut], others=trees[cut:]), whole[:cut, cut:], atol=1e-12)
    functions = box_functions(trees)
    np.testing.assert_allclose(inner_products(functions[:cut], others=functions[cut:]), whole[:cut, cut:], atol=1e-12)


@FEW
@given(ensembles(), st.data())
def test_products_of_sums_are_linear(trees, data):
    functions = box_functions(trees)
    one, other = ([data.draw(st.floats(-2, 2)) for _ in trees] for _ in range(2))
    sums = [combined(functions, one), combined(functions, other)]
    gram = inner_products(functions)
    weights = np.array([one, other])
    np.testing.assert_allclose(inner_products(sums), weights @ gram @ weights.T, atol=1e-10)


@FEW
@given(ensembles(), st.integers(0, 2**32 - 1))
def test_empirical_measure_is_the_mean_over_rows(trees, seed):
    generator = np.random.default_rng(seed)
    columns = [
        generator.integers(0, len(known), 12).astype(float)
        if known
        else generator.choice([-3.0, 0.0, 0.3, 0.5, 9.0], 12)
        for known in trees[0].categories
    ]
    rows = np.stack(columns, axis=1)
    classes = [[brute.answer(tree, row) for row in rows] for tree in trees]
    if len(trees[0].class_names) == 2:
        wanted = [[np.mean([p == q == 1 for p, q in zip(a, b, strict=True)]) for b in classes] for a in classes]
    else:
        wanted = [[np.mean([p == q for p, q in zip(a, b, strict=True)]) for b in classes] for a in classes]
    np.testing.assert_allclose(inner_products(trees, measure="empirical", rows=rows), wanted, atol=1e-12)


def test_estimate_lies_within_its_error_bar():
    names = ["x", "y", "colour"]
    table = {"attributes": names, "categories": [None, None, ("blue", "green", "red")]}
    trees = [
        tree_of(("x", 1.0, ("y", 2.0, 0, 1), ("x", 3.0, 1, ("colour", "red", 1, 0))), **table),
        tree_of(("colour", "green", ("x", 3.0, 1, 0), ("y", 5.0, 1, 0)), **table),
        tree_of(1, **table),
    ]
    exact = inner_products(trees)
    estimate = estimated_inner_products(trees, n_points=4000, seed=3)
    assert (np.abs(estimate.values - exact) <= 4 * estimate.standard_error + 1e-12).all()
    assert estimate.standard_error[2, 2] == 0.0
    assert 0.004 < estimate.standard_error[0, 0] <= 0.5 / np.sqrt(4000)
    again = estimated_inner_products(trees, n_points=4000, seed=3)
    np.testing.assert_array_equal(estimate.values, again.values)


def test_error_bars_are_honest_over_many_seeds():
    trees = [
        tree_of(("x", 1.0, ("y", 2.0, 0, 1), 2), attributes=["x", "y"], class_names=("a", "b", "c")),
        tree_of(("y", 2.0, 0, ("x", 4.0, 2, 1)), attributes=["x", "y"], class_names=("a", "b", "c")),
    ]
    exact = inner_products(trees)[0, 1]
    estimates = [estimated_inner_products(trees, n_points=500, seed=seed) for seed in range(200)]
    spread = np.std([estimate.values[0, 1] for estimate in estimates])
    assert spread == pytest.approx(np.mean([estimate.standard_error[0, 1] for estimate in estimates]), rel=0.2)
    assert np.mean([estimate.values[0, 1] for estimate in estimates]) == pytest.approx(exact, abs=4 * spread / 14)


def test_a_domain_too_large_to_visit():
    """1,000 features: volumes are shares, so nothing overflows and nothing is visited."""
    names = [f"a{i}" for i in range(1000)]
    trees = [tree_of((name, 0.5, 0, 1), attributes=names) for name in names]
    gram = inner_products(trees)
    assert domain_of(trees).size == 2**1000
    np.testing.assert_allclose(gram, np.where(np.eye(1000, dtype=bool), 0.5, 0.25))


def test_more_categories_than_a_word_has_bits():
    values = tuple(f"v{i:03d}" for i in range(130))
    table = {"attributes": ["c"], "categories": [values]}
    trees = [tree_of(("c", values[i], 1, ("c", values[j], 1, 0)), **table) for i, j in ((0, 129), (129, 64), (1, 2))]
    gram = inner_products(trees) * 130
    np.testing.assert_allclose(gram, [[2, 1, 0], [1, 2, 0], [0, 0, 2]], atol=1e-9)
    flipped = [tree_of(("c", values[i], 0, ("c", values[j], 0, 1)), **table) for i, j in ((0, 129), (129, 64))]
    np.testing.assert_allclose(inner_products(flipped) * 130, [[128, 127], [127, 128]], atol=1e-9)


class TestRefusals:
    tree = tree_of(("x", 1.0, 0, 1), attributes=["x"])

    def test_too_many_pairs(self):
        with refused("too-many-pairs-of-leaves", pairs=3, limit=2):
            inner_products([self.tree, self.tree], max_pairs=2)

    def test_measures(self):
        with refused("measure-without-rows"):
            inner_products(self.tree, measure="empirical")
        with refused("not-a-choice", option="measure", value="even"):
            inner_products(self.tree, measure="even")
        with refused("rows-for-uniform-measure"):
            inner_products(self.tree, rows=np.zeros((3, 1)))
        with refused("columns-unlike-trees", InvalidDataError, columns=2, attributes=1):
            inner_products(self.tree, measure="empirical", rows=np.zeros((3, 2)))

    def test_other_classes(self):
        other = tree_of(("x", 1.0, 0, 1), attributes=["x"], class_names=("no", "maybe"))
        with refused("tree-of-other-classes", tree=2, classes=("no", "maybe")):
            inner_products(self.tree, others=other)
