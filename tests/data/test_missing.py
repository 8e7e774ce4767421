"""Missing cells: filled with what training rows say, or left out."""

from __future__ import annotations

import numpy as np
import pytest

from ksdt_core.data import Dataset, Missing, Preparation, held_out_rows, match, pair_datasets, prepare
from ksdt_core.errors import InvalidDataError, Remedy
from tests.data.tables import table_of
from tests.refusals import refused

LEFT = table_of(
    "n c full",
    [
        (1, "u", 1, "a"),
        (3, "v", 2, "a"),
        (None, "v", 3, "a"),
        (100, None, 4, "b"),
        (7, "u", 5, "b"),
        (None, None, 6, "b"),
    ],
    name="L",
)
RIGHT = table_of("n c full", [(1, "u", 1, "a"), (2, "v", 1, "b")], name="R")


def test_missing_cells_are_refused_with_their_number_and_the_choices() -> None:
    with refused("missing-values", left="L", left_missing=4, right="R", right_missing=0):
        pair_datasets(LEFT, RIGHT, max_missing=1)


def test_common_is_the_median_or_the_most_common_value_of_that_table() -> None:
    pair = pair_datasets(LEFT, RIGHT, missing="common", max_missing=1)
    assert pair.left.original[:, 0].tolist() == [1, 3, 5, 100, 7, 5]
    assert pair.left.original[:, 1].tolist() == [0, 1, 1, 0, 0, 0]  # u and v are equally common: the first
    assert pair.n_filled == (4, 0)
    assert pair.right.original.tolist() == [[1, 0, 1], [2, 1, 1]]


def test_class_common_looks_within_the_class() -> None:
    pair = pair_datasets(LEFT, RIGHT, missing="class-common", max_missing=1)
    assert pair.left.original[:, 0].tolist() == [1, 3, 2, 100, 7, 53.5]
    assert pair.left.original[:, 1].tolist() == [0, 1, 1, 0, 0, 0]


def test_class_common_takes_the_tables_value_where_the_class_has_none() -> None:
    left = table_of("n", [(1, "a"), (2.5, "a"), (9, "a"), (None, "b")])
    filled = pair_datasets(left, RIGHT, missing="class-common", max_missing=1).left.original[:, 0]
    assert filled.tolist() == [1, 2.5, 9, 2.5]


@pytest.mark.parametrize(("numeric", "filled"), [((), 2), (("stage",), 2.5)])
@pytest.mark.parametrize("missing", ["common", "class-common"])
def test_codes_are_filled_with_the_most_common_code_unless_they_are_declared_numbers(
    missing: str, numeric: tuple[str, ...], filled: float
) -> None:
    rows = [(2, "a"), (3, "a"), (3, "b"), (2, "a"), (2, "b"), (4, "a"), (4, "a"), (1, "b"), (2, "a"), (3, "a")]
    left, right = table_of("stage", [*rows, (None, "a")]), table_of("stage", rows)
    pair = pair_datasets(left, right, missing=missing, max_missing=1, numeric=numeric)
    assert pair.left.original[-1, 0] == (filled if missing == "common" else {2: 2, 2.5: 3}[filled])


def test_rows_with_missing_cells_are_dropped() -> None:
    pair = pair_datasets(LEFT, RIGHT, missing="drop-rows", max_missing=1)
    assert pair.left.original[:, 2].tolist() == [1, 2, 5]
    assert pair.left.classes.tolist() == [0, 0, 1]
    assert pair.n_rows_dropped == (3, 0)
    assert pair.n_filled == (0, 0)


@pytest.mark.parametrize("swapped", [False, True])
def test_columns_with_a_missing_cell_in_either_table_are_dropped(swapped: bool) -> None:
    pair = pair_datasets(*((RIGHT, LEFT) if swapped else (LEFT, RIGHT)), missing="drop-columns")
    assert pair.attributes == ("full",)
    assert pair.categories == (None,)
    assert pair.columns_dropped == ("n", "c")
    assert pair.left.n_rows == (2 if swapped else 6)


@pytest.mark.parametrize(
    ("rows", "missing", "reason"),
    [
        ([(None, 1, "a"), (None, 2, "b")], "common", "nothing-to-fill-with"),
        ([(None, 1, "a"), (None, 2, "b")], "class-common", "nothing-to-fill-with"),
        ([(None, 1, "a"), (1, None, "b")], "drop-rows", "no-complete-row"),
        ([(None, 1, "a"), (1, 1, "b")], "drop-rows", "class-lost"),
        ([(None, 1, "a"), (1, None, "b")], "drop-columns", "no-complete-attribute"),
    ],
)
def test_what_cannot_be_mended_is_said(rows: list[tuple[object, ...]], missing: Missing, reason: str) -> None:
    table = table_of("n m", rows, name="T")
    with pytest.raises(InvalidDataError) as caught:
        pair_datasets(table, table, missing=missing, max_missing=1)
    assert caught.value.code == reason
    other = "drop-columns" if reason == "nothing-to-fill-with" else "common"
    assert caught.value.remedies == (Remedy("missing", other),)


def rows_of(table: Dataset, *rows: int) -> Dataset:
    return table.take_rows(np.array(rows, dtype=np.intp))


def held_out(missing: Missing, training: tuple[int, ...], test: tuple[int, ...]) -> tuple[list[list[float]], list[int]]:
    matched = match(LEFT, LEFT)
    part = match(rows_of(matched.left, *training), matched.right)
    pair = prepare(part, Preparation(missing=missing, max_missing=1, numeric=("*",)))
    (values, classes), _ = held_out_rows(pair, rows_of(matched.left, *test), matched.right)
    return values.tolist(), classes.tolist()


def test_held_out_rows_get_the_common_value_of_the_training_rows_whatever_their_class() -> None:
    # Trained on rows 0, 1, 3, 4: median of 1, 3, 100, 7 is 5; u is most common.
    for missing in ("common", "class-common"):
        assert held_out(missing, (0, 1, 3, 4), (2, 5)) == ([[5, 1, 3], [5, 0, 6]], [0, 1])


def test_held_out_rows_with_missing_cells_are_dropped_under_drop_rows() -> None:
    assert held_out("drop-rows", (0, 1, 3, 4), (2, 4, 5)) == ([[7, 0, 5]], [1])


def test_held_out_rows_lose_the_columns_that_training_lost() -> None:
    assert held_out("drop-columns", (0, 1, 3, 4), (2, 5)) == ([[3], [6]], [0, 1])
