"""The row measure, Sobol indices and Shapley values against every cell, every subset, and SHAP."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ksdt_core as ksdt
from ksdt_core.fourier.attribute_energy import attribute_energy
from ksdt_core.fourier.boxes import combined
from ksdt_core.fourier.construction import tree_from_spectrum
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.gram import estimated_inner_products, inner_products
from ksdt_core.fourier.importance import Importance, importance
from ksdt_core.fourier.masses import pair_domain, pair_rows, row_domain
from ksdt_core.fourier.projection import project
from ksdt_core.fourier.row_energy import row_energy
from ksdt_core.fourier.shapley import shapley_values
from ksdt_core.fourier.sources import box_functions
from ksdt_core.fourier.transform import spectrum
from tests.fourier.from_spectra import cut_to_order, spectral_inner_products
from tests.fourier.trees import FEW, ensembles, tree_of
from tests.oracles import brute_fourier as brute
from tests.oracles import plain_importance as plain
from tests.refusals import refused


def some_rows(trees, seed, n_rows=9):
    """Rows of the trees' table: some on cuts, some cells left without any."""
    generator = np.random.default_rng(seed)
    columns = [
        generator.integers(0, len(known), n_rows).astype(float)
        if known
        else generator.choice([-3.0, 0.0, 0.3, 0.5, 9.0], n_rows)
        for known in trees[0].categories
    ]
    return np.stack(columns, axis=1)


@FEW
@given(ensembles(max_trees=3), st.integers(0, 2**32 - 1))
def test_inner_products_of_rows_are_sums_over_all_cells(trees, seed):
    rows, features = some_rows(trees, seed), brute.cells_of_trees(trees)
    functions = [brute.outputs(tree, features) for tree in trees]
    wanted = plain.inner_products(functions, plain.cell_measure(plain.marginals(features, rows)))
    np.testing.assert_allclose(inner_products(trees, measure="rows", rows=rows), wanted, atol=1e-12)
    np.testing.assert_allclose(project(trees, measure="rows", rows=rows).gram, wanted, atol=1e-12)


@FEW
@given(ensembles(max_trees=3), st.integers(0, 2**32 - 1))
def test_two_tables_count_alike(trees, seed):
    small, large = some_rows(trees, seed, 4), some_rows(trees, seed + 1, 11)
    features = brute.cells_of_trees(trees)
    sides = zip(plain.marginals(features, small), plain.marginals(features, large), strict=True)
    measure = plain.cell_measure([(one + other) / 2 for one, other in sides])
    wanted = plain.inner_products([brute.outputs(tree, features) for tree in trees], measure)
    domain = row_domain(domain_of(trees), [small, large])
    np.testing.assert_allclose(inner_products(trees, domain=domain), wanted, atol=1e-12)


@FEW
@given(ensembles(max_trees=3), st.integers(0, 2**32 - 1), st.lists(st.floats(-4, 10), max_size=4))
def test_more_cuts_change_nothing_under_rows(trees, seed, extra):
    rows, domain = some_rows(trees, seed), domain_of(trees)
    more = replace(
        domain,
        features=tuple(
            replace(one, cuts=tuple(sorted({*one.cuts, *extra}))) if one.values is None else one
            for one in domain.features
        ),
    )
    ours, theirs = (row_domain(one, [rows]) for one in (domain, more))
    np.testing.assert_allclose(inner_products(trees, domain=ours), inner_products(trees, domain=theirs), atol=1e-12)
    weights = np.full(len(trees), 1 / len(trees))
    found = [
        attribute_energy(combined(box_functions(trees, domain=on), weights), with_pairs=True) for on in (ours, theirs)
    ]
    for part in ("variance", "alone", "total", "pairs"):
        np.testing.assert_allclose(getattr(found[0], part), getattr(found[1], part), atol=1e-12)


@FEW
@given(ensembles(max_trees=3))
def test_equal_masses_are_the_uniform_measure(trees):
    domain = domain_of(trees)
    even = replace(domain, masses=tuple((3,) * n_cells for n_cells in domain.n_cells))
    np.testing.assert_allclose(inner_products(trees, domain=even), inner_products(trees), atol=1e-12)


