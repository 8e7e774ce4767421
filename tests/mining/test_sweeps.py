"""Sweeps: one set for every vector, in order, with the best and the worst of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ksdt_core.errors import KsdtError
from ksdt_core.mining.miners import mine, mine_many
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.sweeps import Sweep, sweep
from ksdt_core.mining.weights import weight_pool
from tests.mining.planted import planted_pair
from tests.mining.test_invariances import named_splits

PAIR = planted_pair(strength=1.0, n_attributes=6)


def test_a_sweep_mines_every_vector_of_the_pool_in_its_order():
    swept = sweep(PAIR, pool="wvp2", k=3, max_depth=2)
    pool = weight_pool("wvp2")
    assert [entry.settings.weights for entry in swept.entries] == list(pool.vectors)
    for vector, entry in zip(pool.vectors, swept.entries, strict=True):
        alone = mine(planted_pair(strength=1.0, n_attributes=6), weights=vector, k=3, max_depth=2)
        assert named_splits(entry) == named_splits(alone)
        assert entry.scores == alone.scores


def test_entries_come_one_by_one():
    vectors = weight_pool("wvp1")
    first = next(mine_many(PAIR, MiningParameters(k=2), vectors.vectors))
    assert first.settings.weights == vectors.vectors[0]


def test_progress_is_told_after_every_vector():
    seen = []
    sweep(PAIR, pool="wvp2", k=1, max_depth=1, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(i, 10) for i in range(1, 11)]


def test_a_single_tree_sweeps_two_weights():
    swept = sweep(PAIR, pool="wvp1", method="single")
    assert [entry.settings.weights.parts for entry in swept.entries] == [(i / 10, (10 - i) / 10) for i in range(1, 10)]


def scored(sdtsqs: list[float]) -> Sweep:
    """A sweep whose sets have these scores."""
    swept = sweep(PAIR, pool="grid:0.25", k=2, max_depth=1)
    entries = tuple(
        replace(swept.entries[i % 3], scores=replace(swept.entries[i % 3].scores, sdtsq=value))
        for i, value in enumerate(sdtsqs)
    )
    return Sweep(swept.pool, swept.parameters, entries)


@pytest.mark.parametrize(
    ("sdtsqs", "best", "worst"),
    [
        ([0.5, 0.9, 0.7], 1, 0),
        ([0.9, 0.9, 0.9], 0, 0),
        ([0.1, 0.9, 0.9 + 5e-13], 1, 0),  # a tie goes to the earlier vector
        ([0.1, 0.9, 0.9 + 5e-12], 2, 0),
        ([0.4, 0.9, 0.4 - 5e-13], 1, 0),
    ],
)
def test_best_and_worst(sdtsqs, best, worst):
    swept = scored(sdtsqs)
    assert swept.best is swept.entries[best]
    assert swept.worst is swept.entries[worst]


def test_the_best_is_the_best_of_a_real_sweep():
    swept = sweep(PAIR, pool="wvp1", k=3)
    scores = [entry.scores.sdtsq for entry in swept.entries]
    assert swept.best.scores.sdtsq == max(scores)
    assert swept.worst.scores.sdtsq == min(scores)
    assert max(scores) > min(scores)


def test_an_unknown_pool_is_refused_before_anything_is_mined():
    with pytest.raises(KsdtError, match="nonsense"):
        sweep(PAIR, pool="nonsense")


def test_the_same_sweep_twice_is_the_same_to_the_last_bit():
    one, two = (sweep(planted_pair(strength=1.0, n_attributes=6), pool="wvp2", k=3) for _ in range(2))
    for a, b in zip(one.entries, two.entries, strict=True):
        assert a.scores == b.scores
        assert np.array_equal(a.tpd, b.tpd)
        assert named_splits(a) == named_splits(b)
