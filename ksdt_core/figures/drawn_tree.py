"""What can be drawn as a tree, and what a drawing asks of it.

A shared tree comes with the class counts of two tables, a learned tree with those of one. A plain tree has none: a
`Tree` answers classes at its leaves (trees of an imported run, of a stream), a `ValueTree` numbers (orthogonal trees).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.learned_tree import LearnedTree, branch_parents, branches
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF, Tree
from ksdt_core.trees.value_tree import ValueTree

AnyTree = SharedTree | Tree | ValueTree | LearnedTree
MOST_NODES = 63  # more are folded: a drawing that nobody can read says nothing
Children = Mapping[int, tuple[int, ...]]


def tree_of(source: AnyTree) -> Tree:
    """Its questions."""
    return source if isinstance(source, Tree) else source.tree


def tables_of(source: AnyTree) -> tuple[NDArray[np.int64], ...]:
    """The rows of each class of both tables, each row once, the left table first; none of a plain tree.

    A learned tree has one table; parts of rows are rounded.
    """
    if isinstance(source, LearnedTree):
        return (np.rint(source.counts).astype(np.int64),)
    return source.rows if isinstance(source, SharedTree) else ()


def visible_children(source: AnyTree, folded: Collection[int] = ()) -> dict[int, tuple[int, ...]]:
    """The children of the nodes that are drawn with children; a folded node has none."""
    tree = tree_of(source)
    if isinstance(source, LearnedTree):
        every = branches(source)
    else:
        inner = np.flatnonzero(tree.attribute != LEAF).tolist()
        left, right = tree.left.tolist(), tree.right.tolist()
        every = {node: (left[node], right[node]) for node in inner}
    children: dict[int, tuple[int, ...]] = {}
    waiting = [0]
    while waiting:
        node = waiting.pop()
        if node in every and node not in folded:
            children[node] = every[node]
            waiting += reversed(every[node])
    return children


def drawn_parents(source: AnyTree) -> list[int]:
    """The node above each node of the drawing, −1 for the root."""
    return branch_parents(source) if isinstance(source, LearnedTree) else tree_of(source).parents.tolist()


def drawn_levels(source: AnyTree) -> list[int]:
    """The level of each node of the drawing; the root is level 1."""
    levels: list[int] = []
    for parent in drawn_parents(source):
        levels.append(1 if parent < 0 else levels[parent] + 1)
    return levels


def folded_to_fit(learned: LearnedTree, most: int = MOST_NODES) -> frozenset[int]:
    """The splits to fold, all of one level and deeper, so that at most so many nodes are drawn; none where all fit."""
    levels = drawn_levels(learned)
    is_drawn = [node for node in range(learned.tree.n_nodes) if not learned.continues[node]]
    if len(is_drawn) <= most:
        return frozenset()
    deepest = max(
        (level for level in range(2, max(levels)) if sum(levels[node] <= level for node in is_drawn) <= most), default=1
    )
    return frozenset(node for node in branches(learned) if levels[node] >= deepest)


def n_answers(source: AnyTree) -> int:
    """How many answers its leaves can give: the classes, several numbers, or a number by its sign."""
    return max(len(source.outputs), 2) if isinstance(source, ValueTree) else len(tree_of(source).class_names)


def answer_at(source: AnyTree, node: int) -> int:
    """The answer of a node: its class, of several numbers the one farthest from 0, of a single number its sign."""
    if not isinstance(source, ValueTree):
        return int(tree_of(source).label[node])
    numbers = source.values[node]
    return int(np.abs(numbers).argmax()) if numbers.size > 1 else int(numbers[0] > 0)
