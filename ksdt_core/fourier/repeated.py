"""Trees that are the same function, found without visiting a domain, so that each function is computed with once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.tree import LEAF, Tree


def functions_of(trees: Sequence[Tree]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first tree of each function, and which of these functions each tree is.

    A split whose two sides are the same function is omitted. Trees with equal remaining splits are one function; some
    that split in another order may be, too, and stay two, which costs time and changes no result.
    """
    numbers: dict[tuple[object, ...], int] = {}
    first: list[int] = []
    seen: dict[int, int] = {}
    which = np.empty(len(trees), dtype=np.intp)
    for position, tree in enumerate(trees):
        function = _function(tree, numbers)
        if function not in seen:
            seen[function] = len(first)
            first.append(position)
        which[position] = seen[function]
    return np.array(first, dtype=np.intp), which


def _function(tree: Tree, numbers: dict[tuple[object, ...], int]) -> int:
    """The number of a tree's function; every function of a node has one number in all trees."""
    own = [-1] * tree.n_nodes
    attribute, threshold, category = tree.attribute.tolist(), tree.threshold.tolist(), tree.category.tolist()
    left, right, label = tree.left.tolist(), tree.right.tolist(), tree.label.tolist()
    waiting = [0]
    while waiting:
        node = waiting.pop()
        if attribute[node] == LEAF:
            own[node] = numbers.setdefault((label[node],), len(numbers))
            continue
        children = (own[left[node]], own[right[node]])
        if -1 in children:
            waiting += [node, left[node], right[node]]
        elif children[0] == children[1]:
            own[node] = children[0]
        else:
            column = attribute[node]
            known = tree.categories[column]
            test = threshold[node] if known is None else known[category[node]]
            own[node] = numbers.setdefault((tree.attributes[column], test, *children), len(numbers))
    return own[0]
