"""Spectra equal the plain definition on every cell of Λ."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.boxes import combined
from ksdt_core.fourier.construction import tree_from_spectrum
from ksdt_core.fourier.document import spectrum_document
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.sources import box_functions
from ksdt_core.fourier.transform import function_spectrum, spectrum, tree_spectrum
from tests.fourier.trees import FEW, ensembles, tree_of
from tests.oracles import brute_fourier as brute
from tests.refusals import refused


def dense(found, features):
    """A spectrum's coefficients at every partition, in the order of the oracle."""
    shape = tuple(len(values) for values in features.values())
    assert found.domain.n_cells == shape
    table = np.zeros((int(np.prod(shape)), found.n_outputs), dtype=complex)
    table[np.ravel_multi_index(found.partitions().T, shape)] = found.coefficients
    return table


@FEW
@given(ensembles())
def test_coefficients_are_those_of_the_definition(trees):
    features = brute.cells_of_trees(trees)
    for tree, found in zip(trees, spectrum(trees), strict=True):
        wanted = brute.coefficients(brute.outputs(tree, features), features)
        np.testing.assert_allclose(dense(found, features), wanted, atol=1e-12)


@FEW
@given(ensembles(binary=True), st.integers(0, 4))
def test_real_coefficients_of_binary_domains(trees, max_order):
    features = brute.cells_of_trees(trees)
    domain = domain_of(trees)
    for tree in trees:
        wanted = brute.coefficients(brute.outputs(tree, features), features)
        found = tree_spectrum(tree, domain)
        assert found.coefficients.dtype == np.float64
        np.testing.assert_allclose(dense(found, features), wanted, atol=1e-12)
        low = tree_spectrum(tree, domain, max_order=max_order)
        wanted[brute.orders(features) > max_order] = 0
        np.testing.assert_allclose(dense(low, features), wanted, atol=1e-12)


@FEW
@given(ensembles(), st.integers(0, 4))
def test_order_bound_keeps_exactly_the_low_orders(trees, max_order):
    features = brute.cells_of_trees(trees)
    for tree, found in zip(trees, spectrum(trees, max_order=max_order), strict=True):
        wanted = brute.coefficients(brute.outputs(tree, features), features)
        whole = (np.abs(wanted) ** 2).sum(axis=0)
        wanted[brute.orders(features) > max_order] = 0
        np.testing.assert_allclose(dense(found, features), wanted, atol=1e-12)
        np.testing.assert_allclose(found.whole_energy, whole, atol=1e-12)


@FEW
@given(ensembles())
def test_energy_is_the_mean_square_of_the_function(trees):
    features = brute.cells_of_trees(trees)
    for tree, found in zip(trees, spectrum(trees), strict=True):
        squares = (brute.outputs(tree, features) ** 2).mean(axis=0)
        np.testing.assert_allclose(found.energy(), squares, atol=1e-12)
        np.testing.assert_allclose(found.energy_by_order().sum(axis=0), squares, atol=1e-12)
        np.testing.assert_allclose(found.whole_energy, squares, atol=1e-12)
        np.testing.assert_allclose(found.kept(), 1.0, atol=1e-9)


@FEW
@given(ensembles())
def test_value_at_every_cell_is_the_answer_of_the_tree(trees):
    features = brute.cells_of_trees(trees)
    cells = np.array(brute.points(features), dtype=np.int32)
    for tree, found, boxed in zip(trees, spectrum(trees), box_functions(trees), strict=True):
        wanted = brute.outputs(tree, features)
        np.testing.assert_allclose(found.at(cells), wanted, atol=1e-9)
        np.testing.assert_array_equal(boxed.at(cells), wanted)


@FEW
@given(ensembles(), st.data())
def test_spectrum_of_a_sum_is_the_sum_of_spectra(trees, data):
    weights = [data.draw(st.floats(-2, 2)) for _ in trees]
    features = brute.cells_of_trees(trees)
    whole = function_spectrum(combined(box_functions(trees), weights))
    parts = [dense(one, features) for one in spectrum(trees)]
    wanted = sum(weight * part for weight, part in zip(weights, parts, strict=True))
    np.testing.assert_allclose(dense(whole, features), wanted, atol=1e-12)


def attributes_on_paths(tree):
    """The largest number of distinct attributes between the root and a leaf."""
    deepest = 0
    waiting = [(0, frozenset())]
    while waiting:
        node, seen = waiting.pop()
        deepest = max(deepest, len(seen))
        if tree.left[node] >= 0:
            seen = seen | {int(tree.attribute[node])}
            waiting += [(int(tree.left[node]), seen), (int(tree.right[node]), seen)]
    return deepest


@FEW
@given(ensembles())
def test_no_order_exceeds_the_distinct_attributes_of_a_path(trees):
    for tree, found in zip(trees, spectrum(trees), strict=True):
        assert found.order().max() <= attributes_on_paths(tree)


@FEW
@given(ensembles(max_trees=2))
def test_every_class_of_many_is_one_against_the_rest(trees):
    features = brute.cells_of_trees(trees)
    for tree, found in zip(trees, spectrum(trees), strict=True):
        if len(tree.class_names) == 2:
            continue
        total = dense(found, features).sum(axis=1)
        np.testing.assert_allclose(total[0], 1.0, atol=1e-12)
        np.testing.assert_allclose(total[1:], 0.0, atol=1e-12)
        for output, name in enumerate(found.outputs):
            assert name == tree.class_names[output]
            one = spectrum(tree_of_two_classes(tree, output), domain=found.domain)
            np.testing.assert_allclose(dense(one, features)[:, 0], dense(found, features)[:, output], atol=1e-12)


