"""Pairs with a planted tree: what was asked for is in them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr
from scipy.stats import rankdata

from ksdt_core.data import pair_datasets
from ksdt_core.data.samples.planted import Planted, plant
from tests.refusals import refused


def agreement(planted: Planted) -> tuple[float, float]:
    """Share of the rows of each table whose class is that of the planted tree; tables in the same units."""
    shares = []
    for table in (planted.left, planted.right):
        leaves = planted.tree.leaf_of(ndtr(table.values))
        shares.append(float((planted.tree.labels()[leaves] == table.classes).mean()))
    return shares[0], shares[1]


@pytest.mark.parametrize(("classes", "depth"), [(2, 1), (2, 3), (3, 2), (4, 3), (5, 4)])
def test_without_noise_both_tables_follow_the_tree(classes: int, depth: int) -> None:
    planted = plant(rows=(300, 200), attributes=40, classes=classes, depth=depth)
    assert agreement(planted) == (1.0, 1.0)
    assert len(planted.tree.leaves) == 2**depth
    assert len(planted.tree.attributes) == min(2**depth - 1, 20)
    assert sum(planted.tree.shares()[leaf] for leaf in planted.tree.leaves) == pytest.approx(1)
    assert (planted.left.n_rows, planted.right.n_rows, planted.left.n_attributes) == (300, 200, 40)
    assert len(planted.left.class_names) == classes


def test_siblings_that_are_leaves_have_different_classes() -> None:
    for classes, depth in ((2, 2), (3, 3), (4, 3)):
        nodes = plant(classes=classes, depth=depth).tree.nodes
        for node in nodes:
            if node.attribute is not None and nodes[node.left].attribute is None:
                assert nodes[node.left].label != nodes[node.right].label


@pytest.mark.parametrize("noise", [0.1, 0.3])
def test_noise_is_the_share_of_classes_that_were_changed(noise: float) -> None:
    assert agreement(plant(rows=(1000, 500), noise=noise, classes=3)) == (1 - noise, 1 - noise)


def test_the_tables_agree_as_far_as_they_are_similar() -> None:
    shares = [agreement(plant(rows=(50, 4000), similarity=similarity, seed=3))[1] for similarity in (0, 0.3, 0.7, 1)]
    assert all(more > less for less, more in pairwise(shares))
    half = plant(rows=(50, 4000), depth=3, similarity=0.5)
    assert half.similarity == pytest.approx(0.5, abs=0.1)
    inside = np.isin(half.tree.leaf_of(ndtr(half.right.values)), half.shared_leaves)
    assert inside.mean() == pytest.approx(half.similarity, abs=0.03)
    labels = half.tree.labels()[half.tree.leaf_of(ndtr(half.right.values))]
    assert (labels == half.right.classes)[inside].all()
    assert not (labels == half.right.classes)[~inside].all()


def test_which_tables_carry_signal() -> None:
    chance = pytest.approx(0.5, abs=0.08)
    for signal, expected in (
        ("both", (1, 1)),
        ("left", (1, chance)),
        ("right", (chance, 1)),
        ("none", (chance, chance)),
    ):
        assert agreement(plant(rows=(1000, 1000), signal=signal)) == expected  # type: ignore[arg-type]


def test_disjoint_trees_share_no_attribute() -> None:
    planted = plant(rows=(500, 500), signal="disjoint")
    assert not set(planted.tree.attributes) & set(planted.private_tree.attributes)
    leaves = planted.private_tree.leaf_of(ndtr(planted.right.values))
    assert (planted.private_tree.labels()[leaves] == planted.right.classes).all()
    assert planted.similarity == 0


def test_other_units_keep_the_order_of_the_values() -> None:
    same, different = (plant(units=units) for units in ("same", "different"))  # type: ignore[arg-type]
    assert np.array_equal(same.left.values, different.left.values)
    assert not np.allclose(same.right.values, different.right.values)
    assert np.array_equal(rankdata(same.right.values, axis=0), rankdata(different.right.values, axis=0))
    assert same.right.classes.tolist() == different.right.classes.tolist()


@given(
    st.tuples(st.integers(5, 40), st.integers(5, 40)),
    st.integers(2, 9),
    st.integers(2, 5),
    st.integers(3, 4),
    st.floats(0, 1),
    st.floats(0, 1),
    st.sampled_from(["both", "left", "right", "none", "disjoint"]),
    st.integers(0, 5),
)
def test_every_pair_can_be_mined_and_is_the_same_again(
    rows: Any, attributes: int, classes: int, depth: int, noise: float, similarity: float, signal: Any, seed: int
) -> None:
    how: dict[str, Any] = {"rows": rows, "attributes": attributes, "classes": classes, "depth": depth, "noise": noise}
    made = [plant(**how, similarity=similarity, signal=signal, seed=seed) for _ in range(2)]
    assert made[0].left.fingerprint() == made[1].left.fingerprint()
    assert made[0].right.fingerprint() == made[1].right.fingerprint()
    assert pair_datasets(made[0].left, made[0].right).n_attributes == attributes
    assert (made[0].left.class_counts() > 0).all()
    assert made[0].similarity <= similarity + 1e-9
    assert plant(**how, seed=seed + 1).left.fingerprint() != made[0].left.fingerprint()


@pytest.mark.parametrize(
    ("wrong", "reason", "option"),
    [
        ({"rows": (1, 100)}, "planted-too-small", "rows"),
        ({"attributes": 1}, "planted-too-small", "attributes"),
        ({"classes": 1}, "planted-too-small", "classes"),
        ({"classes": 5, "depth": 2}, "planted-too-small", "depth"),
        ({"noise": 1.5}, "out-of-range", "noise"),
        ({"similarity": -0.1}, "out-of-range", "similarity"),
        ({"signal": "loud"}, "not-a-choice", "signal"),
        ({"units": "feet"}, "not-a-choice", "units"),
    ],
)
def test_what_cannot_be_planted(wrong: dict[str, Any], reason: str, option: str) -> None:
    with refused(reason, option=option):
        plant(**wrong)


def test_rows_are_one_number_or_two():
    planted = plant(rows=60, seed=3)
    assert (planted.left.n_rows, planted.right.n_rows) == (60, 60)
    assert planted.left.fingerprint() == plant(rows=(60, 60), seed=3).left.fingerprint()
    for bad in ("200", (1, 2, 3), 3.5, (10, 2.5), None, (True, 50)):
        with refused("planted-rows", option="rows"):
            plant(rows=bad)
