"""What is decided about attributes before cells are filled: codes, kinds, units, sparse columns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data import pair_datasets
from ksdt_core.data.preparing.codes import code_values, codes_of
from ksdt_core.data.preparing.conversions import converted, steps_of
from ksdt_core.data.preparing.pairing import column_permutation, with_right_columns
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy
from ksdt_core.mining import mine
from ksdt_core.mining.holdout import held_out_pair
from tests.data.tables import table_of
from tests.refusals import refused

ROWS = 40


def tables() -> tuple[Any, Any]:
    """Two tables of codes, other codes, a measurement and a text; the right one measures in other units."""
    made = []
    for side in range(2):
        random = np.random.default_rng(side)
        rows = [
            (
                row % 2,
                1 + row % 4,
                round(float(random.normal(200, 30) / (38.67 if side == 0 else 1)), 2),
                ("red", "blue")[row % 2],
                "ill" if row % 3 else "well",
            )
            for row in range(ROWS)
        ]
        made.append(table_of("sex pain chol colour", rows, name="LR"[side]))
    return made[0], made[1]


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ([0, 1, 1], [1, 0, 0], (0.0, 1.0)),
        ([1, 2, 3], [2, 3, 9], (1.0, 2.0, 3.0, 9.0)),
        ([0, 1, np.nan], [1, 0, np.nan], (0.0, 1.0)),
        (list(range(10)), [0, 1], tuple(map(float, range(10)))),
        (list(range(11)), [0, 1], None),  # eleven values
        ([0, 1, 0.5], [0, 1], None),  # not whole
        ([0, 1], [1, 2], None),  # one value in both
        ([0, 1], [np.nan, np.nan], None),
        ([-3, 2], [2, -3, 7], (-3.0, 2.0, 7.0)),
    ],
)
def test_codes_are_few_whole_numbers_of_which_two_are_in_both_tables(left, right, expected) -> None:
    assert code_values(np.array(left, dtype=float), np.array(right, dtype=float)) == expected


@given(
    st.lists(st.sampled_from([0.0, 1.0, 2.0, 0.5, np.nan, 11.0]), min_size=1, max_size=200),
    st.lists(st.sampled_from([0.0, 1.0, 2.0, 3.0, np.nan, *map(float, range(4, 12))]), min_size=1, max_size=200),
)
def test_the_quick_look_at_all_columns_agrees_with_the_look_at_one(left, right) -> None:
    pair = [
        table_of("x", [(None if np.isnan(cell) else cell, "ab"[row % 2]) for row, cell in enumerate((*cells, 0.0))])
        for cells in (left, right)
    ]
    own = code_values(pair[0].values[:, 0], pair[1].values[:, 0])
    assert codes_of(*pair) == (own,)


@pytest.mark.parametrize("scale", ["rank", "zscore"])
def test_codes_keep_their_values_under_any_scale(scale) -> None:
    left, right = tables()
    pair = pair_datasets(left, right, scale=scale)
    assert pair.unscaled == ("sex", "pain")
    assert [values is not None for values in pair.codes] == [True, True, False, False]
    assert pair.left.scaled[:, 1].tolist() == pair.left.original[:, 1].tolist()
    assert pair.left.scaled[:, 2].tolist() != pair.left.original[:, 2].tolist()
    assert pair_datasets(left, right).unscaled == ()


def test_a_code_that_is_declared_numeric_is_scaled() -> None:
    left, right = tables()
    pair = pair_datasets(left, right, scale="rank", numeric=("pain",))
    assert pair.unscaled == ("sex",)
    assert float(pair.left.scaled[:, 1].max()) < 1
    assert pair_datasets(left, right, scale="rank", numeric=("*",)).unscaled == ()


def test_thresholds_of_codes_are_the_same_in_both_tables() -> None:
    left, right = tables()
    trees = mine(pair_datasets(left, right, scale="rank"), k=3, exclude=("chol", "colour"))
    for shared in trees.trees:
        np.testing.assert_array_equal(shared.threshold_left, shared.tree.threshold)
        np.testing.assert_array_equal(shared.threshold_right, shared.tree.threshold)


def test_an_attribute_that_is_declared_categorical_is_tested_for_its_values() -> None:
    left, right = tables()
    pair = pair_datasets(left, right, categorical=("pain", "colour"))
    assert pair.categories == (None, ("1", "2", "3", "4"), None, ("blue", "red"))
    assert pair.left.scaled[:5, 1].tolist() == [0, 1, 2, 3, 0]


def test_kinds_and_dropped_columns_are_those_of_all_rows_in_every_part_of_them() -> None:
    left, right = tables()
    pair = pair_datasets(left, right, scale="rank", categorical=("pain",), convert=("chol=*38.67",))
    part = held_out_pair(pair, 0.8).pair
    assert (part.categories, part.codes) == (pair.categories, pair.codes)
    assert set(part.left.original[:, 2]) <= set(pair.left.original[:, 2])  # converted once


def test_codes_change_places_only_with_codes_of_the_same_values() -> None:
    rows = [(row % 2, (row + 1) % 2, row % 3, row * 1.5, row * 2.5, "ab"[row % 2]) for row in range(30)]
    table = table_of("s t u x y", rows)
    pair = pair_datasets(table, table, scale="rank")
    seen = {tuple(column_permutation(pair, np.random.default_rng(seed)).tolist()) for seed in range(40)}
    assert seen == {(a, b, 2, c, d) for a, b in ((0, 1), (1, 0)) for c, d in ((3, 4), (4, 3))}
    with refused("wrong-column-order"):
        with_right_columns(pair, np.array([2, 1, 0, 3, 4], dtype=np.intp), 0)


@pytest.mark.parametrize(
    ("formula", "value", "expected"),
    [("*38.67", 5.0, 193.35), ("*1.8+32", 37.0, 98.6), ("-32/1.8", 212.0, 100.0), ("/2.54", 2.54, 1.0)],
)
def test_steps_are_done_from_left_to_right(formula, value, expected) -> None:
    assert converted(np.array([value]), formula).tolist() == pytest.approx([expected], rel=1e-14)


@pytest.mark.parametrize("formula", ["", "38.67", "*", "*x", "^2", "*0", "/0", "*1e999", "*-1", "* 2 3", "**2"])
def test_what_is_not_linear_is_refused(formula) -> None:
    assert steps_of(formula) is None
    with refused("not-a-conversion", InvalidParameterError, item=f"chol={formula}"):
        pair_datasets(*tables(), convert=(f"chol={formula}",))


def test_without_a_table_the_one_is_converted_that_comes_closer_by_it() -> None:
    left, right = tables()
    for pair, side in (
        (pair_datasets(left, right, convert=("chol=*38.67",)), "left"),
        (pair_datasets(right, left, convert=("chol=*38.67",)), "right"),
        (pair_datasets(left, right, convert=("chol=/38.67",)), "right"),
    ):
        made = pair.matched.settled
        assert made is not None
        assert [(one.attribute, one.side) for one in made.conversions] == [("chol", side)]
    both = pair_datasets(left, left, convert=("chol=*38.67",)).matched.settled
    assert both is not None
    assert [one.side for one in both.conversions] == ["left", "right"]


def test_a_table_can_be_named() -> None:
    left, right = tables()
    pair = pair_datasets(left, right, convert=("right:chol=/2",))
    assert pair.right.original[:, 2].tolist() == (right.values[:, 2] / 2).tolist()
    assert pair.left.original[:, 2].tolist() == left.values[:, 2].tolist()


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"convert": ("bmi=*2",)}, "unknown-attribute"),
        ({"convert": ("colour=*2",)}, "converts-text"),
        ({"convert": ("left:chol=*2", "both:chol=*3")}, "converted-twice"),
        ({"convert": ("left:chol=*1e308",)}, "conversion-overflows"),
        ({"numeric": ("bmi",)}, "unknown-attribute"),
        ({"categorical": ("bmi",)}, "unknown-attribute"),
        ({"numeric": ("colour",)}, "declared-numeric"),
        ({"numeric": ("sex",), "categorical": ("sex",)}, "two-kinds"),
        ({"max_missing": 1.2}, "out-of-range"),
        ({"max_missing": "much"}, "not-a-number"),
    ],
)
def test_bad_kinds_and_units(how, code) -> None:
    with pytest.raises(InvalidParameterError) as caught:
        pair_datasets(*tables(), **how)
    assert caught.value.code == code


def sparse_tables() -> tuple[Any, Any]:
    left, right = tables()
    gone = np.array(right.values)
    gone[:9, 0] = np.nan  # 22.5 %
    gone[:8, 1] = np.nan  # 20 %: not more than that share
    return left, replace(right, values=gone)


def test_sparse_attributes_are_dropped_before_anything_is_filled() -> None:
    pair = pair_datasets(*sparse_tables(), missing="common")
    assert pair.attributes == ("pain", "chol", "colour")
    assert pair.columns_dropped == ("sex",)
    assert pair.n_filled == (0, 8)
    every = pair_datasets(*sparse_tables(), missing="common", max_missing=1)
    assert every.n_filled == (0, 17)
    with refused("missing-values", left_missing=0, right_missing=8):
        pair_datasets(*sparse_tables())
    with pytest.raises(InvalidDataError) as caught:
        pair_datasets(*(table.take_columns([0]) for table in sparse_tables()), max_missing=0)
    assert caught.value.code == "every-attribute-sparse"
    assert caught.value.remedies == (Remedy("max_missing", "1"),)


def test_filled_cells_are_counted_over_the_attributes_mined() -> None:
    left, right = sparse_tables()
    pair = pair_datasets(left, right, missing="common", max_missing=1)
    document = mine(pair, k=1).to_document()["pair"]
    assert document["filled"] == {"sex": [0, 9], "pain": [0, 8]}
    assert document["right"]["filled"] == 17
    fewer = mine(pair, k=1, exclude=("sex",)).to_document()["pair"]
    assert fewer["filled"] == {"pain": [0, 8]}
    assert fewer["right"]["filled"] == 8


def test_a_dropped_attribute_may_be_excluded_all_the_same() -> None:
    pair = pair_datasets(*sparse_tables(), missing="common")
    assert mine(pair, k=1, exclude=("sex",)).settings.exclude == ("sex",)
