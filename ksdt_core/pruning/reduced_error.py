"""Reduced-error pruning: a node goes where rows that were kept aside do not miss it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.pruning.collapsing import subtree, topmost
from ksdt_core.pruning.counting import NodeCounts
from ksdt_core.pruning.cuts import TreeCut
from ksdt_core.trees.tree import LEAF, Tree

Answers = NDArray[np.int64]  # rows of the left and of the right table that are answered rightly


def reduced_error_cut(tree: Tree, held_out: NodeCounts) -> TreeCut:
    """Reduced-error pruning [Q87, reduced error pruning]; it guards SA = min(Acc_D1, Acc_D2) on held-out rows.

    The deepest inner nodes are looked at first, those of one level from left to right. A node becomes a leaf with its
    own label if SA of the whole tree does not fall by that. SA is a minimum, so what one node costs depends on the
    others: rounds are made until one changes nothing.
    """
    own, answered = _answers(tree, held_out)
    parents, levels, inner = tree.parents.tolist(), tree.levels.tolist(), tree.attribute != LEAF
    order = sorted(np.flatnonzero(inner).tolist(), key=lambda node: (-levels[node], node))
    before = _accuracy(answered[0], held_out)
    cut: set[int] = set()
    n_cut = -1
    while len(cut) > n_cut:
        n_cut = len(cut)
        for node in order:
            change = own[node] - answered[node]
            if inner[node] and _shared(answered[0] + change, held_out) >= _shared(answered[0], held_out):
                cut.add(node)
                inner[list(subtree(tree, node))] = False
                above = node
                while above >= 0:
                    answered[above] += change
                    above = parents[above]
    return TreeCut(topmost(tree, cut), before=before, after=_accuracy(answered[0], held_out))


def _answers(tree: Tree, counts: NodeCounts) -> tuple[Answers, Answers]:
    """Rows that each node answers rightly by its own label, and by the leaves below it."""
    nodes = np.arange(tree.n_nodes)
    own = np.stack([counts.left[nodes, tree.label], counts.right[nodes, tree.label]], axis=1)
    answered = np.where(tree.is_leaf[:, None], own, 0)
    for node, parent in reversed(list(enumerate(tree.parents.tolist()))):
        if parent >= 0:
            answered[parent] += answered[node]
    return own, answered


def _shared(right: Answers, counts: NodeCounts) -> int:
    """SA in units of 1 / (N_1 · N_2): whole numbers, so that equal is equal."""
    n_left, n_right = counts.n_rows
    return min(int(right[0]) * n_right, int(right[1]) * n_left)


def _accuracy(right: Answers, counts: NodeCounts) -> float:
    n_left, n_right = counts.n_rows
    return min(int(right[0]) / n_left, int(right[1]) / n_right)
