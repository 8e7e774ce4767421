"""Bagged trees on a real table of 22 Boolean attributes: what must hold at that size too."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.ensemble import BaggingClassifier
from sklearn.tree import DecisionTreeClassifier

from ksdt_core.data import read_dataset
from ksdt_core.fourier.aggregation import aggregated_spectrum, aggregated_tree
from ksdt_core.fourier.construction import tree_from_spectrum
from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.orthogonal import orthogonal_trees
from ksdt_core.fourier.transform import spectrum
from ksdt_core.learners.conversion import trees_from
from ksdt_core.trees.walk import predicted_classes
from tests.fourier.from_spectra import spectral_inner_products

pytestmark = pytest.mark.shared_data


@pytest.fixture(scope="module")
def heart(request):
    folder = request.getfixturevalue("shared_data")
    return [read_dataset(folder / "uci" / f"spect_{part}.csv.gz") for part in ("train", "test")]


@pytest.fixture(scope="module")
def trees(heart):
    train, _ = heart
    model = BaggingClassifier(DecisionTreeClassifier(criterion="entropy"), n_estimators=40, random_state=4)
    return trees_from(model.fit(train.values, train.classes), attributes=train.attributes)


def test_tree_of_the_aggregate_answers_like_the_vote(heart, trees):
    rows = np.concatenate([table.values for table in heart])
    votes = np.mean([predicted_classes(tree, rows) for tree in trees], axis=0)
    mean = aggregated_spectrum(trees)
    np.testing.assert_allclose(mean.at(mean.domain.cells_of(rows))[:, 0], votes, atol=1e-9)
    tree = tree_from_spectrum(mean)
    np.testing.assert_array_equal(predicted_classes(tree, rows), votes > 0.5 + 1e-9)
    bounded = aggregated_tree(trees, max_depth=4)
    assert bounded.levels.max() <= 5


def test_inner_products_agree_both_ways(trees):
    gram = inner_products(trees)
    np.testing.assert_allclose(spectral_inner_products(spectrum(trees)), gram, atol=1e-9)


def test_components_are_orthonormal(trees):
    found = orthogonal_trees(trees)
    assert 1 < found.n_components < 40
    spectra = [found.spectrum(component) for component in range(found.n_components)]
    np.testing.assert_allclose(spectral_inner_products(spectra), np.eye(found.n_components), atol=1e-9)
