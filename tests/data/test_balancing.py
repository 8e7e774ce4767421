"""Balance: rare classes are raised by chance until the ratios agree."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data.preparing.balancing import balance_weights

class_lists = st.lists(st.integers(0, 2), min_size=0, max_size=40).map(lambda more: np.array([0, 1, 2, *more]))


def test_by_hand() -> None:
    left = np.array([0] * 8 + [1] * 2)
    right = np.array([0] * 10 + [1] * 10)
    left_weights, right_weights = balance_weights(left, right, n_classes=2, seed=3)
    assert (left_weights[:8] == 1).all()
    assert left_weights[8:].sum() == 5  # round(10 · max(0.2, 0.5))
    assert right_weights[:10].sum() == 16  # round(20 · max(0.8, 0.5))
    assert (right_weights[10:] == 1).all()


@given(class_lists, class_lists, st.integers(0, 100))
def test_every_class_is_raised_to_its_larger_share_and_never_lowered(
    left: np.ndarray, right: np.ndarray, seed: int
) -> None:
    weights = balance_weights(left, right, n_classes=3, seed=seed)
    for classes, weight in zip((left, right), weights, strict=True):
        assert (weight >= 1).all()
        for position in range(3):
            share = max((left == position).mean(), (right == position).mean())
            count = int((classes == position).sum())
            assert weight[classes == position].sum() == max(count, round(classes.size * share))


def test_the_seed_decides_which_rows_are_drawn() -> None:
    left, right = np.array([0] * 50 + [1] * 50), np.array([0] * 90 + [1] * 10)
    first, second = (balance_weights(left, right, n_classes=2, seed=7) for _ in range(2))
    other = balance_weights(left, right, n_classes=2, seed=8)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    assert not np.array_equal(first[1], other[1])
