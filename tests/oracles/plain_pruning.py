"""Pruning as its definitions read, on tiny trees: every pruned tree is looked at, and scored row by row."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree

Cut = frozenset[int]  # inner nodes that are leaves


def children(tree: Tree, node: int) -> tuple[int, int] | None:
    return None if tree.attribute[node] == -1 else (int(tree.left[node]), int(tree.right[node]))


def below(tree: Tree, node: int) -> set[int]:
    """The nodes strictly below a node."""
    pair = children(tree, node)
    return set() if pair is None else set(pair) | below(tree, pair[0]) | below(tree, pair[1])


def all_cuts(tree: Tree, node: int = 0) -> Iterator[Cut]:
    """Every way to prune the subtree at a node."""
    pair = children(tree, node)
    if pair is None:
        yield frozenset()
        return
    yield frozenset({node})
    for left, right in product(all_cuts(tree, pair[0]), all_cuts(tree, pair[1])):
        yield left | right


def n_cuts(tree: Tree, node: int = 0) -> int:
    pair = children(tree, node)
    return 1 if pair is None else 1 + n_cuts(tree, pair[0]) * n_cuts(tree, pair[1])


def leaves(tree: Tree, cut: Cut, node: int = 0) -> list[int]:
    pair = children(tree, node)
    if pair is None or node in cut:
        return [node]
    return leaves(tree, cut, pair[0]) + leaves(tree, cut, pair[1])


def answer(tree: Tree, thresholds: list[float], row: list[float], cut: Cut) -> int:
    """The class that the pruned tree gives a row."""
    node = 0
    while (pair := children(tree, node)) is not None and node not in cut:
        cell, category = row[int(tree.attribute[node])], int(tree.category[node])
        node = pair[0] if (cell == category if category >= 0 else cell <= thresholds[node]) else pair[1]
    return int(tree.label[node])


Side = tuple[list[float], list[list[float]], list[int]]  # thresholds in the units of a table, rows, classes


def shared_accuracy(tree: Tree, sides: tuple[Side, Side], cut: Cut) -> Fraction:
    shares = []
    for thresholds, rows, classes in sides:
        n_right = sum(answer(tree, thresholds, row, cut) == own for row, own in zip(rows, classes, strict=True))
        shares.append(Fraction(n_right, len(rows)))
    return min(shares)


def reduced_error(tree: Tree, sides: tuple[Side, Side]) -> Cut:
    """Deepest nodes first, from left to right, again and again until nothing changes."""

    def level(node: int) -> int:
        return 0 if node == 0 else 1 + level(next(p for p in range(node) if node in (children(tree, p) or ())))

    order = sorted((node for node in range(tree.n_nodes) if children(tree, node)), key=lambda n: (-level(n), n))
    cut: Cut = frozenset()
    while True:
        start = cut
        for node in order:
            if node in cut or any(node in below(tree, top) for top in cut):
                continue
            tried = (cut - below(tree, node)) | {node}
            if shared_accuracy(tree, sides, tried) >= shared_accuracy(tree, sides, cut):
                cut = tried
        if cut == start:
            return cut


def mean_error(shared: SharedTree, cut: Cut) -> Fraction:
    shares = []
    for cdv in (shared.cdv_left.tolist(), shared.cdv_right.tolist()):
        wrong = sum(sum(cdv[leaf]) - cdv[leaf][int(shared.tree.label[leaf])] for leaf in leaves(shared.tree, cut))
        shares.append(Fraction(wrong, sum(cdv[0])))
    return (shares[0] + shares[1]) / 2


def penalised(shared: SharedTree, cut: Cut, alpha: Fraction) -> Fraction:
    return mean_error(shared, cut) + alpha * len(leaves(shared.tree, cut))


def cost_complexity(shared: SharedTree, alpha: Fraction) -> Cut:
    """Of all pruned trees the cheapest, and of equally cheap ones that with the fewest leaves."""
    return min(all_cuts(shared.tree), key=lambda cut: (penalised(shared, cut, alpha), len(leaves(shared.tree, cut))))


def bits(shared: SharedTree, cut: Cut, n_attributes: int, node: int = 0) -> float:
    """L(T), a node after the other."""
    tree, n_classes = shared.tree, len(shared.tree.class_names)
    pair = children(tree, node)
    counts = (shared.cdv_left[node].tolist(), shared.cdv_right[node].tolist())
    if pair is None or node in cut:
        total = 1 + math.log2(n_classes)
        for own in counts:
            rows, wrong = sum(own), sum(own) - own[int(tree.label[node])]
            total += math.log2(rows + 1) + math.log2(math.comb(rows, wrong)) + wrong * math.log2(n_classes - 1)
        return total
    values = tree.categories[int(tree.attribute[node])]
    choices = sum(map(sum, counts)) - 1 if values is None else len(values)
    own_bits = 1 + math.log2(n_attributes) + math.log2(choices)
    return own_bits + sum(bits(shared, cut, n_attributes, child) for child in pair)


def description_length(shared: SharedTree, n_attributes: int) -> float:
    """The fewest bits that any pruned tree takes."""
    return min(bits(shared, cut, n_attributes) for cut in all_cuts(shared.tree))
