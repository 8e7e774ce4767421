"""Accuracies on rows held out, and thresholds that route original values as the miner routed scaled ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ksdt_core.mining.holdout import held_out_pair
from ksdt_core.mining.miners import mine
from tests.mining.planted import planted_pair, with_seed
from tests.mining.routing import share_right
from tests.mining.test_invariances import named_splits
from tests.strategies import mining_options, pairs

PAIR = planted_pair(strength=1.5)
OPTIONS = {"k": 3, "max_depth": 3}


@settings(deadline=None, max_examples=80, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_original_values_take_the_path_that_scaled_values_took(data):
    """Routing a table's own cells by its own thresholds gives the accuracy that was counted while mining."""
    pair = data.draw(pairs(scales=("zscore", "rank", "none"), balanced=False))
    for shared in mine(pair, **data.draw(mining_options(pair, constraints=False))).trees:
        for side, domain, counted in (
            ("left", pair.left, shared.accuracy_left),
            ("right", pair.right, shared.accuracy_right),
        ):
            assert share_right(
                shared, domain.original, domain.classes, side, attributes=pair.attributes
            ) == pytest.approx(counted)


@pytest.mark.parametrize("scale", ["none", "zscore", "rank"])
@pytest.mark.parametrize("balance", [False, True])
def test_accuracies_are_those_of_the_rows_held_out(scale, balance):
    pair = planted_pair(strength=1.5, scale=scale, balance=balance)
    split = held_out_pair(pair, 0.3)
    held, mined = mine(pair, holdout=0.3, **OPTIONS), mine(split.pair, **OPTIONS)
    assert named_splits(held) == named_splits(mined)
    for with_rows, without in zip(held.trees, mined.trees, strict=True):
        assert np.array_equal(with_rows.cdv_left, without.cdv_left)
        assert with_rows.ds == without.ds
        left = share_right(with_rows, split.left.values, split.left.classes, "left", attributes=pair.attributes)
        right = share_right(with_rows, split.right.values, split.right.classes, "right", attributes=pair.attributes)
        assert (with_rows.accuracy_left, with_rows.accuracy_right) == pytest.approx((left, right))
        assert with_rows.sa == min(with_rows.accuracy_left, with_rows.accuracy_right)
    assert held.scores.sa == pytest.approx(np.mean([shared.sa for shared in held.trees]))
    assert held.settings.holdout == 0.3


def test_rows_are_held_out_by_class_and_each_is_mined_or_held_out():
    split = held_out_pair(PAIR, 0.25)
    for domain, mined, held in ((PAIR.left, split.pair.left, split.left), (PAIR.right, split.pair.right, split.right)):
        assert mined.n_rows + held.classes.size == domain.n_rows
        both = np.concatenate([mined.original, held.values])
        assert sorted(both.tolist()) == sorted(domain.original.tolist())
        for class_ in (0, 1):
            n_all, n_held = int((domain.classes == class_).sum()), int((held.classes == class_).sum())
            assert n_held == pytest.approx(n_all / 4, abs=0.5)


def test_a_result_says_how_many_rows_were_mined_and_held_out():
    held = mine(PAIR, holdout=0.25, **OPTIONS)
    for side, domain in ((held.pair.left, PAIR.left), (held.pair.right, PAIR.right)):
        assert side.held_out > 0
        assert side.rows + side.held_out == domain.n_rows
    assert int(held.trees[0].cdv_left[0].sum()) == held.pair.left.rows


def test_the_seed_decides_which_rows_are_held_out():
    one, same, other = (held_out_pair(with_seed(PAIR, seed), 0.3).left.values.tolist() for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_held_out_accuracy_of_noise_is_that_of_guessing():
    """Deep trees fit noise perfectly on the rows mined and guess on the others."""
    noise = planted_pair(strength=0.0, n_rows=200, n_attributes=20)
    mined, held = (mine(noise, holdout=share, k=3, max_depth=0) for share in (0.0, 0.5))
    assert mined.scores.sa > 0.8
    assert held.scores.sa < 0.65
