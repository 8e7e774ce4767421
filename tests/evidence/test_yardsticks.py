"""Yardsticks: two common learners on the same rows and folds, the same numbers each time."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from ksdt_core.data.model.preparation import Preparation
from ksdt_core.data.preparing.folds import stratified_folds
from ksdt_core.data.preparing.pairing import prepare
from ksdt_core.evidence import yardsticks
from ksdt_core.evidence.yardsticks import YARDSTICKS, measure_yardsticks
from tests.mining.planted import planted_pair
from tests.pairs_by_hand import pair_of
from tests.refusals import refused


def by_name(found):
    return {each.learner: each for each in found.learners}


@pytest.fixture(scope="module")
def wide():
    """More attributes than rows."""
    pair = planted_pair(strength=2.5, n_rows=40, n_attributes=60)
    return pair, measure_yardsticks(pair, folds=4)


def test_a_pipeline_of_scikit_learn_answers_the_same(wide):
    """Turning the axes changes no answer: the plain regression on all 60 standardised columns agrees."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import balanced_accuracy_score, roc_auc_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    pair, found = wide
    models = {
        "logistic": lambda: make_pipeline(StandardScaler(), LogisticRegression(max_iter=5000, tol=1e-8)),
        "forest": lambda: make_pipeline(StandardScaler(), RandomForestClassifier(100, random_state=0)),
    }
    for name, make in models.items():
        for side, domain in (("left", pair.left), ("right", pair.right)):
            chances, order = [], []
            for train, test in stratified_folds(domain.classes, 4, 0):
                model = make().fit(domain.original[train], domain.classes[train])
                chances += model.predict_proba(domain.original[test])[:, 1].tolist()
                order += test.tolist()
            classes = domain.classes[order]
            scored = getattr(by_name(found)[name], f"cv_{side}")
            assert scored.answers.n_rows == domain.n_rows
            said = (np.array(chances) > 0.5).astype(int)
            assert scored.answers.accuracy == pytest.approx((said == classes).mean(), abs=1e-9)
            assert scored.answers.balanced_accuracy == pytest.approx(balanced_accuracy_score(classes, said))
            assert scored.auc == pytest.approx(roc_auc_score(classes, chances), abs=1e-3)
    model = models["logistic"]().fit(pair.left.scaled, pair.left.classes)
    expected = (model.predict(pair.right.scaled) == pair.right.classes).mean()
    assert by_name(found)["logistic"].right_from_left.answers.accuracy == pytest.approx(expected)


def test_the_same_seed_gives_the_same_numbers_and_a_document_keeps_them(wide):
    pair, found = wide
    assert measure_yardsticks(pair, folds=4) == found
    assert YARDSTICKS.read(json.loads(json.dumps(found.to_document()))) == found


def test_signal_is_found_in_the_other_table_and_noise_is_not(wide):
    _, found = wide
    noise = measure_yardsticks(planted_pair(strength=0.0, n_rows=60, n_attributes=5), folds=3)
    assert by_name(found)["forest"].left_from_right.auc > 0.8
    assert by_name(noise)["logistic"].left_from_right.auc < 0.7


def test_excluded_attributes_are_not_learned_from():
    pair = planted_pair(strength=6.0, n_rows=60, n_attributes=4)
    with_all = measure_yardsticks(pair, folds=3)
    without = measure_yardsticks(pair, folds=3, exclude=[pair.attributes[0]])
    assert by_name(with_all)["logistic"].cv_left.auc > 0.95
    assert by_name(without)["logistic"].cv_left.auc < 0.8
    assert (with_all.attributes, without.attributes) == (4, 3)


def test_a_category_becomes_a_column_for_each_value():
    """Red against the others decides: no threshold on codes blue, green, red, white could say so."""
    random = np.random.default_rng(0)
    codes = random.integers(0, 4, size=80).astype(float)
    rows, classes = [[code] for code in codes], [int(code == 2) for code in codes]
    colours = (("blue", "green", "red", "white"),)
    made = pair_of((rows, classes), (rows, classes), attributes=("colour",), categories=colours)
    found = by_name(measure_yardsticks(prepare(made.matched, Preparation()), folds=4))
    assert found["logistic"].cv_left.answers.accuracy == 1.0


def test_copies_of_balancing_play_no_part():
    pair = planted_pair(strength=1.0, n_rows=50, n_attributes=3)
    balanced = prepare(pair.matched, replace(pair.preparation, balance=True))
    assert measure_yardsticks(balanced, folds=3) == measure_yardsticks(pair, folds=3)


def test_numbers_near_the_largest_there_are():
    rows = [[1e300 * (i % 7 - 3), float(i % 2)] for i in range(30)]
    made = pair_of((rows, [i % 2 for i in range(30)]), (rows, [i % 2 for i in range(30)]))
    found = by_name(measure_yardsticks(prepare(made.matched, Preparation()), folds=3))
    assert found["forest"].cv_left.answers.accuracy == 1.0


def test_long_tables_are_learned_from_a_part_of_their_rows(monkeypatch):
    pair = planted_pair(strength=3.0, n_rows=90, n_attributes=3)
    whole = measure_yardsticks(pair, folds=3)
    monkeypatch.setattr(yardsticks, "MOST_ROWS", 20)
    monkeypatch.setattr(yardsticks, "ROWS_A_TREE", 20)
    part = measure_yardsticks(pair, folds=3)
    assert part != whole
    assert by_name(part)["logistic"].cv_left.answers.n_rows == 90


def test_progress_and_a_class_with_too_few_rows():
    pair, seen = planted_pair(strength=1.0, n_rows=30, n_attributes=2), []
    measure_yardsticks(pair, folds=2, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    with refused("too-few-for-folds"):
        measure_yardsticks(pair, folds=29)


def test_scikit_learn_is_loaded_only_when_something_is_learned():
    code = "import sys, ksdt_core.evidence.yardsticks; sys.exit('sklearn' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
