"""Trees of the whole weight triangle in a space: each once, with its share of all weightings."""

from __future__ import annotations

import pytest

import ksdt_core as ksdt
from ksdt_core.mining.cells.tree_areas import tree_areas
from ksdt_core.studies.tree_space import area_points, tree_space
from tests.mining.cells.places import content
from tests.mining.planted import planted_pair


def test_the_set_comes_first_and_no_tree_twice():
    pair = planted_pair(strength=1.0, n_attributes=4)
    cells = ksdt.weight_cells(pair, k=3, max_depth=2)
    trees = ksdt.mine(pair, k=3, max_depth=2, weights=(0.2, 0.3, 0.5))
    points = area_points(cells, trees, most=1000)
    assert [point.number for point in points[:3]] == [1, 2, 3]
    areas = {next(iter(content((area.shared,)))): area.share for area in tree_areas(cells)}
    assert len(points) == len(areas) + 3 - len(content(trees.trees))
    for point in points:
        assert point.share == pytest.approx(areas[next(iter(content((point.shared,))))])
    assert len(area_points(cells, trees, most=2)) <= 5
    assert len(tree_space(points).points) == len(points)