@FEW
@given(ensembles(max_trees=2), st.integers(0, 2**32 - 1))
def test_parts_of_the_variance_against_all_subsets(trees, seed):
    rows, features = some_rows(trees, seed), brute.cells_of_trees(trees)
    function = np.mean([brute.outputs(tree, features) for tree in trees], axis=0)
    variance, alone, total, pairs = plain.sobol(function, plain.marginals(features, rows))
    functions = box_functions(trees, domain=row_domain(domain_of(trees), [rows]))
    found = attribute_energy(combined(functions, np.full(len(trees), 1 / len(trees))), with_pairs=True)
    assert found.variance == pytest.approx(variance, abs=1e-12)
    np.testing.assert_allclose(found.alone, alone, atol=1e-12)
    np.testing.assert_allclose(found.total, total, atol=1e-12)
    for (k, m), part in pairs.items():
        assert found.pairs[k, m] == found.pairs[m, k] == pytest.approx(part, abs=1e-12)


@FEW
@given(ensembles(max_trees=2, depth=3), st.integers(0, 2**32 - 1))
def test_shapley_values_against_all_subsets(trees, seed):
    rows, features = some_rows(trees, seed, 6), brute.cells_of_trees(trees)
    if not features:
        return
    first = 1 if len(trees[0].class_names) == 2 else 0

    def mean_answer(row):
        return np.mean([brute.answer(tree, row) == first for tree in trees])

    x = some_rows(trees, seed + 1, 2)
    draws = {
        "rows": plain.product_draws(features, rows),
        "empirical": [(1 / len(rows), {column: row[column] for column in features}) for row in rows],
    }
    for measure, known in draws.items():
        found = shapley_values(trees, x, rows, measure=measure)
        for place, row in enumerate(x):
            wanted = plain.shapley(mean_answer, {column: row[column] for column in features}, known)
            np.testing.assert_allclose(found.values[place, :, 0], list(wanted.values()), atol=1e-12)
        answers = [[np.mean([brute.answer(t, row) == c for t in trees]) for c in classes(trees)] for row in x]
        np.testing.assert_allclose(found.base + found.values.sum(axis=1), answers, atol=1e-12)


def classes(trees):
    n = len(trees[0].class_names)
    return [1] if n == 2 else range(n)


def test_shapley_values_are_those_of_shap():
    shap = pytest.importorskip("shap")
    from sklearn.ensemble import RandomForestClassifier

    generator = np.random.default_rng(3)
    rows = generator.normal(size=(60, 5))
    answers = (rows[:, 0] + rows[:, 1] * rows[:, 2] > 0).astype(int)
    model = RandomForestClassifier(4, random_state=0, bootstrap=False).fit(rows, answers)  # pure leaves: votes
    theirs = shap.TreeExplainer(model, data=rows[:40], feature_perturbation="interventional")
    wanted = np.asarray(theirs.shap_values(rows[40:], check_additivity=False))[..., 1]
    found = shapley_values(ksdt.trees_from(model), rows[40:], rows[:40], measure="empirical")
    ours = {name: found.values[:, place, 0] for place, name in enumerate(found.attributes)}
    for column, name in enumerate(ksdt.trees_from(model)[0].attributes):
        np.testing.assert_allclose(ours.get(name, np.zeros(20)), wanted[:, column], atol=1e-9)


def test_sobol_indices_of_mined_trees_are_shares(wine_pair):
    pair, trees = wine_pair
    found = importance(trees, pair)
    for table in ("left", "right", "both"):
        for position in (*range(len(trees.trees)), None):
            first, total = found.first_order(position, table), found.total(position, table)
            pairs = found.pairs(position, table)
            assert set(first) == set(total) == found.used(position)
            assert all(0 <= first[name] <= total[name] + 1e-12 for name in first)
            assert sum(first.values()) + sum(pairs.values()) <= 1 + 1e-9 <= sum(total.values()) + 2e-9
    assert found.total(0, "left") != found.total(0, "right")
    with refused("no-such-tree-position"):
        found.total(len(trees.trees))
    with refused("not-a-choice"):
        found.total(0, "middle")


