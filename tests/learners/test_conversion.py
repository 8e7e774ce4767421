"""Contract: a converted tree answers every row as the model's own tree does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from ksdt_core.learners.conversion import exact_thresholds, trees_from
from ksdt_core.trees.walk import predicted_classes
from tests.refusals import refused

MODELS = {
    "tree": DecisionTreeClassifier(criterion="entropy", random_state=0),
    "best first": DecisionTreeClassifier(max_leaf_nodes=9, random_state=0),
    "bagging": BaggingClassifier(DecisionTreeClassifier(), 7, max_features=0.6, max_samples=0.3, random_state=1),
    "forest": RandomForestClassifier(7, max_depth=5, random_state=2),
    "boosting": AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=7, random_state=3),
}


def decimals(seed: int, n_rows: int = 150):
    """Cells with one decimal, which 32 bits round up or down: thresholds fall on cells that were never seen."""
    generator = np.random.default_rng(seed)
    values = generator.integers(0, 40, size=(n_rows, 5)) / 10
    noise = generator.random(n_rows) < 0.2
    classes = np.where(noise, 2, (values[:, 0] + values[:, 1] > 3.5).astype(int))
    return values, np.array(["ape", "bee", "cat"])[classes]


def own_answers(model, part, rows, columns):
    """What scikit-learn's tree answers, as positions among the classes of the model."""
    answers = part.predict(rows[:, columns])
    if answers.dtype.kind in "UO":
        return np.searchsorted(model.classes_, answers)
    return answers.astype(int)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_same_answers_on_every_row(name, seed):
    values, classes = decimals(seed)
    model = MODELS[name].fit(values[:60] * 2, classes[:60])
    everywhere = np.concatenate([values * 2, values, np.random.default_rng(seed).random((200, 5)) * 8])
    parts = [model] if name in ("tree", "best first") else model.estimators_
    columns = getattr(model, "estimators_features_", [np.arange(5)] * len(parts))
    trees = trees_from(model, attributes=list("abcde"))
    assert len(trees) == len(parts)
    assert all(tree.attributes == tuple("abcde") for tree in trees)
    for tree, part, own in zip(trees, parts, columns, strict=True):
        np.testing.assert_array_equal(predicted_classes(tree, everywhere), own_answers(model, part, everywhere, own))
    assert trees[0].class_names == ("ape", "bee", "cat")


def test_plain_comparison_would_not_agree():
    """0.15 lies left of the 64-bit threshold between 0.1 and 0.2, but its 32-bit neighbour lies right of it."""
    model = DecisionTreeClassifier().fit([[0.1], [0.2]], [0, 1])
    raw = model.tree_.threshold[0]
    assert (raw >= 0.15) != (model.predict([[0.15]])[0] == 0)
    (tree,) = trees_from(model)
    assert predicted_classes(tree, np.array([[0.15]]))[0] == model.predict([[0.15]])[0]


@settings(max_examples=200)
@given(st.floats(-1e30, 1e30), st.integers(-3, 3))
def test_the_exact_threshold_parts_the_numbers_that_32_bits_part(threshold, steps):
    (exact,) = exact_thresholds(np.array([threshold]))
    if exact == threshold:
        return
    x = exact
    for _ in range(abs(steps)):
        x = np.nextafter(x, np.inf if steps > 0 else -np.inf)
    assert (x <= exact) == (float(np.float32(x)) <= threshold)


def test_round_thresholds_stay_readable():
    np.testing.assert_array_equal(exact_thresholds(np.array([0.5, 2.5, -17.25])), [0.5, 2.5, -17.25])


@pytest.mark.parametrize(
    ("model", "code", "found"),
    [
        (DecisionTreeClassifier(), "model-without-trees", None),
        (LogisticRegression().fit([[0.0], [1.0]], [0, 1]), "model-without-trees", None),
        (DecisionTreeRegressor().fit([[0.0], [1.0]], [0, 1]), "model-without-one-class-a-row", None),
        (
            GradientBoostingClassifier(n_estimators=2).fit([[0.0], [1.0]], [0, 1]),
            "model-of-other-parts",
            "ndarray",
        ),
        (
            BaggingClassifier(LogisticRegression(), 2, max_samples=10).fit([[0.0], [1.0]] * 20, [0, 1] * 20),
            "model-of-other-parts",
            "LogisticRegression",
        ),
        ("a string", "not-a-model", None),
        (DecisionTreeClassifier, "not-a-model", None),
    ],
)
def test_what_cannot_be_converted_is_named(model, code, found):
    with refused(code, found=found):
        trees_from(model)


def test_names_must_fit():
    model = DecisionTreeClassifier().fit([[0.0, 1.0], [1.0, 0.0]], [0, 1])
    with refused("columns-unlike-model", named=1, fitted=2):
        trees_from(model, attributes=["a"])
    with refused("class-names-unlike-model", named=3, fitted=2):
        trees_from(model, class_names="abc")
