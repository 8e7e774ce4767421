"""Reconstructed, aggregated and orthogonal trees."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ksdt_core.fourier.aggregation import aggregated_spectrum, aggregated_tree, reconstructed_tree
from ksdt_core.fourier.arithmetic import mean_spectrum
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.orthogonal import orthogonal_trees
from ksdt_core.fourier.transform import spectrum
from ksdt_core.fourier.tree_boxes import tree_function
from ksdt_core.studies.judging import combined_answers, fitted_weights
from ksdt_core.trees.walk import predicted_classes
from tests.fourier.from_spectra import spectral_inner_products
from tests.fourier.trees import FEW, ensembles, tree_of
from tests.oracles import brute_fourier as brute
from tests.oracles import plain_orthogonal as plain
from tests.refusals import refused

FLAGS = ["a", "b", "c"]


def rows_of(features, trees):
    """A row of the table for every cell of Λ; attributes that no tree tests are 0."""
    rows = np.zeros((len(brute.points(features)), len(trees[0].attributes)))
    for row, point in zip(rows, brute.points(features), strict=True):
        for (column, values), cell in zip(features.items(), point, strict=True):
            row[column] = values[cell]
    return rows


class TestAggregates:
    @FEW
    @given(ensembles(max_trees=4), st.data())
    def test_weighted_tree_answers_like_the_weighted_vote(self, trees, data):
        weights = [data.draw(st.integers(0, 4)) for _ in trees]
        assume(sum(weights) > 0)
        features = brute.cells_of_trees(trees)
        shares = sum(w * brute.outputs(tree, features) for w, tree in zip(weights, trees, strict=True)) / sum(weights)
        if shares.shape[1] == 1:
            wanted = (shares[:, 0] > 0.5 + 1e-9).astype(int)
        else:
            wanted = np.argmax(shares >= shares.max(axis=1, keepdims=True) - 1e-9, axis=1)
        tree = aggregated_tree(trees, weights=weights)
        np.testing.assert_array_equal(predicted_classes(tree, rows_of(features, trees)), wanted)

    @FEW
    @given(ensembles(max_trees=4))
    def test_mean_of_spectra_is_the_spectrum_of_the_mean(self, trees):
        one, other = aggregated_spectrum(trees), mean_spectrum(spectrum(trees))
        cells = np.array(brute.points(brute.cells_of_trees(trees)), dtype=np.int32)
        np.testing.assert_allclose(one.at(cells), other.at(cells), atol=1e-9)
        assert one.class_names == other.class_names == trees[0].class_names

    @FEW
    @given(ensembles(max_trees=2))
    def test_whole_energy_reconstructs_the_tree(self, trees):
        features = brute.cells_of_trees(trees)
        rows = rows_of(features, trees)
        for tree in trees:
            again = reconstructed_tree(tree, energy=1.0, domain=domain_of(trees))
            np.testing.assert_array_equal(predicted_classes(again, rows), brute.answers(tree, features))

    def test_cutting_energy_prunes(self):
        """a but for one corner in eight: 60 % of the energy apart from w_0 is in a alone."""
        corner = ("b", 0.5, 1, ("c", 0.5, 1, 0))
        tree = tree_of(("a", 0.5, 0, corner), attributes=FLAGS)
        assert reconstructed_tree(tree, energy=0.6).n_nodes == 3
        assert reconstructed_tree(tree, energy=1.0).n_nodes == tree.n_nodes

    def test_refusals(self):
        tree = tree_of(("a", 0.5, 0, 1), attributes=FLAGS)
        with refused("trees-and-weights-differ", trees=1, weights=2):
            aggregated_tree([tree], weights=[1, 2])
        with refused("bad-tree-weights"):
            aggregated_tree([tree], weights=[0])


class TestOrthogonalTrees:
    @FEW
    @given(ensembles(max_trees=5), st.floats(0.05, 1.0))
    def test_components_are_orthonormal(self, trees, energy):
        assume(inner_products(trees).any())
        found = orthogonal_trees(trees, energy=energy)
        functions = [found.function(q) for q in range(found.n_components)]
        identity = np.eye(found.n_components)
        np.testing.assert_allclose(inner_products(functions), identity, atol=1e-9)
        spectra = [found.spectrum(q) for q in range(found.n_components)]
        np.testing.assert_allclose(spectral_inner_products(spectra), identity, atol=1e-9)

    @FEW
    @given(ensembles(max_trees=4, depth=3))
    def test_their_trees_are_the_same_functions(self, trees):
        assume(inner_products(trees).any())
        found = orthogonal_trees(trees, energy=1.0)
        features, domain = brute.cells_of_trees(trees), domain_of(trees)
        rows = rows_of(features, trees)
        values = found.at(rows)
        grown = found.value_trees()
        boxed = [tree_function(one.tree, domain, values=one.values) for one in grown]
        np.testing.assert_allclose(inner_products(boxed), np.eye(len(grown)), atol=1e-9)
        for component, one in enumerate(grown):
            np.testing.assert_allclose(one.at(rows), values[:, component], atol=1e-9)

    @FEW
    @given(ensembles(max_trees=4, depth=3), st.data())
    def test_class_leaves_by_definition(self, trees, data):
        """Scale, class of each cell and merging; within a depth bound a leaf's class is that of its mean."""
        assume(inner_products(trees).any())
        found = orthogonal_trees(trees, energy=1.0)
        features = brute.cells_of_trees(trees)
        rows, mean = rows_of(features, trees), plain.mean_output(trees, features)
        counts = np.array([data.draw(st.integers(1, 3)) for _ in range(min(len(rows), 8))] + [1] * (len(rows) - 8))
        functions, scales = found.at(rows), found.scales(rows, row_weights=counts)
        depth = data.draw(st.sampled_from([0, 0, 1, 2]))
        grown = found.value_trees(max_depth=depth)
        for q, (tree, scale) in enumerate(zip(found.class_trees(grown, scales), scales, strict=True)):
            assert scale == pytest.approx(plain.scale_of(functions[:, q], mean, counts), abs=1e-9)
            values = functions[:, q] if depth == 0 else grown[q].at(rows)
            near = np.abs(np.sort(scale * values, axis=1)[:, -1] - (0.5 if values.shape[1] == 1 else np.inf)) < 1e-7
            answers = predicted_classes(tree, rows)
            if values.shape[1] > 1 and depth == 0:
                continue  # rounding decides ties of numbers that were computed in two ways
            np.testing.assert_array_equal(answers[~near], plain.class_answers(values, scale)[~near])
            assert not plain.has_twins(tree)

    def test_class_leaves_by_hand(self):
        """Trees a and b: scaled, V_1 is their mean, which is above one half only where both are yes."""
        trees = [tree_of((name, 0.5, 0, 1), attributes=FLAGS) for name in ("a", "b")]
        found = orthogonal_trees(trees, components=1)
        rows = np.array([[a, b, 0] for a in (0, 1) for b in (0, 1)], dtype=float)
        # ⟨a, a⟩ = 1/2 and ⟨a, b⟩ = 1/4 give λ_1 = 3/4 and V_1 = (a + b)/√(3/2); the mean is (a + b)/2 = √(3/2)/2 V_1.
        (scale,) = found.scales(rows)
        assert scale == pytest.approx(np.sqrt(1.5) / 2)
        (tree,) = found.class_trees(found.value_trees(), [scale])
        assert predicted_classes(tree, rows).tolist() == [0, 0, 0, 1]  # one half is not above one half
        assert tree.n_nodes == 5

    @FEW
    @given(ensembles(max_trees=5))
    def test_all_components_span_the_ensemble(self, trees):
        assume(inner_products(trees).any())
        found = orthogonal_trees(trees, energy=1.0)
        features = brute.cells_of_trees(trees)
        rebuilt = np.einsum("iq,rqo->iro", found.coordinates, found.at(rows_of(features, trees)))
        wanted = np.stack([brute.outputs(tree, features) for tree in trees])
        np.testing.assert_allclose(rebuilt, wanted, atol=1e-5)

    @FEW
    @given(ensembles(max_trees=5), st.floats(0.05, 1.0))
    def test_as_many_as_capture_the_share(self, trees, energy):
        gram = inner_products(trees)
        assume(gram.any())
        eigenvalues = np.linalg.eigvalsh(gram)[::-1]
        found = orthogonal_trees(trees, energy=energy)
        np.testing.assert_allclose(found.eigenvalues, np.maximum(eigenvalues, 0), atol=1e-9)
        shares = np.cumsum(found.explained)
        assert found.kept_energy >= energy - 1e-9
        assert found.n_components == 1 or shares[found.n_components - 2] < energy

    def test_first_component_of_equal_trees_is_the_tree(self):
        tree = tree_of(("a", 0.5, 0, 1), attributes=FLAGS)
        found = orthogonal_trees([tree, tree])
        assert found.n_components == 1
        np.testing.assert_allclose(found.eigenvalues, [1.0, 0.0], atol=1e-12)
        np.testing.assert_allclose(found.at(np.array([[0.0, 0, 0], [1.0, 0, 0]]))[:, 0, 0], [0, np.sqrt(2)])
        assert found.value_trees()[0].n_nodes == 3

    def test_least_squares_on_the_rows_given(self):
        trees = [tree_of((flag, 0.5, 0, 1), attributes=FLAGS) for flag in FLAGS]
        found = orthogonal_trees(trees, energy=1.0)
        rows = np.array([[i & 1, i >> 1 & 1, i >> 2 & 1] for i in range(8)], dtype=float)
        classes = (rows[:, 0] > 0.5).astype(int)
        values = np.swapaxes(found.at(rows), 0, 1)
        np.testing.assert_array_equal(combined_answers(values, fitted_weights(values, classes, 2)), classes)
        column = found.at(rows)[:, 0, 0]
        assert fitted_weights(values[:1], classes, 2).tolist() == pytest.approx([column @ classes / (column @ column)])

    @FEW
    @given(ensembles(max_trees=4), st.integers(0, 2**32 - 1))
    def test_no_other_weights_fit_better(self, trees, seed):
        assume(inner_products(trees).any())
        generator = np.random.default_rng(seed)
        features = brute.cells_of_trees(trees)
        rows = rows_of(features, trees)
        n_classes = len(trees[0].class_names)
        classes = generator.integers(0, n_classes, len(rows))
        values = np.swapaxes(orthogonal_trees(trees).at(rows), 0, 1)
        weights = fitted_weights(values, classes, n_classes)
        wanted = np.stack([classes == c for c in range(n_classes)], axis=1).astype(float)
        wanted = wanted[:, 1:] if wanted.shape[1] == 2 else wanted
        residual = wanted - np.tensordot(weights, values, axes=1)
        np.testing.assert_allclose(np.einsum("ro,qro->q", residual, values), 0, atol=1e-7)

    def test_refusals(self):
        never = tree_of(("a", 0.5, 0, 0), attributes=FLAGS)
        tree = tree_of(("a", 0.5, 0, 1), attributes=FLAGS)
        with refused("class-never-predicted", class_name="yes"):
            orthogonal_trees([never])
        with refused("no-such-component", components=2, most=1):
            orthogonal_trees([tree, tree], components=2)
        with refused("not-a-share", option="energy", value=0.0):
            orthogonal_trees([tree], energy=0.0)
