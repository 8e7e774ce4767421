"""Turning inner nodes of a shared tree into leaves."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.finishing import scored_tree
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF, Tree


def subtree(tree: Tree, top: int, *, leaves: Collection[int] = ()) -> Iterator[int]:
    """A node and all below it, where the nodes of `leaves` count as leaves; a parent before its children."""
    waiting = [top]
    while waiting:
        node = waiting.pop()
        yield node
        if tree.attribute[node] != LEAF and node not in leaves:
            waiting += (int(tree.right[node]), int(tree.left[node]))


def topmost(tree: Tree, leaves: Collection[int]) -> tuple[int, ...]:
    """Of inner nodes that become leaves those that are still there afterwards, in node order."""
    wanted = frozenset(leaves)
    met = subtree(tree, 0, leaves=wanted)
    return tuple(sorted(node for node in met if node in wanted and tree.attribute[node] != LEAF))


def leaves_of(tree: Tree, cut: Collection[int]) -> list[int]:
    """The leaves of the tree after the inner nodes of `cut` have become leaves."""
    return sorted(node for node in subtree(tree, 0, leaves=cut) if tree.attribute[node] == LEAF or node in cut)


def collapsed(shared: SharedTree, cut: Collection[int], accuracies: tuple[float, float]) -> SharedTree:
    """The tree with the inner nodes of `cut` as leaves that answer their own label, and these accuracies.

    Kept nodes keep their order, counts and DSN, so that a child still comes after its parent and the s-th split that
    is left still has the children 2s+1 and 2s+2.
    """
    tree = shared.tree
    if any(tree.attribute[node] == LEAF for node in cut):
        raise InvalidParameterError("leaf-cannot-be-pruned", nodes=sorted(cut))
    kept = np.array(sorted(subtree(tree, 0, leaves=cut)), dtype=np.intp)
    is_leaf = tree.is_leaf[kept] | np.isin(kept, list(cut))
    smaller = scored_tree(
        _renumbered(tree, kept, is_leaf),
        np.where(is_leaf, np.nan, shared.threshold_left[kept]),
        np.where(is_leaf, np.nan, shared.threshold_right[kept]),
        cdvs=(shared.cdv_left[kept], shared.cdv_right[kept]),
        dsn=shared.dsn[kept],
        accuracies=accuracies,
        rows=(shared.rows_left[kept], shared.rows_right[kept]) if shared.rows_known else None,
    )
    codes = shared.codes and tuple(None if leaf else shared.codes[at] for at, leaf in zip(kept, is_leaf, strict=True))
    left, right = (
        None if between is None else np.where(is_leaf[:, None], np.nan, between[kept])
        for between in (shared.between_left, shared.between_right)
    )
    return replace(smaller, codes=codes, between_left=left, between_right=right)


def _renumbered(tree: Tree, kept: NDArray[np.intp], is_leaf: NDArray[np.bool_]) -> Tree:
    number = np.full(tree.n_nodes, LEAF, dtype=np.int32)
    number[kept] = np.arange(kept.size, dtype=np.int32)
    left, right = (np.where(is_leaf, LEAF, number[child[kept]]).astype(np.int32) for child in (tree.left, tree.right))
    return Tree(
        attributes=tree.attributes,
        categories=tree.categories,
        class_names=tree.class_names,
        attribute=np.where(is_leaf, LEAF, tree.attribute[kept]).astype(np.int32),
        threshold=np.where(is_leaf, np.nan, tree.threshold[kept]),
        category=np.where(is_leaf, -1, tree.category[kept]).astype(np.int32),
        left=left,
        right=right,
        label=tree.label[kept],
    )
