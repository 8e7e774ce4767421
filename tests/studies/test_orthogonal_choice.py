"""The number of components by cross-validation, and what more trees bring."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ksdt_core.data.preparing.folds import stratified_folds
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.readers.reading import read_dataset
from ksdt_core.fourier.orthogonal import orthogonal_trees
from ksdt_core.learners.ensembles import bagging
from ksdt_core.learners.rows import learning_table
from ksdt_core.studies.judging import combined_answers, fitted_weights
from ksdt_core.studies.orthogonal_choice import (
    ComponentChoice,
    choose_components,
    more_trees,
    train_and_test,
    with_four_levels,
)
from ksdt_core.studies.orthogonal_settings import OrthogonalSettings
from tests.studies.test_orthogonal import table

SETTINGS = OrthogonalSettings(n_trees=5, learner="cart")


@pytest.fixture(scope="module")
def pair():
    return pair_datasets(table(0, 90), table(1, 60))


def test_errors_of_each_number_are_those_of_rows_held_out(pair):
    found = choose_components(pair, SETTINGS, folds=3)
    rows = learning_table(pair, source="left")
    for n_kept in range(1, len(found.errors) + 1):
        wrong = 0
        for learned, held in stratified_folds(rows.classes, 3, 0):
            part = rows.take_rows(learned)
            functions = orthogonal_trees(
                bagging(part, 5, learner="cart", shape=SETTINGS.shape).trees, components=n_kept
            )
            known, asked = (np.moveaxis(functions.at(rows.values[some]), 1, 0) for some in (learned, held))
            weights = fitted_weights(known, part.classes, 2)
            wrong += int((combined_answers(asked, weights) != rows.classes[held]).sum())
        assert found.errors[n_kept - 1] == pytest.approx(wrong / rows.n_rows)


def test_the_fewest_components_of_the_smallest_error_are_chosen():
    assert ComponentChoice(5, (0.3, 0.2, 0.2, 0.25)).best == 2


def test_larger_ensembles_begin_with_the_smaller_ones(pair):
    few, many = more_trees(pair, SETTINGS, sizes=(2, 4))
    whole = more_trees(pair, SETTINGS, sizes=(4,))[0]
    assert (few.trees, many) == (2, whole)
    bags = bagging(pair, 4, learner="cart", source="left", shape=SETTINGS.shape)
    assert many.bagging == np.mean(bags.predict(pair.right.scaled) != pair.right.classes)


@pytest.mark.parametrize(("source", "n_rows"), [("left", 90), ("right", 60), ("union", 150)])
def test_one_table_is_divided_within_its_classes(pair, source, n_rows):
    parts = train_and_test(pair, source)
    assert parts.left.n_rows + parts.right.n_rows == n_rows
    assert parts.right.n_rows == pytest.approx(n_rows / 3, abs=1)


def test_numeric_attributes_are_cut_at_the_quartiles_of_the_training_rows():
    """By hand: quartiles 2, 3 and 4 of the training rows, whatever the test rows hold; two values stay."""
    left = pd.DataFrame({"x": [1.0, 2, 3, 4, 5], "flag": [0, 1, 0, 1, 1], "class": list("abaab")})
    right = pd.DataFrame({"x": [0.0, 2.5, 3.5, 99], "flag": [1, 1, 0, 0], "class": list("abab")})
    found = with_four_levels(pair_datasets(*(read_dataset(one, name="t") for one in (left, right))))
    assert found.left.scaled[:, 0].tolist() == [0, 0, 1, 2, 3]
    assert found.right.scaled[:, 0].tolist() == [0, 1, 2, 3]
    assert found.left.scaled[:, 1].tolist() == [0, 1, 0, 1, 1]
