"""Shared trees made by hand, for drawings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ksdt_core.measures.distribution import distribution_similarity
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree


def small_tree(
    attributes: tuple[str, ...] = ("alcohol", "volatile acidity", "colour"),
    classes: tuple[str, ...] = ("poor wine", "good wine"),
    *,
    colours: tuple[str, ...] = ("pale", "deep"),
) -> SharedTree:
    """Seven nodes: a root, a numeric and a categorical test below it, four leaves."""
    tree = Tree(
        attributes=attributes,
        categories=(None, None, colours),
        class_names=classes,
        attribute=np.array([0, 1, 2, -1, -1, -1, -1], dtype=np.int32),
        threshold=np.array([10.25, 0.37, *[np.nan] * 5]),
        category=np.array([-1, -1, 1, -1, -1, -1, -1], dtype=np.int32),
        left=np.array([1, 3, 5, -1, -1, -1, -1], dtype=np.int32),
        right=np.array([2, 4, 6, -1, -1, -1, -1], dtype=np.int32),
        label=np.array([0, 0, 1, 0, 1, 1, 0], dtype=np.int32),
    )
    leaves_left = _spread([[70, 3], [2, 9], [4, 55], [11, 0]], len(classes))
    leaves_right = _spread([[140, 20], [30, 31], [1, 88], [19, 1]], len(classes))
    left, right = _sum_up(leaves_left), _sum_up(leaves_right)
    return SharedTree(
        tree=tree,
        threshold_left=tree.threshold.copy(),
        threshold_right=tree.threshold.copy(),
        cdv_left=left,
        cdv_right=right,
        dsn=distribution_similarity(left, right),
        accuracy_left=0.9416,
        accuracy_right=0.8424,
        sa=0.8424,
        ds=0.96,
        sdtq=0.759,
    )


def cut_short(shared: SharedTree) -> SharedTree:
    """The root of `small_tree` with its two children as leaves."""
    tree = shared.tree
    small = replace(
        tree,
        attribute=np.array([0, -1, -1], dtype=np.int32),
        threshold=np.array([tree.threshold[0], np.nan, np.nan]),
        category=np.full(3, -1, dtype=np.int32),
        left=np.array([1, -1, -1], dtype=np.int32),
        right=np.array([2, -1, -1], dtype=np.int32),
        label=tree.label[:3].copy(),
    )
    names = ("threshold_left", "threshold_right", "cdv_left", "cdv_right", "dsn")
    return replace(shared, tree=small, **{name: getattr(shared, name)[:3].copy() for name in names})


def _spread(leaves: list[list[int]], n_classes: int) -> np.ndarray:
    counts = np.zeros((len(leaves), n_classes), dtype=np.int64)
    counts[:, :2] = leaves
    counts[:, 2:] = 5
    return counts


def _sum_up(leaves: np.ndarray) -> np.ndarray:
    inner = [leaves.sum(axis=0), leaves[:2].sum(axis=0), leaves[2:].sum(axis=0)]
    return np.vstack([*inner, leaves])
