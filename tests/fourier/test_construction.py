"""Trees from spectra (TCFS): the same function on every cell, split as the plain definition splits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ksdt_core.fourier.arithmetic import mean_spectrum, weighted_sum
from ksdt_core.fourier.construction import tree_from_spectrum, value_tree_from_spectrum
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.transform import spectrum
from ksdt_core.fourier.truncation import cut_to_energy
from ksdt_core.trees.tree import LEAF
from ksdt_core.trees.walk import predicted_classes
from tests.fourier.trees import FEW, ensembles, tree_of
from tests.oracles import brute_fourier as brute
from tests.refusals import refused

FLAGS = ["a", "b", "c", "d"]


def answers_on(domain, tree, features):
    """The classes of a tree at every cell, by the rows that stand for the cells."""
    return brute.answers(tree, {feature.column: features[feature.column] for feature in domain.features})


@FEW
@given(ensembles(max_trees=3))
def test_tree_to_spectrum_to_tree_is_the_same_on_every_cell(trees):
    features, domain = brute.cells_of_trees(trees), domain_of(trees)
    for tree, found in zip(trees, spectrum(trees), strict=True):
        np.testing.assert_array_equal(
            answers_on(domain, tree_from_spectrum(found), features), brute.answers(tree, features)
        )


def expected_votes(trees, features):
    """The class that most trees answer at each cell; the first of equals, and no second class at one half."""
    shares = np.mean([brute.outputs(tree, features) for tree in trees], axis=0)
    if shares.shape[1] == 1:
        return (shares[:, 0] > 0.5 + 1e-9).astype(int)
    return np.argmax(shares >= shares.max(axis=1, keepdims=True) - 1e-9, axis=1)


@FEW
@given(ensembles(max_trees=5))
def test_tree_of_a_mean_answers_like_the_vote(trees):
    features, domain = brute.cells_of_trees(trees), domain_of(trees)
    tree = tree_from_spectrum(mean_spectrum(spectrum(trees)))
    np.testing.assert_array_equal(answers_on(domain, tree, features), expected_votes(trees, features))


def nested(tree, values, domain):
    """A value tree as the oracle writes one."""
    position = {feature.column: place for place, feature in enumerate(domain.features)}

    def of(node):
        if tree.attribute[node] == LEAF:
            return tuple(values[node])
        place = position[int(tree.attribute[node])]
        feature = domain.features[place]
        cell = feature.cuts.index(tree.threshold[node]) if feature.values is None else int(tree.category[node])
        return (place, cell, of(tree.left[node]), of(tree.right[node]))

    return of(0)


def merged(node, alike):
    """The oracle's tree with siblings merged that answer alike."""
    if len(node) != 4 or not isinstance(node[2], tuple):
        return node
    left, right = merged(node[2], alike), merged(node[3], alike)
    both = not is_inner(left) and not is_inner(right) and alike(left, right)
    return left if both else (node[0], node[1], left, right)


def is_inner(node):
    return len(node) == 4 and isinstance(node[2], tuple)


def assert_same(ours, theirs):
    assert is_inner(ours) == is_inner(theirs)
    if is_inner(ours):
        assert ours[:2] == theirs[:2]
        assert_same(ours[2], theirs[2])
        assert_same(ours[3], theirs[3])
    else:
        np.testing.assert_allclose(ours, theirs, atol=1e-9)


@FEW
@given(ensembles(max_trees=3), st.data())
def test_real_valued_tree_makes_the_splits_of_the_definition(trees, data):
    weights = [data.draw(st.integers(-3, 3)) / 2 for _ in trees]
    features, domain = brute.cells_of_trees(trees), domain_of(trees)
    function = sum(w * brute.outputs(tree, features) for w, tree in zip(weights, trees, strict=True))
    numeric = [feature.values is None for feature in domain.features]
    found = value_tree_from_spectrum(weighted_sum(spectrum(trees), weights))
    wanted = merged(brute.build_tree(function, features, numeric, real=True), lambda a, b: np.allclose(a, b, atol=1e-9))
    assert_same(nested(found.tree, found.values, domain), wanted)


