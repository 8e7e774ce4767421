"""Cells counted a second way: by crossing the edges of cells and mining on the other side."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ksdt_core as ksdt
from ksdt_core.mining.cells.rivals import LEAST_IG_AND_DS
from ksdt_core.mining.weights import WeightVector
from tests.mining.cells.places import Places
from tests.mining.cells.test_cells_on_tables import PAIRS, cells_of
from tests.oracles.plain_cells import beyond_edges, crossed_cells
from tests.strategies import pairs

DISTANCES = (1e-9, 1e-8, 1e-7, 1e-6)


def content_of(trees):
    """A set as the oracle writes it."""
    asked = Counter()
    for shared in trees:
        tree = shared.tree
        nodes = zip(tree.attribute, tree.threshold, tree.category, strict=True)
        asked[
            tuple(
                None
                if attribute < 0
                else (tree.attributes[attribute], *((None, int(c)) if c >= 0 else (float(threshold), None)))
                for attribute, threshold, c in nodes
            )
        ] += 1
    return frozenset(asked.items())


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(
    pair=pairs(max_rows=10, max_attributes=3),
    aus=st.sampled_from(["lnc", "llc"]),
    atd=st.sampled_from(["avgmin", "avg", "min"]),
)
def test_crossing_edges_meets_the_same_sets_with_the_same_areas(pair, aus, atd):
    options = {"k": 2, "max_depth": 2, "aus": aus, "atd": atd}
    solved = ksdt.weight_cells(pair, **options)
    shares = {content_of(region.trees): region.share for region in solved.regions}
    crossed = defaultdict(float)
    for cell in crossed_cells(pair, **options):
        crossed[cell.content] += cell.share
    assert set(crossed) <= set(shares)
    for content, share in crossed.items():
        assert share <= shares[content] + 1e-6
    missed = set(shares) - set(crossed)  # behind an edge of which another cell has the middle
    assert sum(crossed.values()) + sum(shares[content] for content in missed) == pytest.approx(1, abs=0.02)
    assert sum(crossed.values()) > 0.8


FEWEST_TO_A_SLIVER = {"cohorts": 100}  # points; of 28,216 in the gene cohorts 221 lie in slivers, as near as that


def crosses(name: str, numbers) -> None:
    """No edge of these cells leads to a set that no cell has, but into slivers too small to be kept."""
    cells = cells_of(name)
    places, n_points, in_slivers = Places(cells), 0, 0
    for number in numbers:
        for distance in DISTANCES:
            for point in beyond_edges(np.array(places.cells[number]), distance):
                x, y = float(point[0]), float(point[1])
                if x + y < 1.01 * LEAST_IG_AND_DS or 1 - x - y <= 0:
                    continue
                n_points += 1
                key = tuple(sorted(cells.found.trees_at(WeightVector(x, y, 1 - x - y))))
                if key not in cells.found.regions:
                    in_slivers += 1
                    assert distance < 1e-6
                    assert places.at(point) == [], (point, distance)
    assert n_points > 3 * len(numbers)
    assert in_slivers <= n_points // FEWEST_TO_A_SLIVER.get(name, 200)
    assert cells.covered > 1 - LEAST_IG_AND_DS**2 - 1e-11, "slivers together"


def test_every_edge_leads_to_a_known_set():
    n_cells = cells_of("cmc").n_cells
    crosses("cmc", np.random.default_rng(8).permutation(n_cells)[:300])


@pytest.mark.soak
@pytest.mark.parametrize("name", list(PAIRS))
def test_every_edge_of_every_cell_leads_to_a_known_set(name):
    crosses(name, range(cells_of(name).n_cells))
