"""Paths of a tree: how each node is reached from the root."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.trees.tree import LEAF, Tree

Path = tuple[tuple[int, bool], ...]
"""The nodes passed from the root on, and whether each was left to the left."""


def walk(tree: Tree) -> Iterator[tuple[int, Path]]:
    """Every node with its path, the left child first; a stack, since a tree may be deeper than Python recurses."""
    waiting: list[tuple[int, Path]] = [(0, ())]
    while waiting:
        node, path = waiting.pop()
        yield node, path
        if tree.attribute[node] != LEAF:
            waiting.append((int(tree.right[node]), (*path, (node, False))))
            waiting.append((int(tree.left[node]), (*path, (node, True))))


def tightest_tests(tree: Tree, path: Path) -> Path:
    """The tests of a path in order, without those that a later one says better.

    Of several bounds on one side of an attribute the tightest stays; colour = red makes colour ≠ blue idle.
    """
    kept: dict[tuple[int, bool, int], int] = {}
    for node, goes_left in path:
        attribute, category = int(tree.attribute[node]), int(tree.category[node])
        if category >= 0 and goes_left:
            kept = {key: kept[key] for key in kept if key[0] != attribute}
        key = (attribute, goes_left, category)
        if category < 0 and key in kept:
            bound, before = tree.threshold[node], tree.threshold[kept[key]]
            if bound >= before if goes_left else bound <= before:
                continue  # a tree from elsewhere may ask what it knows already
        kept[key] = node
    return tuple((node, goes_left) for (_, goes_left, _), node in kept.items())