@FEW
@given(ensembles(max_trees=3))
def test_class_tree_makes_the_splits_of_the_definition(trees):
    features, domain = brute.cells_of_trees(trees), domain_of(trees)
    function = np.mean([brute.outputs(tree, features) for tree in trees], axis=0)
    numeric = [feature.values is None for feature in domain.features]

    def answer(leaf):
        if len(leaf) == 1:
            return int(leaf[0] > 0.5 + 1e-9)
        return int(np.argmax(np.array(leaf) >= max(leaf) - 1e-9))

    whole = brute.build_tree(function, features, numeric)
    wanted = classes(merged(whole, lambda a, b: answer(a) == answer(b)), answer)
    tree = tree_from_spectrum(mean_spectrum(spectrum(trees)))
    assert classes(nested(tree, tree.label[:, None], domain), lambda leaf: leaf[0]) == wanted


def classes(node, answer):
    if not is_inner(node):
        return answer(node)
    return (node[0], node[1], classes(node[2], answer), classes(node[3], answer))


@FEW
@given(st.integers(2, 4), st.integers(0, 2**16 - 1))
def test_every_boolean_function_is_rebuilt(n_flags, table):
    """Among them all without a coefficient of order one, such as XOR."""
    flags = FLAGS[:n_flags]

    def below(depth, index):
        if depth == n_flags:
            return table >> index & 1
        return (flags[depth], 0.5, below(depth + 1, 2 * index), below(depth + 1, 2 * index + 1))

    tree = tree_of(below(0, 0), attributes=flags)
    features = brute.cells_of_trees([tree])
    rebuilt = tree_from_spectrum(spectrum(tree))
    np.testing.assert_array_equal(answers_on(domain_of([tree]), rebuilt, features), brute.answers(tree, features))


@pytest.mark.parametrize("n_flags", [2, 3, 4])
def test_xor_has_no_first_order_and_is_rebuilt_with_all_its_leaves(n_flags):
    def parity(depth, odd):
        if depth == n_flags:
            return odd
        return (FLAGS[depth], 0.5, parity(depth + 1, odd), parity(depth + 1, 1 - odd))

    tree = tree_of(parity(0, 0), attributes=FLAGS[:n_flags])
    found = spectrum(tree)
    assert found.order().tolist() == [0, n_flags]
    rebuilt = tree_from_spectrum(found)
    assert rebuilt.n_leaves == 2**n_flags
    assert rebuilt.attribute[0] == 0, "no gain anywhere: the first attribute still present"


def test_xor_of_numbers_and_categories():
    """No gain at the root: the first attribute, and of it the first cut where the function changes."""
    table = {"attributes": ["x", "c"], "categories": [None, ("p", "q", "r", "s")]}
    odd = ("c", "p", 0, ("c", "q", 0, 1))
    even = ("c", "p", 1, ("c", "q", 1, 0))
    tree = tree_of(("x", 1.0, ("x", 0.0, odd, odd), ("x", 2.0, even, even)), **table)
    domain = domain_of([tree])
    assert domain.n_cells == (4, 4)
    rebuilt = tree_from_spectrum(spectrum(tree))
    features = brute.cells_of_trees([tree])
    np.testing.assert_array_equal(answers_on(domain, rebuilt, features), brute.answers(tree, features))
    assert rebuilt.attribute[0] == 0
    assert rebuilt.threshold[0] == 1.0


def test_siblings_that_answer_alike_are_one_leaf():
    same = tree_of(("a", 0.5, ("b", 0.5, 1, 1), ("b", 0.5, 1, 0)), attributes=FLAGS)
    rebuilt = tree_from_spectrum(spectrum(same))
    assert rebuilt.n_nodes == 5
    constant = tree_of(("a", 0.5, ("b", 0.5, 1, 1), 1), attributes=FLAGS)
    assert tree_from_spectrum(spectrum(constant)).n_nodes == 1