def tree_of_two_classes(tree, wanted):
    """The tree that only tells one class from all others."""
    return replace(tree, class_names=("other", "wanted"), label=(tree.label == wanted).astype(np.int32))


def test_attribute_tested_twice_on_a_path_by_hand():
    """x in (1, 2] answers yes: cells 0, 1, 2 of one attribute with f = 0, 1, 0."""
    tree = tree_of(("x", 1.0, 0, ("x", 2.0, 1, 0)), attributes=["x"])
    found = spectrum(tree)
    turn = np.exp(2j * np.pi / 3)
    np.testing.assert_allclose(found.coefficients[:, 0], [1 / 3, turn / 3, turn**2 / 3], atol=1e-15)


def test_the_printed_example_takes_one_branch_in_two_ways():
    """[KPD06, Figure 2] prints w_000 = 5/8 and w_010 = −1/4. With an average of ¼ where x1 = 0 only the first is right,
    with ½ only the second."""
    quarter, half = ("x2", 0.5, 0, ("x0", 0.5, 0, 1)), ("x2", 0.5, 0, 1)
    trees = [tree_of(("x1", 0.5, branch, 1), attributes=["x0", "x1", "x2"]) for branch in (quarter, half)]
    for found, wanted in zip(spectrum(trees), ((5 / 8, -3 / 8), (3 / 4, -1 / 4)), strict=True):
        known = dict(zip(map(tuple, found.partitions().tolist()), found.coefficients[:, 0].tolist(), strict=True))
        assert (known[0, 0, 0], known[0, 1, 0]) == pytest.approx(wanted)


@pytest.mark.slow
def test_more_features_than_a_word_has_bits():
    """A short chain on a domain of 70 Boolean features, and a tree that tests all of them in pairs below six levels."""
    names = [f"a{i}" for i in range(70)]
    chain = 1
    for name in reversed(names[:9]):
        chain = (name, 0.5, 0, chain)
    short = tree_of(chain, attributes=names)
    level = [(name, 0.5, 0, 1) for name in names[6:]]
    for name in reversed(names[:6]):
        level = [(name, 0.5, left, right) for left, right in zip(level[::2], level[1::2], strict=True)]
    wide = tree_of(level[0], attributes=names)
    domain = domain_of([short, wide])
    assert domain.n_features == 70
    found = spectrum(short, domain=domain)
    assert found.keys.shape == (512, 2)
    np.testing.assert_allclose(np.abs(found.coefficients), 2.0**-9)
    found = spectrum(wide, domain=domain)  # w_0 = 1/2, and each of 64 leaves' attributes with any of the six above it
    assert found.n_partitions == 1 + 64 * 64
    np.testing.assert_allclose(found.energy(), 0.5)
    low = spectrum(wide, domain=domain, max_order=1)
    np.testing.assert_array_equal(low.keys, found.keys[found.order() <= 1])


def test_trees_without_a_split_by_hand():
    """Λ is the empty product: one point, at which one tree answers no and the other yes."""
    trees = [tree_of(0, attributes=["x"]), tree_of(1, attributes=["x"])]
    no, yes = spectrum(trees)
    assert (no.n_partitions, yes.n_partitions) == (1, 1)
    assert (no.coefficients.item(), yes.coefficients.item()) == (0, 1)
    np.testing.assert_array_equal(inner_products(trees), [[0, 0], [0, 1]])
    assert tree_from_spectrum(yes).label.tolist() == [1]
    document = spectrum_document(trees, energy=0.9)
    assert document["domain"] == []
    assert [entry["coefficients"] for entry in document["spectra"]] == [
        [{"partition": {}, "re": 0.0, "im": 0.0}],
        [{"partition": {}, "re": 1.0, "im": 0.0}],
    ]
    assert document["projection"]["explained"] == [1.0, 0.0, 0.0]


class TestRefusals:
    def test_too_large_names_the_limit_and_the_ways_out(self):
        names = [f"a{i}" for i in range(70)]
        nested = 1
        for name in names:
            nested = (name, 0.5, nested, 0)
        with refused("spectrum-too-large", coefficients="10^21", limit="20,000,000"):
            spectrum(tree_of(nested, attributes=names))

    def test_different_classes(self):
        one = tree_of(("x", 1.0, 0, 1), attributes=["x"])
        other = tree_of(("x", 1.0, 0, 1), attributes=["x"], class_names=("no", "maybe"))
        with refused("tree-of-other-classes", tree=2, classes=("no", "maybe")):
            spectrum([one, other])

    def test_no_trees(self):
        with refused("no-trees"):
            spectrum([])
        with refused("not-trees", given="float"):
            spectrum([1.0])

    def test_domain_without_a_cut(self):
        one = tree_of(("x", 1.0, 0, 1), attributes=["x", "y"])
        other = tree_of(("x", 2.0, 0, 1), attributes=["x", "y"])
        third = tree_of(("y", 2.0, 0, 1), attributes=["x", "y"])
        with refused("cut-outside-domain", attribute="x", cut=2.0):
            spectrum(other, domain=domain_of([one]))
        with refused("attribute-outside-domain", attribute="y"):
            spectrum(third, domain=domain_of([one]))

    def test_points_of_another_domain(self):
        found = spectrum(tree_of(("x", 1.0, 0, 1), attributes=["x", "y"]))
        with refused("points-outside-domain", cells=1, shape=(3, 2)):
            found.at(np.zeros((3, 2), dtype=np.int32))

    def test_negative_order(self):
        with pytest.raises(InvalidParameterError, match="max_order"):
            spectrum(tree_of(("x", 1.0, 0, 1), attributes=["x"]), max_order=-1)
