"""Counts of two classes in one whole number: the very splits that the general walk finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ksdt_core.mining import packed_kernel
from ksdt_core.mining.cells.solver import ALL_DIRECTIONS
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.workbench import Workbench
from tests.pairs_by_hand import pair_of
from tests.strategies import pairs


def splits_of_all_rows(pair, *, general: bool, leaf: float = 0.0):
    """The table of the root, by packed counts or with these switched off."""
    splits = Workbench().new_bench(pair, MiningParameters(min_leaf_share=leaf), ALL_DIRECTIONS).splits
    if general:
        splits._worth = splits._worth._replace(steps=splits._worth.steps[:0])
    splits.add_table(splits.root)
    n = splits._n_points
    return splits.tables.places[:, :n].tolist(), splits.tables.worths[:, :n].tolist()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(pairs(max_rows=14, max_attributes=4), st.sampled_from([0.0, 0.1, 0.3]))
def test_both_walks_find_the_same_splits(pair, leaf):
    assert splits_of_all_rows(pair, general=False, leaf=leaf) == splits_of_all_rows(pair, general=True, leaf=leaf)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 999), st.integers(20, 90), st.integers(1, 30))
def test_known_gains_change_nothing(seed, n_rows, n_columns):
    """With many columns gains are computed beforehand, with few they are not."""
    random = np.random.default_rng(seed)
    tables = []
    for _ in range(2):
        classes = np.concatenate([[0, 1], random.integers(0, 2, n_rows - 2)])
        tables.append(
            ((classes[:, None] + random.normal(size=(n_rows, n_columns))).round(1).tolist(), classes.tolist())
        )
    pair = pair_of(*tables)
    assert splits_of_all_rows(pair, general=False) == splits_of_all_rows(pair, general=True)


@pytest.mark.parametrize(("weight", "n_classes"), [(packed_kernel.MOST_COUNTED + 1, 2), (1, 3)])
def test_counts_that_do_not_fit_are_not_packed(weight, n_classes):
    kind, weights = np.array([0, 1, 2, 3], dtype=np.int32), np.array([weight, 1, 1, 1])
    assert packed_kernel.row_steps(kind, weights, n_classes).size == 0


def test_the_largest_counts_fit():
    most = packed_kernel.MOST_COUNTED
    steps = packed_kernel.row_steps(np.array([0, 1, 2, 3], dtype=np.int32), np.full(4, most), 2)
    assert [int(steps.sum()) >> 16 * q & 0xFFFF for q in range(4)] == [most] * 4
