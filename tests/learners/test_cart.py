"""CART: scikit-learn's answers for classes and for numbers."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from ksdt_core.data.samples.catalogue import load
from ksdt_core.errors import InvalidDataError
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.transform import function_spectrum
from ksdt_core.fourier.tree_boxes import tree_function
from ksdt_core.learners.cart import cart, cart_numbers
from ksdt_core.learners.stopping import Stopping
from ksdt_core.trees.walk import leaf_of_rows, predicted_classes
from tests.data.tables import table_of
from tests.refusals import refused

WINE = load("wine-red")


@pytest.mark.parametrize(("criterion", "theirs"), [("gini", "gini"), ("gain", "entropy")])
def test_classes_are_those_of_scikit_learn(criterion, theirs):
    model = DecisionTreeClassifier(criterion=theirs, max_depth=5, min_samples_split=20, random_state=4)
    model.fit(WINE.values, WINE.classes)
    tree = cart(WINE, criterion=criterion, stopping=Stopping(max_depth=5, min_size=20), seed=4)
    assert tree.n_nodes == model.tree_.node_count
    assert predicted_classes(tree, WINE.values).tolist() == model.predict(WINE.values).tolist()


def test_nodes_that_are_pure_enough_are_leaves_and_all_others_as_before():
    full, stopped = cart(WINE), cart(WINE, stopping=Stopping(purity=0.9))
    assert 1 < stopped.n_nodes < full.n_nodes
    leaves = leaf_of_rows(stopped, WINE.values)
    for leaf in np.unique(leaves).tolist():
        counts = np.bincount(WINE.classes[leaves == leaf], minlength=2)
        assert counts.max() >= 0.9 * counts.sum()
    tests, all_tests = (
        {(int(tree.attribute[node]), float(tree.threshold[node])) for node in np.flatnonzero(~tree.is_leaf)}
        for tree in (stopped, full)
    )
    assert tests <= all_tests


def test_a_class_without_rows_keeps_its_place():
    """A table cut to some of its rows still knows all of its classes, and so does its tree."""
    table = load("credit-risk")
    some = table.take_rows(np.flatnonzero(table.classes != 1))
    tree = cart(some)
    assert tree.class_names == table.class_names
    assert predicted_classes(tree, some.values).tolist() == some.classes.tolist()


def test_numbers_are_those_of_scikit_learn():
    column = WINE.attributes.index("alcohol")
    others = np.delete(WINE.values, column, axis=1)
    model = DecisionTreeRegressor(max_depth=4, random_state=0).fit(others, WINE.values[:, column])
    found = cart_numbers(WINE, "alcohol", stopping=Stopping(max_depth=4))
    assert found.outputs == ("alcohol",)
    assert "alcohol" not in found.tree.attributes
    assert found.at(others)[:, 0] == pytest.approx(model.predict(others))
    rest = WINE.take_columns([c for c in range(WINE.n_attributes) if c != column])
    by_row = cart_numbers(rest, WINE.values[:, column], stopping=Stopping(max_depth=4))
    assert np.array_equal(by_row.values, found.values)


def test_classes_of_a_tree_for_numbers_say_which_side_of_the_mean():
    table = table_of("size", [(i, "x" if i % 2 else "y") for i in range(8)])
    found = cart_numbers(table, np.array([0.0, 0, 0, 0, 10, 10, 10, 10]))
    assert found.tree.class_names == ("value ≤ 5", "value > 5")
    assert predicted_classes(found.tree, table.values).tolist() == [0] * 4 + [1] * 4
    assert found.at(table.values)[:, 0].tolist() == [0] * 4 + [10] * 4


def test_a_tree_for_numbers_has_a_spectrum_whose_mean_is_that_of_its_cells():
    table = table_of("size", [(i, "x" if i % 2 else "y") for i in range(8)])
    found = cart_numbers(table, np.array([1.0, 1, 1, 1, 2, 2, 4, 4]))
    waves = function_spectrum(tree_function(found.tree, domain_of([found.tree]), values=found.values))
    assert waves.mean.tolist() == pytest.approx([(1 + 2 + 4) / 3])


def test_a_target_must_be_numbers():
    with refused("target-not-numeric", target="colour"):
        cart_numbers(WINE, "colour")
    with refused("target-not-numeric", target="hair", table="sunburn"):
        cart_numbers(load("sunburn"), "hair")
    with refused("target-with-gaps", InvalidDataError):
        cart_numbers(WINE, np.array([1.0, 2.0]))
    with refused("purity-of-numbers"):
        cart_numbers(WINE, "alcohol", stopping=Stopping(purity=0.9))
