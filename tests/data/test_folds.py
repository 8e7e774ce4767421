"""Folds and hold-out rows: by chance, by seed, every class in each part."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data import stratified_folds, stratified_holdout
from ksdt_core.errors import InvalidParameterError
from tests.refusals import refused


@given(st.lists(st.integers(5, 12), min_size=2, max_size=4), st.integers(2, 5), st.integers(0, 9))
def test_every_row_is_tested_once_and_every_class_in_every_fold(counts: list[int], n_folds: int, seed: int) -> None:
    classes = np.random.default_rng(seed).permutation(np.repeat(np.arange(len(counts)), counts))
    folds = stratified_folds(classes, n_folds, seed)
    assert len(folds) == n_folds
    assert sorted(np.concatenate([test for _, test in folds]).tolist()) == list(range(classes.size))
    sizes = [test.size for _, test in folds]
    assert max(sizes) - min(sizes) <= 1
    for train, test in folds:
        assert sorted([*train.tolist(), *test.tolist()]) == list(range(classes.size))
        of_class = np.bincount(classes[test], minlength=len(counts))
        assert (np.abs(of_class - np.array(counts) / n_folds) < 1).all()


def test_the_same_seed_gives_the_same_folds_and_another_one_others() -> None:
    classes = np.repeat([0, 1], 20)
    tests = [[test.tolist() for _, test in stratified_folds(classes, 4, seed)] for seed in (1, 1, 2)]
    assert tests[0] == tests[1] != tests[2]


def test_too_few_rows_of_a_class_name_it_and_the_way_out() -> None:
    with refused("too-few-for-folds", folds=5, name="'rare'", rows=3, table="T"):
        stratified_folds(np.array([0] * 9 + [1] * 3), 5, 0, class_names=("often", "rare"), name="T")
    with refused("one-row-of-class", folds=2, rows=1):
        stratified_folds(np.array([0] * 9 + [1]), 2, 0)
    with pytest.raises(InvalidParameterError, match="folds 1"):
        stratified_folds(np.array([0, 1]), 1, 0)


@given(st.lists(st.integers(1, 12), min_size=2, max_size=4), st.floats(0.3, 0.9), st.integers(0, 9))
def test_held_out_rows_keep_the_class_ratios_and_leave_a_row_to_train_on(
    counts: list[int], share: float, seed: int
) -> None:
    counts = [*counts, 5]
    classes = np.random.default_rng(seed).permutation(np.repeat(np.arange(len(counts)), counts))
    train, test = stratified_holdout(classes, share, seed)
    assert sorted([*train.tolist(), *test.tolist()]) == list(range(classes.size))
    expected = [min(round(share * count), count - 1) for count in counts]
    assert np.bincount(classes[test], minlength=len(counts)).tolist() == expected


@pytest.mark.parametrize("share", [0.0, 1.0, -0.5, float("nan")])
def test_shares_that_are_none(share: float) -> None:
    with refused("holdout-share", option="holdout"):
        stratified_holdout(np.array([0, 1, 0, 1]), share, 0)


def test_nothing_to_hold_out_is_said() -> None:
    with refused("nothing-held-out", table="T"):
        stratified_holdout(np.array([0, 1]), 0.5, 0, name="T")
