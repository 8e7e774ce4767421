"""Models made elsewhere answer every row as they did there, and are functions like any other trees."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from sklearn.ensemble import (
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.linear_model import LogisticRegression

import ksdt_core as ksdt
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.fourier.sources import box_functions
from tests.refusals import refused

random = np.random.default_rng(7)
TRAINING = np.round(random.normal(size=(150, 4)), 1)  # rounded, so that cells lie on thresholds
ROWS = np.vstack([TRAINING, np.round(random.normal(size=(150, 4)), 1)])
TWO = np.where(TRAINING[:, 0] + TRAINING[:, 1] > 0, "yes", "no")
THREE = np.where(TRAINING[:, 2] > 0.8, "may be", TWO)
NUMBERS = 3 * TRAINING[:, 0] + TRAINING[:, 1] ** 2
SMALL = {"n_estimators": 6, "max_depth": 3}


def boosted(kind: str):
    """A model that is not fitted yet."""
    if kind.startswith("xgboost"):
        xgboost = pytest.importorskip("xgboost")
        return (xgboost.XGBRegressor if "numbers" in kind else xgboost.XGBClassifier)(**SMALL)
    if kind.startswith("lightgbm"):
        lightgbm = pytest.importorskip("lightgbm")
        return (lightgbm.LGBMRegressor if "numbers" in kind else lightgbm.LGBMClassifier)(**SMALL, verbose=-1)
    if kind.startswith("catboost"):
        catboost = pytest.importorskip("catboost")
        make = catboost.CatBoostRegressor if "numbers" in kind else catboost.CatBoostClassifier
        return make(iterations=6, depth=3, verbose=0, allow_writing_files=False)
    return {
        "boosting": GradientBoostingClassifier(**SMALL),
        "boosting numbers": GradientBoostingRegressor(**SMALL),
        "histograms": HistGradientBoostingClassifier(max_iter=6),
        "histograms numbers": HistGradientBoostingRegressor(max_iter=6),
        "forest": RandomForestClassifier(**SMALL),
        "forest numbers": RandomForestRegressor(**SMALL),
    }[kind]


KINDS = ("boosting", "histograms", "forest", "xgboost", "lightgbm", "catboost")
coded = {"no": 0, "yes": 1, "may be": 2}


@pytest.mark.parametrize("classes", [TWO, THREE], ids=["two classes", "three classes"])
@pytest.mark.parametrize("kind", KINDS)
def test_classes_are_the_models_on_every_row(kind, classes):
    wanted = np.array([coded[name] for name in classes]) if kind == "xgboost" else classes
    model = boosted(kind).fit(TRAINING, wanted)
    found = ksdt.sum_of_trees(model)
    assert found.class_names == tuple(str(name) for name in model.classes_)
    assert np.abs(found.shares(ROWS) - model.predict_proba(ROWS)).max() < 1e-6
    assert (model.classes_[found.predict(ROWS)] == np.ravel(model.predict(ROWS))).all()


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_are_the_models_on_every_row(kind):
    model = boosted(f"{kind} numbers").fit(TRAINING, NUMBERS)
    found = ksdt.sum_of_trees(model)
    assert found.class_names == ()
    assert np.abs(found.predict(ROWS) - model.predict(ROWS)).max() < 1e-5
    with refused("shares-of-numbers"):
        found.shares(ROWS)


def test_the_sum_of_inner_products_is_that_of_the_sum():
    """⟨Σ f, Σ f⟩ over given rows, from pairs of trees and from the answers themselves."""
    found = ksdt.sum_of_trees(GradientBoostingRegressor(**SMALL).fit(TRAINING, NUMBERS), attributes=list("abcd"))
    products = ksdt.inner_products(found, measure="empirical", rows=ROWS)
    parts = np.column_stack([tree.at(ROWS)[:, 0] for tree in found.trees])
    assert products == pytest.approx(parts.T @ parts / len(ROWS))
    assert ksdt.project(found, 2).points.shape == (6, 2)


def test_spectrum_inner_products_and_drawing_treat_numbers_as_numbers():
    found = ksdt.sum_of_trees(GradientBoostingRegressor(n_estimators=2, max_depth=2).fit(TRAINING, NUMBERS))
    uniform = ksdt.inner_products(found)
    first, second = box_functions(found)
    assert uniform[0, 1] == pytest.approx(ksdt.inner_products((first, second))[0, 1])
    energy = [spectrum.energy() for spectrum in ksdt.spectrum(found)]
    assert np.ravel(energy) == pytest.approx(np.diag(uniform))
    leaf = found.trees[0].values[found.trees[0].tree.is_leaf][0, 0]
    assert f"{leaf:+.2f}".lstrip("+-") in tree_svg(found.trees[0])


def test_a_table_is_read_by_the_names_of_its_columns():
    model = GradientBoostingClassifier(**SMALL).fit(TRAINING, TWO)
    found = ksdt.sum_of_trees(model, attributes=["a", "b", "c", "d"])
    nobody = np.zeros(len(ROWS), dtype=np.intp)
    table = Dataset("turned", tuple("dcba"), ROWS[:, ::-1].copy(), (None,) * 4, ("no", "yes"), nobody)
    assert (found.predict(table) == found.predict(ROWS)).all()
    with refused("table-without-attributes-of-model", attributes=["c"]):
        found.predict(table.take_columns([0, 2, 3]))


class TestWhatCannotBeRead:
    @pytest.mark.parametrize("model", [LogisticRegression(), GradientBoostingClassifier()])
    def test_a_model_without_trees_or_not_fitted(self, model):
        with refused("model-not-importable"):
            ksdt.sum_of_trees(model)

    def test_something_else(self):
        with refused("model-of-unknown-library"):
            ksdt.sum_of_trees(object())

    def test_several_targets(self):
        with refused("model-of-several-targets"):
            ksdt.sum_of_trees(RandomForestRegressor(2).fit(TRAINING, TRAINING[:, :2]))

    def test_sets_of_categories(self):
        lightgbm = pytest.importorskip("lightgbm")
        codes = np.round(TRAINING * 3).astype(int) % 7
        model = lightgbm.LGBMClassifier(n_estimators=2, min_data_per_group=1, max_cat_to_onehot=1, verbose=-1)
        model.fit(codes, TWO, categorical_feature=[0, 1, 2, 3])
        with refused("categorical-splits-of-model"):
            ksdt.sum_of_trees(model)

    @pytest.mark.parametrize(
        ("names", "code"),
        [({"attributes": ["a"]}, "columns-unlike-model"), ({"class_names": ["a"]}, "class-names-unlike-model")],
    )
    def test_names_that_are_too_few(self, names, code):
        with refused(code):
            ksdt.sum_of_trees(GradientBoostingClassifier(**SMALL).fit(TRAINING, TWO), **names)

    def test_rows_with_gaps_or_of_another_width(self):
        found = ksdt.sum_of_trees(GradientBoostingClassifier(**SMALL).fit(TRAINING, TWO))
        with refused("gaps-for-model", column="x2", cells=len(ROWS)):
            found.predict(np.where(np.arange(4) == 1, np.nan, ROWS))
        with refused("columns-of-table-unlike-trees", columns=3):
            found.predict(ROWS[:, :3])

    def test_without_the_package(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "treelite", None)
        with refused("models-not-installed"):
            ksdt.sum_of_trees(GradientBoostingClassifier(**SMALL).fit(TRAINING, TWO))
