"""Which attributes a tree tests, and how near its root: attribute usage summaries (AUS)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.tree import LEAF, Tree

UsageKind = Literal["lnc", "llc"]


def attribute_usage(tree: Tree, kind: UsageKind) -> NDArray[np.float64]:
    """Attribute usage summary of a tree over all attributes, AUS(T) [DH14, Def. 4 and the text after it].

    `lnc` (level-normalised count), (n_attributes,): Cnt(A_i) / avgLvl(A_i) = Cnt(A_i)² / Σ levels of A_i, the root
    being level 1; 0 for an attribute the tree does not test.
    `llc` (level-listed count), (n_levels, n_attributes): how often A_i is tested at level l, for the levels down to
    the deepest test; a tree with no test has no level.
    """
    return _usage_of(tree, kind, columns=np.arange(len(tree.attributes)))


def used_attributes(trees: Sequence[Tree]) -> NDArray[np.intp]:
    """The attributes that at least one of the trees tests, in column order."""
    tested = [tree.attribute[tree.attribute != LEAF] for tree in trees]
    return np.unique(np.concatenate(tested)).astype(np.intp) if tested else np.empty(0, dtype=np.intp)


def common_attributes(trees: Sequence[Tree]) -> NDArray[np.int64]:
    """How many attributes every two trees both test, (k, k); on the diagonal how many each one tests."""
    columns = used_attributes(trees)
    tests = np.array([np.isin(columns, tree.attribute) for tree in trees], dtype=np.int64)
    common: NDArray[np.int64] = tests @ tests.T
    return common


def attribute_usages(trees: Sequence[Tree], kind: UsageKind) -> list[NDArray[np.float64]]:
    """The summaries of several trees, over `used_attributes(trees)` only.

    Columns that are zero in every summary change no tree pair difference, so among thousands of attributes these
    short ones do the work of the long ones.
    """
    columns = used_attributes(trees)
    return [_usage_of(tree, kind, columns=columns) for tree in trees]


def _usage_of(tree: Tree, kind: UsageKind, *, columns: NDArray[np.intp]) -> NDArray[np.float64]:
    """The summary over these columns, which are sorted and hold every attribute the tree tests."""
    attributes, levels = tests_of(tree)
    return usage_of_tests(attributes, levels, kind, columns=columns)


def usage_of_tests(
    attributes: Sequence[int], levels: Sequence[int], kind: UsageKind, *, columns: NDArray[np.intp]
) -> NDArray[np.float64]:
    """The summary of a tree that has these tests, over these columns; see `attribute_usage`."""
    position = np.searchsorted(columns, np.asarray(attributes, dtype=np.intp))
    if kind == "llc":
        listed = np.zeros((max(levels, default=0), columns.size))
        for level, column in zip(levels, position.tolist(), strict=True):
            listed[level - 1, column] += 1.0
        return listed
    counts = np.bincount(position, minlength=columns.size)
    level_sums = np.bincount(position, weights=levels, minlength=columns.size)
    normalised: NDArray[np.float64] = counts * counts / np.maximum(level_sums, 1.0)
    return normalised


def tests_of(tree: Tree) -> tuple[list[int], list[int]]:
    """The attribute and the level of every test; children come after their parents, so one pass is enough."""
    attributes: list[int] = []
    tested_levels: list[int] = []
    levels = [1] * tree.n_nodes
    nodes = zip(tree.attribute.tolist(), tree.left.tolist(), tree.right.tolist(), levels, strict=True)
    for attribute, left, right, level in nodes:
        if attribute != LEAF:
            attributes.append(attribute)
            tested_levels.append(level)
            levels[left] = levels[right] = level + 1
    return attributes, tested_levels
