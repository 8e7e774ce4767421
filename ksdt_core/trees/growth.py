"""A mined tree as it was after some of its splits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF, Tree


def n_splits(tree: Tree) -> int:
    """How many splits made this tree."""
    return tree.n_nodes // 2


def split_node(tree: Tree, split: int) -> int:
    """The node that the split of this number (from 0) divided: the one whose children are 2s+1 and 2s+2."""
    return int(np.flatnonzero(tree.left == 2 * split + 1)[0])


def grown_in_order(tree: Tree) -> bool:
    """Whether the nodes stand in the order in which splits make them; a pruned or foreign tree may not."""
    children = np.sort(tree.left[tree.left != LEAF])
    in_order = np.array_equal(children, np.arange(1, tree.n_nodes, 2))
    return in_order and bool(np.all(tree.right[tree.left != LEAF] == tree.left[tree.left != LEAF] + 1))


def tree_after(tree: Tree, splits: int) -> Tree:
    """The tree after its first splits: later nodes are not there yet, and nodes that wait for a split are leaves."""
    n_nodes = 2 * min(splits, n_splits(tree)) + 1
    kept = slice(0, n_nodes)
    waiting = tree.left[kept] >= n_nodes
    return replace(
        tree,
        attribute=np.where(waiting, np.int32(LEAF), tree.attribute[kept]),
        threshold=np.where(waiting, np.nan, tree.threshold[kept]),
        category=np.where(waiting, np.int32(-1), tree.category[kept]),
        left=np.where(waiting, np.int32(LEAF), tree.left[kept]),
        right=np.where(waiting, np.int32(LEAF), tree.right[kept]),
        label=tree.label[kept].copy(),
    )


def shared_tree_after(shared: SharedTree, splits: int) -> SharedTree:
    """The same for a shared tree; its scores stay those of the finished tree."""
    tree = tree_after(shared.tree, splits)
    kept, waiting = slice(0, tree.n_nodes), tree.is_leaf
    left, right = shared.threshold_left[kept].copy(), shared.threshold_right[kept].copy()
    left[waiting] = right[waiting] = np.nan
    return replace(
        shared,
        tree=tree,
        threshold_left=left,
        threshold_right=right,
        cdv_left=shared.cdv_left[kept].copy(),
        cdv_right=shared.cdv_right[kept].copy(),
        rows_left=shared.rows_left[kept].copy(),
        rows_right=shared.rows_right[kept].copy(),
        codes=shared.codes[kept],
        between_left=_kept(shared.between_left, kept),
        between_right=_kept(shared.between_right, kept),
        dsn=shared.dsn[kept].copy(),
    )


def _kept(array: NDArray[np.float64] | None, nodes: slice) -> NDArray[np.float64] | None:
    return None if array is None else array[nodes].copy()
