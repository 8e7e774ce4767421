"""What the miner keeps in memory is bounded and changes no result."""

from __future__ import annotations

import numpy as np

from ksdt_core.mining import presorted, split_tables, workbench
from ksdt_core.mining.miners import mine
from tests.mining.test_invariances import named_splits
from tests.pairs_by_hand import pair_of


def noisy_pair(n_rows: int = 120, n_attributes: int = 12):
    random = np.random.default_rng(11)
    tables = []
    for _ in range(2):
        classes = random.integers(0, 3, n_rows)
        tables.append((random.normal(size=(n_rows, n_attributes)).round(1) + classes[:, None] * 0.2, classes.tolist()))
    return pair_of(*tables, class_names=("a", "b", "c"))


def test_a_small_budget_gives_the_same_trees(monkeypatch):
    vectors = [(0.1, 0.1, 0.8), (0.8, 0.1, 0.1), (0.3, 0.4, 0.3), (0.1, 0.1, 0.8)]
    roomy = noisy_pair()
    expected = [named_splits(mine(roomy, k=4, max_depth=0, weights=vector)) for vector in vectors]
    monkeypatch.setattr(split_tables, "budget_for", lambda table_bytes, **_: table_bytes)
    narrow = noisy_pair()
    assert [named_splits(mine(narrow, k=4, max_depth=0, weights=vector)) for vector in vectors] == expected
    for bench in workbench.workbench_of(narrow)._benches.values():
        assert bench.splits.n_bytes <= bench.splits.budget
        assert bench.splits.budget == 8 * 240 * 12


def test_a_workbench_goes_with_its_pair():
    before = len(workbench._workbenches)
    pair = noisy_pair(20, 2)
    mine(pair)
    assert len(workbench._workbenches) == before + 1
    del pair
    assert len(workbench._workbenches) == before


def test_threads_give_the_same_trees(monkeypatch):
    options = {"k": 4, "max_depth": 0, "weights": (0.3, 0.4, 0.3), "attr_fraction": 0.5}
    expected = named_splits(mine(noisy_pair(), **options))
    monkeypatch.setattr(presorted, "LARGE", 0)
    assert named_splits(mine(noisy_pair(), **options)) == expected
