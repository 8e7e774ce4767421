"""How much a set hangs on its weights, what lies beyond its edges, and how shares are written."""

from __future__ import annotations

import numpy as np
import pytest

import ksdt_core as ksdt
from ksdt_core.mining.cells.neighbours import neighbours
from ksdt_core.mining.cells.robustness import ROBUSTNESS, robustness, robustness_sentence
from ksdt_core.mining.cells.shares import filled_by, share_text
from ksdt_core.mining.cells.tree_areas import tree_areas
from ksdt_core.mining.weights import DEFAULT_WEIGHTS, WeightVector
from ksdt_core.text import PERCENT_SIGN, percent
from tests.mining.cells.places import content
from tests.pairs_by_hand import pair_of


def noisy_pair(seed: int = 2, n_columns: int = 4):
    random = np.random.default_rng(seed)
    tables = []
    for size in (40, 50):
        classes = np.concatenate([[0, 1], random.integers(0, 2, size - 2)])
        cells = classes[:, None] + random.integers(-2, 3, (size, n_columns))
        tables.append((cells.astype(float).tolist(), classes.tolist()))
    return pair_of(*tables)


@pytest.fixture(scope="module")
def cells():
    return ksdt.weight_cells(noisy_pair(), k=3, max_depth=2)


def test_robustness_of_the_usual_weights(cells):
    found = robustness(cells, DEFAULT_WEIGHTS)
    region = cells.at(DEFAULT_WEIGHTS)
    assert found.share == region.share
    assert found.rank == 1 + sum(other.scores.sdtsq > region.scores.sdtsq + 1e-12 for other in cells.regions)
    assert found.regions == len(cells.regions) > 5
    assert np.linalg.norm(np.array(found.border) - DEFAULT_WEIGHTS.parts) == pytest.approx(found.distance)
    assert ROBUSTNESS.read(found.to_document()) == found
    assert share_text(found.share) in robustness_sentence(found)


def test_the_best_is_number_one(cells):
    assert robustness(cells, cells.best.weights).rank == 1


def test_beyond_every_edge_lies_the_set_that_the_miner_finds_there(cells):
    pair = noisy_pair()
    for region in cells.regions[:6]:
        found = neighbours(cells, region)
        assert found
        assert sum(each.edge for each in found) == pytest.approx(1)
        own = content(region.trees)
        for each in found:
            assert each.region.number != region.number
            mined = ksdt.mine(pair, k=3, max_depth=2, weights=each.region.weights)
            assert each.stays == sum((own & content(mined.trees)).values()) < 3


def test_neighbours_on_the_segment_of_a_single_tree():
    cells = ksdt.weight_cells(noisy_pair(), method="single", max_depth=2)
    ordered = sorted(cells.regions, key=lambda region: region.weights.ig)
    if len(ordered) > 1:
        assert {each.region.number for each in neighbours(cells, ordered[0])} == {ordered[1].number}
        border = cells.border(WeightVector(ordered[0].weights.ig, 1 - ordered[0].weights.ig, None))
        assert border.region == ordered[1].number


def test_every_tree_of_the_triangle_is_there_once(cells):
    areas = tree_areas(cells)
    for area in areas[:5]:
        own = content((area.shared,))
        expected = sum(region.share for region in cells.regions if own <= content(region.trees))
        assert area.share == pytest.approx(expected)
        assert content((cells.regions[area.region].trees[area.position],)) == own
    assert len({next(iter(content((area.shared,)))) for area in areas}) == len(areas)
    assert [area.share for area in tree_areas(cells, most=3)] == [area.share for area in areas[:3]]


def test_how_many_fill_half(cells):
    n = filled_by(cells, 0.5)
    assert sum(region.share for region in cells.regions[:n]) >= 0.5
    assert sum(region.share for region in cells.regions[: n - 1]) < 0.5
    assert filled_by(cells, 1.0) is None


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (1.0, percent(1)),
        (0.99999975, percent(0.9999997, 5)),
        (0.43, percent(0.43)),
        (0.0562, percent(0.056, 1)),
        (0.0021, percent(0.002, 1)),
        (0.0000209, percent(0.00002, 3)),
        (1e-9, f"< 0.0001{PERCENT_SIGN}"),
    ],
)
def test_shares_are_told_from_nothing_and_from_all(share, text):
    assert share_text(share) == text
