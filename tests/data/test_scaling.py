"""Scales: standard scores and ranks within each table, and the way back to original units."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from ksdt_core.data import midpoint, threshold_between
from ksdt_core.data.preparing.scaling import scale_columns

finite = st.floats(allow_nan=False, allow_infinity=False)
columns = st.integers(1, 30).flatmap(
    lambda n: hnp.arrays(np.float64, n, elements=st.one_of(finite, st.integers(-3, 3).map(float)))
)


def scaled_column(column: NDArray[np.float64], scale: Any) -> NDArray[np.float64]:
    return scale_columns(np.asfortranarray(column[:, None]), (None,), scale)[:, 0]


def test_by_hand() -> None:
    values = np.asfortranarray([[1.0, 5.0, 0.0], [3.0, 5.0, 1.0], [3.0, 5.0, 0.0], [9.0, 5.0, 1.0]])
    ranked = scale_columns(values, (None, None, ("u", "v")), "rank")
    assert ranked.tolist() == [[0.2, 0, 0], [0.5, 0, 1], [0.5, 0, 0], [0.8, 0, 1]]
    scores = scale_columns(values, (None, None, ("u", "v")), "zscore")
    assert scores[:, 0].tolist() == ((values[:, 0] - 4) / 3).tolist()  # mean 4, population sd 3
    assert scores[:, 1].tolist() == [0, 0, 0, 0]
    assert scores[:, 2].tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("factor", [1e200, 1e160, 1e-150, 1e-200, 1e-310])
def test_scores_do_not_depend_on_the_size_of_the_numbers(factor: float) -> None:
    column = np.array([-3.0, -1.0, 0.5, 4.0])
    assert scaled_column(column * factor, "zscore") == pytest.approx(scaled_column(column, "zscore"), rel=1e-9)


def test_no_scale_gives_the_very_same_array() -> None:
    values = np.asfortranarray([[1.0, 2.0]])
    assert scale_columns(values, (None, None), "none") is values


@pytest.mark.parametrize("n_rows", [1, 7, 8, 9, 127, 128, 129, 1000, 10_000])
def test_a_column_scores_the_same_alone_and_in_company(n_rows: int) -> None:
    values = np.asfortranarray(np.random.default_rng(n_rows).lognormal(0, 3, (n_rows, 5)))
    together = scale_columns(values, (None,) * 5, "zscore")
    for column in range(5):
        cells = np.ascontiguousarray(values[:, column])
        alone = np.zeros(1) if n_rows == 1 else (cells - cells.mean()) / cells.std()
        assert np.array_equal(together[:, column], alone)


@given(columns, st.sampled_from(["zscore", "rank"]))
def test_scaled_cells_are_finite_and_keep_their_order(column: NDArray[np.float64], scale: str) -> None:
    scaled = scaled_column(column, scale)
    assert np.isfinite(scaled).all()
    order = np.argsort(column, kind="stable")
    assert (np.diff(scaled[order]) >= 0).all()
    if column.max() == column.min():
        assert (scaled == 0).all()
    elif scale == "rank":
        assert len(set(scaled.tolist())) == len(set(column.tolist()))


@given(columns, st.sampled_from(["none", "zscore", "rank"]), st.data())
def test_the_threshold_in_original_units_parts_the_rows_alike(
    column: NDArray[np.float64], scale: str, data: st.DataObject
) -> None:
    scaled = scaled_column(column, scale)
    distinct = np.unique(scaled)
    threshold = data.draw(st.one_of(st.sampled_from(distinct.tolist()), finite))
    original = threshold_between(column, scaled, threshold)
    # A column below or above the threshold as a whole has no finite number beyond the extreme ones.
    if np.isfinite(original):
        assert np.array_equal(column <= original, scaled <= threshold)


def test_the_midpoint_never_reaches_the_larger_number() -> None:
    assert midpoint(1.0, 2.0) == 1.5
    assert midpoint(1.0, np.nextafter(1.0, 2)) == 1.0
    assert midpoint(np.nextafter(1.0, 0), 1.0) == np.nextafter(1.0, 0)
    assert midpoint(1.6e308, 1.7e308) == pytest.approx(1.65e308)
    assert midpoint(-1.7e308, 1.7e308) == 0
    assert midpoint(0.0, 5e-324) == 0.0


@given(finite, finite)
def test_the_midpoint_parts_any_two_numbers(a: float, b: float) -> None:
    if a != b:
        assert min(a, b) <= midpoint(min(a, b), max(a, b)) < max(a, b)
