"""The miner finds what was planted, and claims nothing where nothing is shared."""

from __future__ import annotations

from typing import Any

import pytest

from ksdt_core.data import pair_datasets
from ksdt_core.data.samples.planted import plant
from ksdt_core.evidence.significance import significance
from ksdt_core.mining import mine


@pytest.mark.parametrize(("classes", "depth"), [(2, 1), (2, 2), (4, 2)])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_planted_tree_is_found(classes: int, depth: int, seed: int) -> None:
    planted = plant(rows=(400, 300), attributes=12, classes=classes, depth=depth, seed=seed)
    found = mine(pair_datasets(planted.left, planted.right), method="single", max_depth=depth).trees[0]
    assert found.sa > 0.98
    assert found.tree.attributes[found.tree.attribute[0]] == planted.left.attributes[planted.tree.attributes[0]]


@pytest.mark.parametrize("seed", [0, 1])
def test_with_enough_depth_shared_accuracy_comes_near_one_in_any_units(seed: int) -> None:
    planted = plant(rows=(1500, 1200), attributes=20, depth=3, units="different", seed=seed)
    found = mine(pair_datasets(planted.left, planted.right, scale="rank"), k=3, max_depth=5)
    assert found.trees[0].sa > 0.95
    assert (
        found.trees[0].tree.attributes[found.trees[0].tree.attribute[0]]
        == planted.left.attributes[planted.tree.attributes[0]]
    )


def p_value(seed: int, **what: Any) -> float:
    planted = plant(rows=(80, 70), attributes=16, depth=2, noise=0.05, units="different", seed=seed, **what)
    pair = pair_datasets(planted.left, planted.right, scale="rank")
    return significance(pair, mine(pair, k=3), permutations=19).p_value


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_shared_tree_is_claimed(seed: int) -> None:
    assert p_value(seed) == 0.05


@pytest.mark.parametrize("signal", ["disjoint", "none", "left", "right"])
@pytest.mark.parametrize("seed", [0, 1])
def test_nothing_is_claimed_where_nothing_is_shared(signal: str, seed: int) -> None:
    assert p_value(seed, signal=signal) > 0.05
