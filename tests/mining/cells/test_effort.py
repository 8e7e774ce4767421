"""What a search costs and keeps: within its bounds, and in step with the number of cells. Counted, not timed."""

from __future__ import annotations

import numpy as np
import pytest

import ksdt_core as ksdt
from ksdt_core.mining.cells import searching, solver
from tests.mining.cells.test_robustness import noisy_pair

OPTIONS = {"k": 5, "max_depth": 3}


def searched(most: int):
    return ksdt.weight_cells(noisy_pair(n_columns=6), most=most, **OPTIONS).found.solver


def kept_bytes(search: searching.Search) -> int:
    return sum(array.nbytes for array in search)


def test_cost_grows_with_the_number_of_cells():
    """The kernel works on choices and parts one by one; a cell costs as many in a large search as in a small one."""
    cost = []
    for most in (100, 200, 400, 800):
        cursor = searched(most).search.cursor
        assert cursor[searching.N_CELLS] == most
        cost.append([cursor[searching.N_CHOICES] / most, cursor[searching.N_PARTS] / most])
    costs = np.array(cost)
    assert (costs.max(axis=0) <= 1.5 * costs.min(axis=0)).all(), costs


def test_memory_is_bounded_by_the_cells_asked_for():
    small, large = searched(100), searched(800)
    for found, most in ((small, 100), (large, 800)):
        cursor = found.search.cursor
        assert cursor[searching.N_CELLS] + cursor[searching.N_OPEN] <= most
    assert kept_bytes(large.search) <= 12 * max(kept_bytes(small.search), 2**20)


def test_splits_stay_within_their_budget(monkeypatch):
    """With a budget so small that tables are made again and again, the cells stay the same."""
    roomy = ksdt.weight_cells(noisy_pair(n_columns=6), **OPTIONS)
    monkeypatch.setattr(solver, "BUDGET", 20_000)
    narrow = ksdt.weight_cells(noisy_pair(n_columns=6), **OPTIONS)
    splits = narrow.found.solver.bench.splits
    assert splits.n_bytes <= splits.budget == 20_000
    assert (splits.tables.sets[0, : splits.n_row_sets] >= 0).sum() < (
        roomy.found.solver.bench.splits.tables.sets[0, : splits.n_row_sets] >= 0
    ).sum()
    assert narrow.to_document() == roomy.to_document()


def test_the_budget_is_that_of_the_triangle():
    splits = searched(10).bench.splits
    assert splits.budget == solver.BUDGET == pytest.approx(128 * 2**20)
