"""A mined set beside what the plain definition says of it, number by number."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.shared_tree import SharedTree
from tests.oracles.plain_trees import NodeReport, SetReport, TreeReport


def assert_same_set(mined: TreeSet, plain: SetReport) -> None:
    """Every split, threshold, count and score of the set is the plain one's."""
    assert len(mined.trees) == len(plain.trees)
    for number, (tree, expected) in enumerate(zip(mined.trees, plain.trees, strict=True)):
        _assert_same_tree(tree, expected, f"tree {number}")
    assert mined.tpd == pytest.approx(np.array(plain.tpd), abs=1e-9)
    scores = mined.scores
    assert scores.td == (None if plain.td is None else pytest.approx(plain.td, abs=1e-9))
    assert (scores.sa, scores.ds, scores.sdtsq) == pytest.approx((plain.sa, plain.ds, plain.sdtsq), abs=1e-9)


def _assert_same_tree(mined: SharedTree, plain: TreeReport, where: str) -> None:
    tree = mined.tree
    assert tree.n_nodes == len(plain.nodes), where
    parents, levels = tree.parents.tolist(), tree.levels.tolist()
    for i, node in enumerate(plain.nodes):
        place = f"{where}, node {i}"
        test = (_name_of(mined, i), _category_of(mined, i))
        assert test == (node.attribute, node.category), place
        assert _or_none(int(tree.left[i])) == node.left, place
        assert _or_none(int(tree.right[i])) == node.right, place
        assert _or_none(parents[i]) == node.parent, place
        assert levels[i] == node.level, place
        _assert_same_thresholds(mined, i, node, place)
        assert mined.cdv_left[i].tolist() == node.cdv_left, place
        assert mined.cdv_right[i].tolist() == node.cdv_right, place
        assert mined.dsn[i] == pytest.approx(node.dsn, abs=1e-9), place
        assert int(tree.label[i]) == node.label, place
    scores = (mined.accuracy_left, mined.accuracy_right, mined.sa, mined.ds, mined.sdtq)
    expected = (plain.accuracy_left, plain.accuracy_right, plain.sa, plain.ds, plain.sdtq)
    assert scores == pytest.approx(expected, abs=1e-9), where


def _assert_same_thresholds(mined: SharedTree, i: int, node: NodeReport, place: str) -> None:
    thresholds = (mined.tree.threshold, mined.threshold_left, mined.threshold_right)
    expected = (node.threshold, node.threshold_left, node.threshold_right)
    for array, value in zip(thresholds, expected, strict=True):
        got = float(array[i])
        assert math.isnan(got) if value is None else got == value, place


def _name_of(mined: SharedTree, i: int) -> str | None:
    attribute = int(mined.tree.attribute[i])
    return None if attribute < 0 else mined.tree.attributes[attribute]


def _category_of(mined: SharedTree, i: int) -> str | None:
    category = int(mined.tree.category[i])
    if category < 0:
        return None
    values = mined.tree.categories[int(mined.tree.attribute[i])]
    assert values is not None
    return values[category]


def _or_none(number: int) -> int | None:
    return None if number < 0 else number
