"""A tree learned from one table: its splits, into two or more children, and the rows that reach every node."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ksdt_core.text import printable, separating
from ksdt_core.trees.tree import LEAF, Tree

Floats = NDArray[np.float64]
Branches = dict[int, tuple[int, ...]]
OTHER = "other"


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """What a tree of a numeric target knows of each node."""

    mean: Floats  # (n_nodes,), of the training rows: what the node predicts
    sd: Floats  # population standard deviation of the training rows
    held_out_squares: Floats | None = None  # Σ (y − mean)² over the held-out rows


@dataclass(frozen=True, slots=True, eq=False)
class LearnedTree:
    """A binary tree with the rows of one table.

    A split into many children is a chain of binary tests of one attribute; `continues` marks every link of a chain but
    the first. So the binary form serves spectra and walks, and `branches` gives the splits as people read them. Counts
    are not whole where a row with a missing cell goes several ways with a share of its weight. `between` is there to
    write thresholds in few digits.
    """

    tree: Tree
    continues: NDArray[np.bool_]  # (n_nodes,)
    counts: Floats  # (n_nodes, n_classes), training rows
    held_out: Floats | None = None  # the same of the rows that were held out
    numbers: Numbers | None = None  # of a numeric target
    between: Floats | None = None  # (n_nodes, 2), the values of the node's rows beside the threshold; NaN where unknown

    def __post_init__(self) -> None:
        for array in (self.continues, self.counts, self.held_out, self.between):
            if array is not None:
                array.setflags(write=False)

    @property
    def n_leaves(self) -> int:
        return self.tree.n_leaves

    @property
    def n_nodes(self) -> int:
        """Nodes as people count them: a split into many children is one."""
        return self.tree.n_nodes - int(self.continues.sum())

    @property
    def rows(self) -> Floats:
        """Training rows at each node."""
        total: Floats = self.counts.sum(axis=1)
        return total


def branches(learned: LearnedTree) -> Branches:
    """The children of each split, parents before their children; links of chains do not appear."""
    tree, continues = learned.tree, learned.continues.tolist()
    left, right, inner = tree.left.tolist(), tree.right.tolist(), (tree.attribute != LEAF).tolist()
    found: Branches = {}
    for node in range(tree.n_nodes):
        if not inner[node] or continues[node]:
            continue
        children, link = [left[node]], node
        while continues[right[link]]:
            link = right[link]
            children.append(left[link])
        found[node] = (*children, right[link])
    return found


def links(learned: LearnedTree, node: int) -> list[int]:
    """The nodes of the chain that a split is made of, itself first."""
    found = [node]
    while learned.tree.attribute[found[-1]] != LEAF and learned.continues[learned.tree.right[found[-1]]]:
        found.append(int(learned.tree.right[found[-1]]))
    return found


def threshold_words(learned: LearnedTree, node: int) -> str:
    """The threshold of a node in few digits that separate the same rows."""
    below, above = (math.nan, math.nan) if learned.between is None else learned.between[node].tolist()
    return separating(float(learned.tree.threshold[node]), below, above)


def branch_texts(learned: LearnedTree, node: int) -> tuple[str, ...]:
    """What leads to each child of a split: `≤ 54`, `54 to 85`, `> 85`; the names of values; `other` for unseen ones."""
    tree, chain = learned.tree, links(learned, node)
    values = tree.categories[int(tree.attribute[node])]
    if values is None:
        cuts = [threshold_words(learned, link) for link in chain]
        between = [f"{low} to {high}" for low, high in pairwise(cuts)]
        return (f"≤ {cuts[0]}", *between, f"> {cuts[-1]}")
    tested = [int(tree.category[link]) for link in chain]
    names = [printable(values[value]) for value in tested]
    others = [printable(name) for position, name in enumerate(values) if position not in tested]
    if len(tested) == 1 and len(others) > 1:
        return (f"= {names[0]}", f"≠ {names[0]}")
    return (*names, others[0] if len(others) == 1 else OTHER)


def branch_parents(learned: LearnedTree) -> list[int]:
    """The split that each node hangs from, −1 for the root; links of chains have that of their split."""
    parents = [-1] * learned.tree.n_nodes
    for node, children in branches(learned).items():
        for child in children:
            parents[child] = node
        for link in links(learned, node)[1:]:
            parents[link] = parents[node]
    return parents


def depth_of(learned: LearnedTree) -> int:
    """Splits on the longest way from the root to a leaf."""
    level = {0: 0}
    for node, children in branches(learned).items():
        for child in children:
            level[child] = level[node] + 1
    return max(level.values())


def cut_at(learned: LearnedTree, nodes: Collection[int]) -> LearnedTree:
    """The tree with these splits turned into leaves; its nodes are numbered from the root again."""
    tree, leaves = learned.tree, set(nodes)
    kept, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        kept.append(node)
        if tree.attribute[node] != LEAF and node not in leaves:
            waiting += [int(tree.right[node]), int(tree.left[node])]
    place = {node: position for position, node in enumerate(kept)} | {LEAF: LEAF}
    is_leaf = np.array([node in leaves or tree.attribute[node] == LEAF for node in kept])

    def child(side: NDArray[np.int32]) -> NDArray[np.int32]:
        found = [LEAF if leaf else place[int(side[node])] for node, leaf in zip(kept, is_leaf.tolist(), strict=True)]
        return np.array(found, dtype=np.int32)

    smaller = replace(
        tree,
        attribute=np.where(is_leaf, LEAF, tree.attribute[kept]).astype(np.int32),
        threshold=np.where(is_leaf, np.nan, tree.threshold[kept]),
        category=np.where(is_leaf, -1, tree.category[kept]).astype(np.int32),
        left=child(tree.left),
        right=child(tree.right),
        label=tree.label[kept],
    )
    numbers = learned.numbers
    if numbers is not None:
        squares = None if numbers.held_out_squares is None else numbers.held_out_squares[kept]
        numbers = Numbers(numbers.mean[kept], numbers.sd[kept], squares)
    held_out = None if learned.held_out is None else learned.held_out[kept]
    between = None if learned.between is None else learned.between[kept]
    return LearnedTree(smaller, learned.continues[kept], learned.counts[kept], held_out, numbers, between)
