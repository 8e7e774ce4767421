"""Ensembles read from scikit-learn: the same answer on every row, votes and out-of-bag answers by a plain oracle."""

from __future__ import annotations

import warnings
from statistics import mean, median

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn import ensemble, linear_model
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.folds import dealt_folds
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from ksdt_core.learners.ensemble_growth import INNER_FOLDS, Growth, grow_ensemble
from ksdt_core.learners.rows import learning_rows
from ksdt_core.learners.voting import combined, left_out
from ksdt_core.trees.walk import leaf_of_rows
from tests.refusals import refused

TREES, SEED = 7, 3
GROWTH = Growth(n_trees=TREES, vote="mean", seed=SEED)
NAMES = ("ape", "bee", "cat")


def table(n_classes: int = 3, n_rows: int = 90, *, unused: bool = False) -> tuple[Dataset, np.ndarray]:
    """Numbers and a category, with a class that follows them in part; and a number to predict."""
    generator = np.random.default_rng(n_rows)
    values = np.column_stack(
        [generator.normal(size=n_rows), generator.integers(0, 3, n_rows), generator.random(n_rows) * 1e-3]
    )
    classes = (np.digitize(values[:, 0], [-0.4, 0.6]) + generator.integers(0, 2, n_rows) * (values[:, 1] == 1)) % 3
    classes = classes % n_classes
    if unused:
        classes = np.where(classes == 1, 2, classes)  # no row of the second class
    names = NAMES if unused else NAMES[:n_classes]
    made = Dataset("t", ("x", "colour", "y"), values, (None, ("b", "g", "r"), None), names, classes.astype(np.intp))
    return made, values[:, 0] * 3 + values[:, 1] + generator.normal(size=n_rows)


