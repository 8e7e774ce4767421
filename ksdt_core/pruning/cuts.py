"""What a pruning method decides for one tree, and the cheapest way to cut a tree whose costs add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from ksdt_core.pruning.collapsing import topmost
from ksdt_core.trees.tree import LEAF, Tree

Cost = TypeVar("Cost", float, Fraction)


@dataclass(frozen=True, slots=True)
class Link:
    """One tree of a cost-complexity sequence: the smallest that is cheapest from this alpha on."""

    alpha: float
    leaves: int
    error: float  # mean of the two tables' error rates on the training rows
    nodes: tuple[int, ...]  # inner nodes of the tree given that are leaves in this one

    def to_document(self) -> dict[str, Any]:
        return {"alpha": self.alpha, "leaves": self.leaves, "error": self.error}


@dataclass(frozen=True, slots=True)
class TreeCut:
    """Which inner nodes of a tree become leaves, and the measure that the method guards before and after."""

    nodes: tuple[int, ...]  # in node order, none below another
    before: float
    after: float
    alpha: float | None = None  # of cost-complexity pruning
    sequence: tuple[Link, ...] = ()


def cheapest_cut(
    tree: Tree, as_leaf: Sequence[Cost], as_test: Sequence[Cost], *, slack: float | Fraction = 0
) -> tuple[int, ...]:
    """The inner nodes to turn into leaves so that the sum of costs over the tree is smallest.

    A node costs `as_leaf` where it is a leaf and `as_test` where it has a test. Decided from the leaves upwards:
    best(V) = min(as_leaf(V), as_test(V) + best(V_l) + best(V_r)); on a tie, or within `slack` of it, V becomes a leaf.
    """
    best = list(as_leaf)
    cut = set()
    for node in reversed(range(tree.n_nodes)):
        if tree.attribute[node] == LEAF:
            continue
        below = as_test[node] + best[int(tree.left[node])] + best[int(tree.right[node])]
        if as_leaf[node] <= below + slack:
            cut.add(node)
        else:
            best[node] = below
    return topmost(tree, cut)