@pytest.fixture(scope="module")
def wine_pair():
    from ksdt_core.data.samples.catalogue import load

    pair = ksdt.pair_datasets(load("wine-red"), load("wine-white"), scale="rank")
    return pair, ksdt.mine(pair, k=3)


def test_and_of_two_halves():
    tree = tree_of(("x", 0.5, 0, ("y", 0.5, 0, 1)), attributes=["x", "y"])
    rows = np.array([[0.0, 0.0], [1.0, 1.0]])
    function = box_functions(tree, domain=row_domain(domain_of([tree]), [rows]))[0]
    found = attribute_energy(function, with_pairs=True)
    assert (found.variance, *found.alone, *found.total) == pytest.approx((3 / 16, 1 / 16, 1 / 16, 1 / 8, 1 / 8))
    assert found.pairs[0, 1] == pytest.approx(1 / 16)
    values = shapley_values(tree, np.array([[1.0, 1.0]]), rows)
    assert values.base == pytest.approx([1 / 4])
    assert values.values[0, :, 0] == pytest.approx([3 / 8, 3 / 8])
    together = shapley_values(tree, np.array([[1.0, 1.0]]), rows, measure="empirical")
    assert (together.base[0], *together.values[0, :, 0]) == pytest.approx((1 / 2, 1 / 4, 1 / 4))


def test_changed_answers_are_those_of_new_draws():
    """P(f(x) ≠ f(x with one attribute drawn again)), counted over all rows and draws."""
    names = ("a", "b", "c")
    tree = tree_of(
        ("x", 0.5, ("y", 1.5, 0, 1), ("x", 2.5, 2, ("y", 0.5, 1, 0))), attributes=["x", "y"], class_names=names
    )
    rows = np.array([[0.0, 0.0], [1.0, 2.0], [3.0, 1.0], [3.0, 0.0]])
    on = row_domain(domain_of([tree]), [rows])
    found = Importance((tree,), {"left": on})
    answers = {(x, y): brute.answer(tree, [x, y]) for x in rows[:, 0] for y in rows[:, 1]}
    changed = np.mean([answers[x, y] != answers[z, y] for x in rows[:, 0] for y in rows[:, 1] for z in rows[:, 0]])
    assert found.changed(0)["x"] == pytest.approx(changed)


def test_estimate_under_rows_lies_within_its_error_bar():
    tree = tree_of(("x", 0.5, 0, ("y", 0.5, 0, 1)), attributes=["x", "y"])
    domain = row_domain(domain_of([tree]), [np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 1.0]])])
    found = estimated_inner_products([tree], domain=domain, n_points=2000)
    assert abs(found.values[0, 0] - 4 / 9) <= 5 * found.standard_error[0, 0]


def test_masses_of_cells_become_an_array_once():
    """A regression: every tree made it again, which took as long as half of the inner products."""
    domain = domain_of([tree_of(("x", 1.0, 0, 1), attributes=["x"])])
    counted = row_domain(domain, [np.array([[0.0], [1.0], [2.0]])])
    for one, masses in ((domain, [1, 1]), (counted, [2, 1])):
        assert one.cell_masses(0) is one.cell_masses(0)
        assert one.cell_masses(0).tolist() == masses
        assert not one.cell_masses(0).flags.writeable


def test_a_measure_needs_rows_and_known_attributes(wine_pair):
    pair, trees = wine_pair
    tree = tree_of(("no such column", 0.5, 0, 1), attributes=["no such column"])
    with refused("measure-without-rows"):
        inner_products(trees, measure="rows")
    with refused("measure-without-rows"):
        row_domain(domain_of([tree]), [np.zeros((0, 1))])
    with refused("attribute-outside-pair"):
        pair_domain(domain_of([tree]), pair)
    with refused("measure-without-rows"):
        shapley_values(tree, np.zeros((1, 1)), np.zeros((0, 1)))
    by_name = shapley_values(trees, pair.right.scaled[:3], pair.left.scaled, attributes=pair.attributes)
    domain = domain_of([shared.tree for shared in trees.trees])
    left, right = pair_rows(domain, pair)
    np.testing.assert_array_equal(by_name.values, shapley_values(trees, right[:3], left).values)