def _of_scikit_learn(method: str, is_number: bool, n_columns: int, by: np.ndarray):
    tree = DecisionTreeRegressor if is_number else DecisionTreeClassifier
    common = {"n_estimators": TREES, "random_state": SEED}
    kind = "Regressor" if is_number else "Classifier"
    few = max(1, n_columns // 3) if is_number else max(1, round(n_columns**0.5))
    forest = getattr(ensemble, f"RandomForest{kind}")(max_features=few, **common)
    boosted = getattr(ensemble, f"GradientBoosting{kind}")(**common)
    if method == "stacking":
        last = linear_model.RidgeCV() if is_number else linear_model.LogisticRegression(max_iter=1000)
        parts = [("tree", tree(random_state=SEED)), ("forest", forest), ("boosted", boosted)]
        folds = dealt_folds(np.zeros(by.size, dtype=np.intp) if is_number else by, INNER_FOLDS, SEED)
        return getattr(ensemble, f"Stacking{kind}")(parts, final_estimator=last, cv=folds)
    stump = tree(max_depth=3 if is_number else 1, random_state=SEED)
    return {
        "tree": tree(random_state=SEED),
        "bagging": getattr(ensemble, f"Bagging{kind}")(tree(random_state=SEED), **common),
        "forest": forest,
        "adaboost": getattr(ensemble, f"AdaBoost{kind}")(stump, **common),
        "gradient-boosting": boosted,
    }[method]


@pytest.mark.parametrize("n_classes", [2, 3, 0])
@pytest.mark.parametrize("method", ["tree", "bagging", "forest", "adaboost", "gradient-boosting", "stacking"])
def test_every_row_is_predicted_as_scikit_learn_does(method, n_classes):
    """Of the table, and rows that nothing grew on; `n_classes` 0 predicts numbers."""
    data, numbers = table(n_classes or 2)
    rows = learning_rows(data)
    target = rows.classes if n_classes else numbers
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = _of_scikit_learn(method, not n_classes, rows.matrix.shape[1], target).fit(rows.matrix, target)
    grown = grow_ensemble(data, method, GROWTH, numbers=None if n_classes else numbers)
    other, _ = table(n_classes or 2, 400)
    for values in (data.values, other.values):
        expected = model.predict(rows.encoding.matrix(values))
        np.testing.assert_array_equal(grown.predict(values), expected)
    assert grown.n_trees >= 1
    assert len(grown.bags) == (TREES if method in ("bagging", "forest") else 0)


def test_a_class_without_rows_is_never_predicted_and_keeps_its_position():
    data, _ = table(unused=True)
    for method in ("tree", "bagging", "forest", "adaboost", "gradient-boosting", "stacking"):
        found = grow_ensemble(data, method, GROWTH).predict(data.values)
        assert set(found.tolist()) <= {0, 2}, method
        assert np.mean(found == data.classes) > 0.6, method


@pytest.mark.parametrize("rule", ["mode", "mean", "median"])
@given(data=st.data())
@settings(max_examples=40)
def test_votes_are_those_of_a_plain_oracle(rule, data):
    """Row by row, by the functions of `statistics`; only trees that may vote do."""
    n_trees, n_rows, n_outputs = data.draw(st.tuples(st.integers(1, 6), st.integers(1, 5), st.integers(1, 3)))
    answers = data.draw(hnp.arrays(np.float64, (n_trees, n_rows, n_outputs), elements=st.integers(0, 4)))
    voters = data.draw(hnp.arrays(np.bool_, (n_trees, n_rows)))
    found = combined(answers, voters.astype(np.float64), rule)
    for row in range(n_rows):
        asked = [answers[tree, row].tolist() for tree in range(n_trees) if voters[tree, row]]
        if not asked:
            assert np.isnan(found[row]).all()
        elif rule == "mode":
            chosen = [each.index(max(each)) for each in asked]
            assert found[row].tolist() == pytest.approx([chosen.count(c) / len(chosen) for c in range(n_outputs)])
        else:
            of = mean if rule == "mean" else median
            assert found[row].tolist() == pytest.approx([of(column) for column in zip(*asked, strict=True)])


@pytest.mark.parametrize("vote", ["mode", "mean", "median"])
@pytest.mark.parametrize("method", ["bagging", "forest"])
def test_out_of_bag_answers_are_those_of_the_trees_that_did_not_see_a_row(method, vote):
    data, _ = table(n_rows=60)
    grown = grow_ensemble(data, method, Growth(n_trees=5, vote=vote, seed=1))
    voters = left_out(grown.bags, data.n_rows)
    judged = np.flatnonzero(voters.any(axis=0))
    found = grown.predict_left_out(data.values[judged], voters[:, judged])
    assert 0 < judged.size < data.n_rows, "with five trees some rows are in every bag"
    for row, answer in zip(judged.tolist(), found.tolist(), strict=True):
        shares = [
            tree.values[leaf_of_rows(tree.tree, data.values[[row]])[0]].tolist()
            for tree, bag in zip(grown.model.trees, grown.bags, strict=True)
            if row not in set(bag.tolist())
        ]
        if vote == "mode":
            labels = [each.index(max(each)) for each in shares]
            voted = [labels.count(c) for c in range(3)]
        else:
            voted = [(mean if vote == "mean" else median)(column) for column in zip(*shares, strict=True)]
        assert answer == voted.index(max(voted))


def test_votes_differ_and_the_median_ignores_a_far_tree():
    answers = np.array([[[0.0]], [[1.0]], [[1.2]], [[50.0]]])
    ones = np.ones((4, 1))
    assert combined(answers, ones, "median")[0, 0] == pytest.approx(1.1)
    assert combined(answers, ones, "lower-median")[0, 0] == 1.0
    assert combined(answers, ones, "mean")[0, 0] == pytest.approx(13.05)


def test_boosting_that_cannot_start_keeps_its_first_tree():
    """Constant attributes and balanced classes: no stump is better than guessing."""
    data = Dataset("t", ("a",), np.ones((8, 1)), (None,), ("n", "y"), np.array([0, 1] * 4, dtype=np.intp))
    grown = grow_ensemble(data, "adaboost", GROWTH)
    assert (grown.n_trees, grown.n_nodes) == (1, 1)
    assert set(grown.predict(data.values).tolist()) == {0}


def test_what_cannot_grow_is_refused():
    data, numbers = table()
    with refused("mode-of-numbers", InvalidParameterError, option="vote"):
        grow_ensemble(data, "forest", Growth(vote="mode"), numbers=numbers)
    with refused("out-of-range", InvalidParameterError, option="max_features", high=5):
        grow_ensemble(data, "forest", Growth(max_features=6))
    with refused("not-a-choice", InvalidParameterError, option="ensemble"):
        grow_ensemble(data, "boost")
    one = data.take_rows(np.array([*np.flatnonzero(data.classes == 0)[:5], np.flatnonzero(data.classes == 1)[0]]))
    with refused("too-few-to-stack", InvalidDataError, table="t", rows=6):
        grow_ensemble(one, "stacking", GROWTH)