@FEW
@given(ensembles(max_trees=4), st.integers(1, 3))
def test_depth_bound(trees, max_depth):
    mean = mean_spectrum(spectrum(trees))
    tree = tree_from_spectrum(mean, max_depth=max_depth)
    assert tree.levels.max() <= max_depth + 1
    values = value_tree_from_spectrum(mean, max_depth=max_depth)
    assert values.tree.levels.max() <= max_depth + 1


@FEW
@given(ensembles(max_trees=4, max_classes=2), st.floats(0.5, 1.0), st.floats(0.001, 0.2))
def test_confidence_and_free_energy_stop_early(trees, confidence, free_energy):
    mean = mean_spectrum(spectrum(trees))
    whole = value_tree_from_spectrum(mean)
    assert tree_from_spectrum(mean, confidence=confidence).n_nodes <= tree_from_spectrum(mean).n_nodes
    assert value_tree_from_spectrum(mean, free_energy=free_energy).n_nodes <= whole.n_nodes
    average = float(mean.mean[0])
    if max(average, 1 - average) >= confidence:
        assert tree_from_spectrum(mean, confidence=confidence).n_nodes == 1


@FEW
@given(ensembles(max_trees=2), st.floats(0.3, 0.99))
def test_cut_spectrum_gives_the_tree_of_what_was_kept(trees, energy):
    features, domain = brute.cells_of_trees(trees), domain_of(trees)
    cut = cut_to_energy(spectrum(trees)[0], energy)
    cells = np.array(brute.points(features), dtype=np.int32)
    values = cut.at(cells)
    assume(np.abs(values - 0.5).min() > 1e-7 if values.shape[1] == 1 else True)
    tree = tree_from_spectrum(cut)
    if values.shape[1] == 1:
        wanted = (values[:, 0] > 0.5).astype(int)
    else:
        ordered = np.sort(values, axis=1)
        assume((ordered[:, -1] - ordered[:, -2]).min() > 1e-7)
        wanted = np.argmax(values, axis=1)
    np.testing.assert_array_equal(answers_on(domain, tree, features), wanted)


def test_more_features_than_a_word_has_bits():
    """69 Boolean attributes in pairs below six levels, and one number: plain splits first, then the kernel."""
    names = [f"a{i}" for i in range(70)]
    level = [(name, 0.5, 0, 1) for name in names[6:]]
    level[-1] = ("a69", 0.0, 0, ("a69", 1.0, 1, 0))
    for name in reversed(names[:6]):
        level = [(name, 0.5, left, right) for left, right in zip(level[::2], level[1::2], strict=True)]
    tree = tree_of(level[0], attributes=names)
    rebuilt = tree_from_spectrum(spectrum(tree))
    rows = np.random.default_rng(0).integers(0, 2, (2000, 70)).astype(float)
    rows[:, 69] = np.random.default_rng(1).choice([-1.0, 0.0, 0.5, 1.0, 3.0], 2000)
    np.testing.assert_array_equal(predicted_classes(rebuilt, rows), predicted_classes(tree, rows))


class TestRefusals:
    tree = tree_of(("a", 0.5, ("b", 0.5, 0, 1), ("b", 0.5, 1, 0)), attributes=FLAGS)

    def test_too_many_nodes(self):
        with refused("tree-of-spectrum-too-large", limit=5):
            tree_from_spectrum(spectrum(self.tree), max_nodes=5)
        wide = tree_of(("x", 1.0, 0, ("x", 2.0, 1, 0)), attributes=["x"])
        with refused("tree-of-spectrum-too-large", limit=3):
            tree_from_spectrum(spectrum(wide), max_nodes=3)

    def test_numbers_are_not_classes(self):
        found = spectrum(self.tree)
        with refused("spectrum-without-classes"):
            tree_from_spectrum(weighted_sum([found, found], [1.0, -2.0]))

    @pytest.mark.parametrize(
        ("code", "option", "value"),
        [
            ("not-whole", "max_depth", -1),
            ("out-of-range", "confidence", 1.5),
            ("below-minimum", "free_energy", -1.0),
            ("below-minimum", "free_energy", float("nan")),
        ],
    )
    def test_bounds_out_of_range(self, code, option, value):
        with refused(code, option=option):
            tree_from_spectrum(spectrum(self.tree), **{option: value})
