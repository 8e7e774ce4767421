"""Ensembles on tables and pairs: categories stay categories, seeds decide, weights are kept."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.readers.reading import read_dataset
from ksdt_core.errors import InvalidDataError
from ksdt_core.learners.encoding import Encoding
from ksdt_core.learners.ensembles import TreeShape, adaboost, bagging, forest, single_tree
from ksdt_core.trees.walk import predicted_classes
from tests.refusals import refused


def table(seed: int = 0, n_rows: int = 120, *, name: str = "t", swapped: bool = False):
    generator = np.random.default_rng(seed)
    colour = generator.choice(["blue", "green", "red"], n_rows)
    flag = generator.choice(["n", "y"], n_rows)
    size = generator.random(n_rows).round(2)
    hit = (colour == "green") ^ ((flag == "y") & (size > 0.5))
    frame = pd.DataFrame({"colour": colour, "flag": flag, "size": size, "class": np.where(hit ^ swapped, "pos", "neg")})
    return read_dataset(frame, name=name)


def test_a_full_tree_learns_the_table_by_heart_with_categorical_tests():
    data = table()
    tree = single_tree(data)
    np.testing.assert_array_equal(predicted_classes(tree, data.values), data.classes)
    green = (tree.attribute == 0) & (tree.category == 1)
    assert green.any()
    categorical = (tree.attribute == 0) | (tree.attribute == 1)
    assert np.isnan(tree.threshold[categorical]).all()
    assert (tree.category[tree.attribute == 2] == -1).all()


def test_two_values_need_one_column_and_three_need_three():
    data = table()
    encoding = Encoding.of(data.attributes, data.categories)
    assert encoding.attribute == (0, 0, 0, 1, 2)
    assert encoding.category == (0, 1, 2, 0, -1)
    matrix = encoding.matrix(data.values)
    np.testing.assert_array_equal(matrix[:, :3].sum(axis=1), 1)
    np.testing.assert_array_equal(matrix[:, 4], data.values[:, 2])


@pytest.mark.parametrize("learn", [bagging, forest, adaboost])
def test_a_seed_decides_and_votes_are_shares(learn):
    data = table()
    first, again, other = learn(data, 9, seed=4), learn(data, 9, seed=4), learn(data, 9, seed=5)
    assert all(np.array_equal(a.attribute, b.attribute) for a, b in zip(first.trees, again.trees, strict=True))
    if learn is not adaboost:
        assert any(not np.array_equal(a.attribute, b.attribute) for a, b in zip(first.trees, other.trees, strict=True))
        assert np.mean(first.predict(data.values) != data.classes) < 0.1
    np.testing.assert_allclose(first.votes(data.values).sum(axis=1), 1)


def test_boosting_keeps_its_weights_and_they_matter():
    data = table(n_rows=200)
    boosted = adaboost(data, 12, shape=TreeShape(max_depth=2))
    assert boosted.weights.size == len(boosted.trees)
    assert np.ptp(boosted.weights) > 0
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.tree import DecisionTreeClassifier

    matrix = Encoding.of(data.attributes, data.categories).matrix(data.values)
    base = DecisionTreeClassifier(criterion="entropy", max_depth=2)
    model = AdaBoostClassifier(base, n_estimators=12, random_state=0).fit(matrix, data.classes)
    np.testing.assert_array_equal(boosted.predict(data.values), model.predict(matrix))


def test_the_out_of_bag_error_is_that_of_the_trees_which_left_a_row_out():
    data = table(n_rows=200)
    found = forest(data, 40, seed=1)
    from sklearn.ensemble import RandomForestClassifier

    matrix = Encoding.of(data.attributes, data.categories).matrix(data.values)
    model = RandomForestClassifier(40, criterion="entropy", max_features=2, oob_score=True, random_state=1)
    model.fit(matrix, data.classes)
    assert found.out_of_bag_error == pytest.approx(1 - model.oob_score_, abs=0.02)


def test_the_sides_of_a_pair():
    pair = pair_datasets(table(1, name="l"), table(2, name="r", swapped=True))
    left, right, union = (single_tree(pair, source=side) for side in ("left", "right", "union"))
    np.testing.assert_array_equal(predicted_classes(left, pair.left.scaled), pair.left.classes)
    np.testing.assert_array_equal(predicted_classes(right, pair.right.scaled), pair.right.classes)
    assert (predicted_classes(left, pair.right.scaled) != pair.right.classes).mean() > 0.5
    assert union.n_nodes > left.n_nodes


def test_a_class_that_a_small_bag_misses_keeps_its_place():
    frame = pd.DataFrame({"x": range(30), "class": ["a"] + ["b"] * 14 + ["c"] * 15})
    data = read_dataset(frame, name="t")
    found = bagging(data, 10, bag_fraction=0.2, seed=0)
    assert all(tree.class_names == ("a", "b", "c") for tree in found.trees)
    assert np.mean(found.predict(data.values) == data.classes) > 0.8


@pytest.mark.parametrize(
    ("call", "code", "facts"),
    [
        (lambda: bagging(table(), 0), "not-whole", {"option": "trees", "value": 0}),
        (lambda: bagging(table(), 3, bag_fraction=1.5), "not-a-share", {"option": "bag_fraction"}),
        (lambda: forest(table(), 3, max_features=9), "out-of-range", {"option": "max_features", "value": 9}),
        (lambda: single_tree(table(), source="left"), "source-of-one-table", {"source": "left"}),
        (lambda: TreeShape(max_depth=-1), "not-whole", {"option": "max_depth"}),
        (lambda: TreeShape(min_leaf=0), "not-whole", {"option": "min_leaf"}),
    ],
)
def test_bad_options_are_named(call, code, facts):
    with refused(code, **facts):
        call()


def test_missing_cells_are_named():
    frame = pd.DataFrame({"x": [1.0, None, 3.0], "class": ["a", "b", "b"]})
    with refused("gaps-in-learning-rows", InvalidDataError, table="t", cells=1, column="x"):
        single_tree(read_dataset(frame, name="t"))