@FEW
@given(ensembles(max_trees=2), st.integers(0, 2**32 - 1), st.integers(0, 3))
def test_spectra_under_rows_keep_products_functions_and_trees(trees, seed, max_order):
    """Parseval, Lemma 2 and the function itself wherever rows can be; the tree of a whole spectrum answers alike."""
    rows = some_rows(trees, seed)
    domain, features = row_domain(domain_of(trees), [rows]), brute.cells_of_trees(trees)
    found = spectrum(trees, domain=domain)
    measure = plain.cell_measure(plain.marginals(features, rows))
    cells = np.array(brute.points(features), dtype=np.int32).reshape(measure.size, -1)
    functions = [brute.outputs(tree, features) for tree in trees]
    np.testing.assert_allclose(spectral_inner_products(found), plain.inner_products(functions, measure), atol=1e-9)
    for tree, one, function in zip(trees, found, functions, strict=True):
        np.testing.assert_allclose(one.at(cells)[measure > 0], function[measure > 0], atol=1e-9)
        np.testing.assert_allclose(one.energy(), (measure[:, None] * function**2).sum(axis=0), atol=1e-9)
        rebuilt = brute.answers(tree_from_spectrum(one), features)
        assert (rebuilt == brute.answers(tree, features))[measure > 0].all()
        low, cut = spectrum(tree, domain=domain, max_order=max_order), cut_to_order(one, max_order)
        np.testing.assert_allclose(low.at(cells), cut.at(cells), atol=1e-9)
        np.testing.assert_allclose(low.kept(), cut.kept(), atol=1e-9)


@FEW
@given(ensembles(max_trees=2))
def test_spectra_of_equal_masses_are_todays(trees):
    domain = domain_of(trees)
    even = replace(domain, masses=tuple((2,) * n_cells for n_cells in domain.n_cells))
    for ours, known in zip(spectrum(trees, domain=even), spectrum(trees), strict=True):
        everywhere = {key.tobytes(): value for key, value in zip(known.keys, known.coefficients, strict=True)}
        for key, value in zip(ours.keys, ours.coefficients, strict=True):
            np.testing.assert_allclose(value, everywhere.pop(key.tobytes(), np.zeros_like(value)), atol=1e-12)
        assert all(np.abs(value).max() < 1e-12 for value in everywhere.values())


@FEW
@given(ensembles(max_trees=2, depth=3), st.integers(0, 2**32 - 1))
def test_parts_of_the_variance_over_rows_as_they_are(trees, seed):
    rows, features = some_rows(trees, seed, 6), brute.cells_of_trees(trees)
    domain = domain_of(trees)
    found = row_energy(
        combined(box_functions(trees, domain=domain), np.full(len(trees), 1 / len(trees))), domain.cells_of(rows)
    )

    def mean_answer(row):
        return np.array([np.mean([brute.answer(tree, row) == c for tree in trees]) for c in classes(trees)])

    def cells(column):
        values = features[column]
        return lambda value: next((i for i, v in enumerate(values) if value <= v), len(values) - 1)

    variance, alone, total = plain.row_parts(mean_answer, rows, {column: cells(column) for column in features})
    assert found.variance == pytest.approx(variance, abs=1e-12)
    np.testing.assert_allclose(found.alone, list(alone.values()), atol=1e-12)
    np.testing.assert_allclose(found.total, list(total.values()), atol=1e-12)


def test_changed_answers_are_those_of_swapped_values(wine_pair):
    """The answers that change when a row takes the value of another row, counted over all pairs of rows."""
    pair, trees = wine_pair
    tree = trees.trees[0].tree
    few = replace(pair, left=replace(pair.left, scaled=pair.left.scaled[:40]))
    found = importance(trees, few, measure="empirical").changed(0, "left")
    rows = pair_rows(domain_of([tree]), few, "left")[0]
    own = np.repeat([brute.answer(tree, row) for row in rows], len(rows))
    for name, share in found.items():
        here = np.arange(rows.shape[1]) == tree.attributes.index(name)
        swapped = [brute.answer(tree, np.where(here, other, row)) for row in rows for other in rows]
        assert share == pytest.approx(np.mean(own != np.array(swapped)), abs=1e-12)
