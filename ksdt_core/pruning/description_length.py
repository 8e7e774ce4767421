"""Pruning by minimum description length: a test stays only where it saves more bits than it takes to write down."""

from __future__ import annotations

import math

from ksdt_core.pruning.collapsing import leaves_of, subtree
from ksdt_core.pruning.cuts import TreeCut, cheapest_cut
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF

TIE = 1e-9  # bits; sums of logarithms that agree to here are equal


def description_length_cut(shared: SharedTree, *, n_attributes: int) -> TreeCut:
    """Pruning to the subtree with the smallest description length; on a tie the smaller one."""
    as_leaf, as_test = node_bits(shared, n_attributes=n_attributes)
    nodes = cheapest_cut(shared.tree, as_leaf, as_test, slack=TIE)
    before, after = (_total(shared, as_leaf, as_test, cut) for cut in ((), nodes))
    return TreeCut(nodes, before=before, after=after)


def description_length(shared: SharedTree, *, n_attributes: int) -> float:
    """Bits that a shared tree and the classes it must explain take, L(T) [QR89, coding of trees and exceptions].

    L(T) = Σ over tests (1 + log2 n + log2 c) + Σ over leaves (1 + log2 m + x_1 + x_2), where
    n is the number of attributes to choose from;
    c is the number of values of a categorical attribute, or rows − 1 of both tables at the node for a threshold (at
    least 1);
    m is the number of classes;
    x_i = log2(r + 1) + log2 (r choose e) + e · log2(m − 1) are the bits that name the e exceptions among the r rows of
    table i at the leaf: how many, which, and their classes. The first bit says whether a node is a test or a leaf.

    Each table's exceptions are written down on their own, so that a leaf which suits one table only is dear. Rows are
    those mined, as often as balancing drew them.
    """
    as_leaf, as_test = node_bits(shared, n_attributes=n_attributes)
    return _total(shared, as_leaf, as_test, ())


def node_bits(shared: SharedTree, *, n_attributes: int) -> tuple[list[float], list[float]]:
    """The bits of each node where it is a leaf, and where it has its test (0 for a leaf)."""
    tree = shared.tree
    n_classes = len(tree.class_names)
    as_leaf, as_test = [], []
    sides = (shared.cdv_left.tolist(), shared.cdv_right.tolist())
    for node in range(tree.n_nodes):
        label, attribute = int(tree.label[node]), int(tree.attribute[node])
        rows = [sum(side[node]) for side in sides]
        exceptions = (_exception_bits(n, n - side[node][label], n_classes) for n, side in zip(rows, sides, strict=True))
        as_leaf.append(1 + math.log2(n_classes) + math.fsum(exceptions))
        if attribute == LEAF:
            as_test.append(0.0)
        else:
            values = tree.categories[attribute]
            n_choices = sum(rows) - 1 if values is None else len(values)
            as_test.append(1 + math.log2(max(1, n_attributes)) + math.log2(max(1, n_choices)))
    return as_leaf, as_test


def _exception_bits(n_rows: int, n_exceptions: int, n_classes: int) -> float:
    log_choose = math.lgamma(n_rows + 1) - math.lgamma(n_exceptions + 1) - math.lgamma(n_rows - n_exceptions + 1)
    return math.log2(n_rows + 1) + log_choose / math.log(2) + n_exceptions * math.log2(n_classes - 1)


def _total(shared: SharedTree, as_leaf: list[float], as_test: list[float], cut: tuple[int, ...]) -> float:
    leaves = set(leaves_of(shared.tree, cut))
    return math.fsum(
        as_leaf[node] if node in leaves else as_test[node] for node in subtree(shared.tree, 0, leaves=leaves)
    )
