"""What can be drawn as a tree, and what a drawing asks of it.

A shared tree comes with the class counts of two tables. A plain tree has none: a `Tree` answers classes at its leaves
(trees of an imported run, of a stream), a `ValueTree` numbers (orthogonal trees).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.value_tree import ValueTree

AnyTree = SharedTree | Tree | ValueTree


def tree_of(source: AnyTree) -> Tree:
    """Its questions."""
    return source if isinstance(source, Tree) else source.tree


def tables_of(source: AnyTree) -> tuple[NDArray[np.int64], ...]:
    """The rows of each class of both tables, each row once, the left table first; none of a plain tree."""
    return source.rows if isinstance(source, SharedTree) else ()


def n_answers(source: AnyTree) -> int:
    """How many answers its leaves can give: the classes, several numbers, or a number by its sign."""
    return max(len(source.outputs), 2) if isinstance(source, ValueTree) else len(tree_of(source).class_names)


def answer_at(source: AnyTree, node: int) -> int:
    """The answer of a node: its class, of several numbers the one farthest from 0, of a single number its sign."""
    if not isinstance(source, ValueTree):
        return int(tree_of(source).label[node])
    numbers = source.values[node]
    return int(np.abs(numbers).argmax()) if numbers.size > 1 else int(numbers[0] > 0)
