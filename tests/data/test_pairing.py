"""The pair that is mined: order of work, other classes, other columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ksdt_core.data import (
    Preparation,
    column_permutation,
    match,
    pair_datasets,
    prepare,
    rebalanced,
    with_right_columns,
)
from ksdt_core.errors import InvalidParameterError
from tests.data.tables import table_of
from tests.refusals import refused

LEFT = table_of("x c y", [(1, "u", 5, "a"), (2, "v", 6, "a"), (3, "u", 7, "a"), (4, "v", 9, "b")], name="L")
RIGHT = table_of("x c y", [(10, "v", 50, "a"), (40, "w", 60, "b"), (20, "u", 80, "b"), (30, "u", 70, "b")], name="R")


def test_a_pair_is_matched_scaled_and_balanced() -> None:
    pair = pair_datasets(LEFT, RIGHT, scale="rank", balance=True, seed=5)
    assert pair.name == "L:R"
    assert pair.categories == (None, ("u", "v", "w"), None)
    assert pair.left.original[:, 0].tolist() == [1, 2, 3, 4]
    assert pair.right.scaled[:, 0].tolist() == [0.2, 0.8, 0.4, 0.6]
    assert pair.right.scaled[:, 1].tolist() == [1, 2, 0, 0]
    assert pair.left.weights.tolist() == [1, 1, 1, 3]
    assert pair.left.n_gained == 2
    assert pair.right.weights.tolist() == [3, 1, 1, 1]
    assert pair.preparation == Preparation("fail", "rank", True, 5)


def test_cells_are_shared_and_read_only_where_nothing_is_done_to_them() -> None:
    pair = pair_datasets(LEFT, LEFT)
    assert pair.left.scaled is pair.left.original
    assert np.shares_memory(pair.left.original, LEFT.values)
    assert not pair.left.original.flags.writeable
    assert pair.left.original.flags.f_contiguous


def test_filling_comes_before_scaling() -> None:
    left = table_of("x", [(0, "a"), (None, "b"), (4, "b")])
    pair = pair_datasets(left, left, missing="common", scale="rank", max_missing=1, numeric=("x",))
    assert pair.left.scaled[:, 0].tolist() == [0.25, 0.5, 0.75]


def test_prepare_starts_from_matched_tables() -> None:
    matched = match(LEFT, RIGHT)
    pair = prepare(matched, Preparation(scale="zscore"))
    assert (pair.matched.left, pair.matched.right) == (matched.left, matched.right)
    assert pair.fingerprint() == pair_datasets(LEFT, RIGHT, scale="zscore").fingerprint()
    assert pair.fingerprint() != pair_datasets(LEFT, RIGHT, scale="rank").fingerprint()


@pytest.mark.parametrize(
    ("option", "value"),
    [("scale", "log"), ("missing", "zero"), ("balance", "yes"), ("seed", -1), ("seed", 1.5), ("seed", True)],
)
def test_unknown_values_of_options(option: str, value: Any) -> None:
    with pytest.raises(InvalidParameterError, match=f"^{option} {value!r}"):
        pair_datasets(LEFT, RIGHT, **{option: value})


def test_other_classes_share_the_cells_and_are_balanced_anew() -> None:
    pair = pair_datasets(LEFT, RIGHT, balance=True, scale="zscore")
    shuffled = rebalanced(pair, pair.left.classes[::-1].copy(), pair.right.classes, 9)
    assert shuffled.left.original is pair.left.original
    assert shuffled.left.scaled is pair.left.scaled
    assert shuffled.left.classes.tolist() == [1, 0, 0, 0]
    assert shuffled.left.weights.tolist() == [3, 1, 1, 1]
    plain = rebalanced(pair_datasets(LEFT, RIGHT), pair.left.classes[::-1].copy(), pair.right.classes, 9)
    assert plain.left.weights.tolist() == [1, 1, 1, 1]


def test_columns_of_the_right_table_under_other_names() -> None:
    pair = pair_datasets(LEFT, RIGHT, scale="rank", balance=True)
    moved = with_right_columns(pair, np.array([2, 1, 0]), 4)
    assert moved.right.original[:, 0].tolist() == [50, 60, 80, 70]
    assert moved.right.original[:, 2].tolist() == [10, 40, 20, 30]
    assert moved.right.scaled[:, 0].tolist() == pair.right.scaled[:, 2].tolist()
    assert moved.right.original.flags.f_contiguous
    assert moved.left is not pair.left
    assert moved.left.original is pair.left.original
    unscaled = with_right_columns(pair_datasets(LEFT, RIGHT), np.array([2, 1, 0]), 4)
    assert unscaled.right.scaled is unscaled.right.original


@pytest.mark.parametrize("order", [[1, 0, 2], [0, 1, 0]])
def test_orders_that_mix_kinds_or_lose_a_column(order: list[int]) -> None:
    with refused("wrong-column-order"):
        with_right_columns(pair_datasets(LEFT, RIGHT), np.array(order), 0)


def test_chance_orders_keep_numbers_and_values_apart() -> None:
    names = "n1 c1 n2 c2 n3 d"
    rows = [(1, "u", 2, "u", 3, "p", "a"), (1, "v", 2, "v", 3, "q", "b")]
    pair = pair_datasets(table_of(names, rows), table_of(names, rows))
    seen = {tuple(column_permutation(pair, np.random.default_rng(seed)).tolist()) for seed in range(200)}
    assert len(seen) == 6 * 2
    for order in seen:
        assert {order[0], order[2], order[4]} == {0, 2, 4}
        assert order[5] == 5
