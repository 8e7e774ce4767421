"""The cells of small tables, ties and all, against the miner and against brute force."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import ksdt_core as ksdt
from ksdt_core.errors import Interrupted, InvalidDataError, InvalidParameterError
from ksdt_core.mining.cells import solver
from tests.mining.cells.places import Places, content, random_weights
from tests.pairs_by_hand import pair_of
from tests.strategies import mining_options, pairs

slowly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def solved(pair, options):
    try:
        return ksdt.weight_cells(pair, **options)
    except InvalidDataError:  # no tree can start with a wanted root
        assume(not options.get("roots"))
        raise


@pytest.mark.slow
@settings(slowly, max_examples=120)
@given(st.data())
def test_every_option_of_the_miner(data):
    """Methods, AUS, ATD, traversal, roots, exclusions, costs and criteria, on tables where ties are common."""
    pair = data.draw(pairs(max_rows=12, max_attributes=5))
    options = {**data.draw(mining_options(pair))}
    options.pop("weights", None)
    cells = solved(pair, options)
    assert cells.covered >= 1 - 1e-6
    single = options.get("method") == "single"
    places = None if single else Places(cells)
    for weights in random_weights(12, data.draw(st.integers(0, 99))):
        vector = (weights[0], 1 - weights[0]) if single else tuple(weights)
        mined = ksdt.mine(pair, weights=vector, **options)
        region = cells.at(vector)
        assert content(region.trees) == content(mined.trees)
        assert region.scores == mined.scores
        if places is not None:
            assert region.number in {places.region[cell] for cell in places.at(weights)}


@settings(slowly, max_examples=25)
@given(st.data())
def test_a_single_tree_against_brute_force(data):
    """Along the segment the set changes where the cells end, and nowhere else."""
    pair = data.draw(pairs(max_rows=12, max_attributes=4))
    cells = ksdt.weight_cells(pair, method="single", max_depth=2)
    assert cells.covered == pytest.approx(1, abs=1e-9)
    ends = sorted({corner[0] for region in cells.regions for cell in region.cells for corner in cell})
    assert ends[0] == 0
    assert ends[-1] == 1
    steps = np.unique(np.concatenate([np.linspace(0.001, 0.999, 200), [(a + b) / 2 for a, b in pairwise(ends)]]))
    steps = [x for x in steps if min(abs(x - end) for end in ends) > 1e-11]
    sets = [content(ksdt.mine(pair, method="single", max_depth=2, weights=(x, 1 - x)).trees) for x in steps]
    for x, found in zip(steps, sets, strict=True):
        inside = [region for region in cells.regions for cell in region.cells if min(cell)[0] < x < max(cell)[0]]
        assert len(inside) == 1
        assert content(inside[0].trees) == found


def copies(n: int):
    """Two tables in which n columns are copies of one, and one is nearly so: all choices among them are ties."""
    random = np.random.default_rng(5)
    tables = []
    for size in (40, 50):
        classes = random.integers(0, 2, size)
        classes[:2] = 0, 1
        one = classes + random.integers(-1, 2, size)
        other = classes + random.integers(-2, 3, size)
        tables.append(([[*[float(x)] * n, float(y)] for x, y in zip(one, other, strict=True)], classes.tolist()))
    return pair_of(*tables)


def test_equal_columns_are_decided_by_their_order():
    pair = copies(3)
    cells = ksdt.weight_cells(pair, k=3, max_depth=2)
    places = Places(cells)
    for weights in random_weights(200, 1):
        mined = ksdt.mine(pair, k=3, max_depth=2, weights=tuple(weights))
        assert content(cells.at(tuple(weights)).trees) == content(mined.trees)
        assert cells.at(tuple(weights)).number == places.region[places.at(weights)[0]]


def test_one_cell_only():
    """With one attribute of one split there is nothing to weigh."""
    rows = [[0.0], [0.0], [1.0], [1.0]]
    pair = pair_of((rows, [0, 0, 1, 1]), (rows, [0, 1, 1, 1]))
    cells = ksdt.weight_cells(pair, k=2, max_depth=1)
    assert len(cells.regions) == 1
    assert cells.n_cells == 1
    assert cells.regions[0].share == cells.covered == pytest.approx(1 - 2.5e-7, abs=1e-12)
    assert cells.tie_share == 0
    assert cells.border(cells.best.weights) is None
    assert cells.best.weights.parts == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=1e-3)


def test_trees_that_cannot_split_make_one_region():
    pair = pair_of(([[1.0], [1.0]], [0, 1]), ([[1.0], [1.0]], [0, 1]))
    cells = ksdt.weight_cells(pair, k=2)
    assert [region.roots for region in cells.regions] == [(None, None)]
    assert cells.attributes == ()


def test_the_largest_cells_where_there_are_more_than_asked_for():
    pair = copies(2)
    whole = ksdt.weight_cells(pair, k=4, max_depth=3)
    assert whole.n_cells > 8
    few = ksdt.weight_cells(pair, k=4, max_depth=3, most=4)
    assert few.n_cells == 4
    assert few.covered < whole.covered
    for region in few.regions:
        assert content(ksdt.mine(pair, k=4, max_depth=3, weights=region.weights).trees) == content(region.trees)
    missing = [tuple(weights) for weights in random_weights(300, 4) if whole.at(tuple(weights)).number > 20]
    with pytest.raises(InvalidParameterError) as refused:
        few.at(missing[0])
    assert refused.value.code == "cell-not-found"


def test_any_depth_is_followed_as_far_as_asked():
    cells = ksdt.weight_cells(copies(2), k=3, max_depth=0, most=30)
    assert cells.n_cells <= 30
    assert 0 < cells.covered <= 1


def test_weights_in_the_corner_that_is_left_out():
    cells = ksdt.weight_cells(copies(1), k=2, max_depth=1)
    with pytest.raises(InvalidParameterError) as refused:
        cells.at((1e-4, 1e-4, 0.9998))
    assert refused.value.code == "weights-in-corner"


@pytest.mark.parametrize("most", [0, -3, 2.5, True])
def test_how_many_cells_is_a_whole_number(most):
    with pytest.raises(InvalidParameterError) as refused:
        ksdt.weight_cells(copies(1), most=most)
    assert refused.value.code == "not-whole"


def test_a_stop_is_heeded_and_progress_told():
    ticks = []
    ksdt.weight_cells(copies(2), k=4, progress=lambda done, total: ticks.append((done, total)))
    assert ticks[-1] == (1000, 1000)
    with pytest.raises(Interrupted):
        ksdt.weight_cells(copies(2), k=4, should_stop=lambda: True)


def test_what_was_found_before_a_stop_is_kept(monkeypatch):
    monkeypatch.setattr(solver, "CELLS_AT_A_TIME", 3)
    kept, asked = [], iter([False, True])
    with pytest.raises(Interrupted):
        ksdt.weight_cells(copies(2), k=4, should_stop=lambda: next(asked), on_stop=kept.append)
    (cells,) = kept
    assert cells.n_cells == 3
    assert 0 < cells.covered < 1
