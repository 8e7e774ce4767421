"""The orthogonal-tree study: components against brute force, rows of the document, honest and leaking weights."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.readers.reading import read_dataset
from ksdt_core.fourier.arithmetic import mean_spectrum
from ksdt_core.fourier.construction import tree_from_spectrum
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.orthogonal import orthogonal_trees
from ksdt_core.fourier.transform import spectrum
from ksdt_core.fourier.truncation import cut_to_energy
from ksdt_core.learners.ensembles import bagging, single_tree
from ksdt_core.studies.judging import balanced_error_of, combined_answers, fitted_weights
from ksdt_core.studies.orthogonal import orthogonal_study
from ksdt_core.studies.orthogonal_settings import OrthogonalSettings
from ksdt_core.trees.walk import predicted_classes
from tests.refusals import refused

METHODS = ["majority", "single", "bagging", "forest", "rft", "aft", "odt-1", "odt-lr"]


def table(seed: int, n_rows: int, *, n_classes: int = 2):
    generator = np.random.default_rng(seed)
    values = generator.integers(0, 2, size=(n_rows, 8))
    score = (values[:, 0] & values[:, 1]) + values[:, 2] if n_classes == 3 else (values[:, 0] & values[:, 1])
    wrong = generator.random(n_rows) < 0.05
    classes = np.where(wrong, generator.integers(0, n_classes, n_rows), score)
    frame = pd.DataFrame(values, columns=[f"a{i}" for i in range(8)])
    return read_dataset(frame.assign(**{"class": np.array(["ape", "bee", "cat"])[classes]}), name="t")


@pytest.fixture(scope="module")
def pair():
    return pair_datasets(table(0, 150), table(1, 200))


def test_every_method_has_a_row(pair):
    document = orthogonal_study(pair, OrthogonalSettings(n_trees=7)).to_document()
    json.dumps(document, allow_nan=False)
    assert document["format"] == "ksdt-odt/1"
    assert [row["method"] for row in document["rows"]] == METHODS
    rows = {row["method"]: row for row in document["rows"]}
    assert rows["majority"]["balanced_error"] == 0.5
    assert rows["bagging"]["trees"] == rows["rft"]["trees"] == 7
    assert rows["single"]["trees"] == rows["aft"]["trees"] == rows["odt-1"]["trees"] == 1
    assert rows["odt-lr"]["trees"] == document["components"]
    assert max(row["error"] for name, row in rows.items() if name != "majority") < 0.2
    assert document["kept_energy"] >= 0.9
    assert document["kept_energy"] == pytest.approx(sum(document["explained"][: document["components"]]))
    assert "warning" not in document
    assert len(document["rft"]) == 7


def test_all_components_without_a_depth_bound_vote_as_the_ensemble(pair):
    """With every component and weights Σ_q ⟨mean f, v_q⟩ v_q the combination is the ensemble itself."""
    bags = bagging(pair, 5, source="left", seed=0)
    found = orthogonal_trees(bags.trees, energy=1.0)
    weights = found.coordinates.mean(axis=0)
    rows = pair.right.scaled
    values = np.stack([tree.at(rows) for tree in found.value_trees()])
    np.testing.assert_array_equal(combined_answers(values, weights), bags.predict(rows))


def test_full_energy_reconstructs_every_tree(pair):
    study = orthogonal_study(pair, OrthogonalSettings(n_trees=5, energy=1.0))
    assert all(one.error == one.rft_error for one in study.tree_pairs)
    assert study.row("rft").error == study.row("bagging").error


def test_published_weights_are_added_and_marked(pair):
    honest = orthogonal_study(pair, OrthogonalSettings(n_trees=6))
    leaking = orthogonal_study(pair, OrthogonalSettings(n_trees=6, published_weights=True))
    assert leaking.rows[:-1] == honest.rows
    assert leaking.rows[-1].method == "odt-lr-published"
    document = leaking.to_document()
    assert document["rows"][-1]["leaks"] is True
    assert "test rows" in document["warning"]


def test_three_classes():
    pair = pair_datasets(table(2, 200, n_classes=3), table(3, 200, n_classes=3))
    study = orthogonal_study(pair, OrthogonalSettings(n_trees=5))
    assert study.row("odt-lr").error < 0.25
    assert study.row("aft").error < 0.25


def test_both_kinds_of_leaves_answer_alike_and_classes_need_fewer_nodes(pair):
    """The class is the one that the scaled number stands for; merging changes no answer."""
    by_leaves = {
        leaves: orthogonal_study(pair, OrthogonalSettings(n_trees=6, learner="cart", leaves=leaves, tree_depth=4))
        for leaves in ("classes", "numbers")
    }
    classes, numbers = by_leaves["classes"], by_leaves["numbers"]
    assert classes.row("odt-1").error == numbers.row("odt-1").error
    assert classes.row("odt-1").nodes < numbers.row("odt-1").nodes
    assert classes.row("odt-lr").nodes < numbers.row("odt-lr").nodes
    np.testing.assert_array_equal(classes.gram, numbers.gram)


def test_the_gram_matrix_is_the_identity_where_no_bound_cuts_a_tree(pair):
    free = orthogonal_study(pair, OrthogonalSettings(n_trees=5, learner="cart", tree_depth=0)).to_document()
    np.testing.assert_allclose(free["gram"], np.eye(free["components"]), atol=1e-9)
    bound = orthogonal_study(pair, OrthogonalSettings(n_trees=5, learner="cart", tree_depth=1))
    assert np.diag(bound.gram).max() < 1 - 1e-6


def test_the_energy_cuts_the_aggregated_tree():
    """AFT of the study is the mean of spectra that were cut first; w_0 counts into the energy only when asked."""
    pair = pair_datasets(table(4, 90), table(5, 90))
    bags = bagging(pair, 7, learner="cart", source="left", shape=OrthogonalSettings().shape, seed=0)
    for count_mean in (False, True):
        settings = OrthogonalSettings(n_trees=7, learner="cart", energy=0.6, count_mean=count_mean, tree_depth=0)
        whole = spectrum(bags.trees, domain=domain_of(bags.trees))
        cut = [cut_to_energy(one, 0.6, count_mean=count_mean) for one in whole]
        wanted = tree_from_spectrum(mean_spectrum(cut))
        row = orthogonal_study(pair, settings).row("aft")
        assert row.nodes == wanted.n_nodes
        assert row.error == np.mean(predicted_classes(wanted, pair.right.scaled) != pair.right.classes)


@pytest.mark.parametrize("learner", ["c45", "cart"])
def test_every_ensemble_comes_from_the_learner_asked_for(pair, learner):
    settings = OrthogonalSettings(n_trees=4, learner=learner)
    study = orthogonal_study(pair, settings)
    bags = bagging(pair, 4, learner=learner, source="left", shape=settings.shape)
    alone = single_tree(pair, learner=learner, source="left", shape=settings.shape)
    assert [one.nodes for one in study.tree_pairs] == [tree.n_nodes for tree in bags.trees]
    assert study.row("single").nodes == alone.n_nodes
    assert study.to_document()["learner"] == learner


def test_weights_are_those_of_least_squares():
    generator = np.random.default_rng(0)
    values, classes = generator.normal(size=(3, 40, 1)), generator.integers(0, 2, 40)
    found = fitted_weights(values, classes, 2)
    matrix = values[:, :, 0].T
    np.testing.assert_allclose(matrix.T @ (matrix @ found - classes), 0, atol=1e-9)


def test_the_balanced_error_averages_over_classes():
    classes = np.array([0] * 9 + [1])
    assert balanced_error_of(np.zeros(10, dtype=int), classes) == 0.5


@pytest.mark.parametrize(
    ("options", "code", "option"),
    [
        ({"n_trees": 0}, "not-whole", "trees"),
        ({"learner": "id3"}, "not-a-choice", "learner"),
        ({"leaves": "none"}, "not-a-choice", "leaves"),
        ({"energy": 1.5}, "not-a-share", "energy"),
        ({"components": 30}, "out-of-range", "components"),
        ({"tree_depth": -1}, "not-whole", "tree_depth"),
    ],
)
def test_bad_settings_are_named(options, code, option):
    with refused(code, option=option):
        OrthogonalSettings(**options)


@pytest.mark.shared_data
def test_the_published_error_on_spect_is_the_majority_answer(shared_data):
    """15 of 187, and weights fitted on the test classes bring it back."""
    train, test = (read_dataset(shared_data / "uci" / f"spect_{part}.csv.gz") for part in ("train", "test"))
    study = orthogonal_study(pair_datasets(train, test), OrthogonalSettings(n_trees=40, published_weights=True))
    assert round(study.row("majority").error * 187) == 15
    assert study.row("majority").balanced_error == 0.5
    assert study.row("odt-lr-published").error <= study.row("odt-lr").error
