"""Two trees laid upon each other: which node of each is at the same way down from the root."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.trees.paths import walk
from ksdt_core.trees.tree import LEAF, Tree

Way = tuple[bool, ...]
"""The way down from the root: True for the child that passes the test (≤ or =)."""


@dataclass(frozen=True, slots=True)
class Place:
    """A position in the trees and the node that each of them has there, None where it has none."""

    way: Way
    first: int | None
    second: int | None

    @property
    def level(self) -> int:
        return len(self.way) + 1


def aligned(first: Tree, second: Tree) -> list[Place]:
    """Every position that either tree has, in depth-first order."""
    ways = [{tuple(goes_left for _, goes_left in path): node for node, path in walk(tree)} for tree in (first, second)]
    # A way comes before those below it, and the passing child before the other one.
    order = sorted(ways[0].keys() | ways[1].keys(), key=lambda way: tuple(not goes_left for goes_left in way))
    return [Place(way, ways[0].get(way), ways[1].get(way)) for way in order]


def has_same_shape(first: Tree, second: Tree) -> bool:
    """Whether the trees split at the same positions, whatever they ask there."""
    return all(
        place.first is not None
        and place.second is not None
        and (first.attribute[place.first] == LEAF) == (second.attribute[place.second] == LEAF)
        for place in aligned(first, second)
    )


def names_tested(tree: Tree) -> set[str]:
    """The attributes that a tree tests; names, since trees of two documents count their attributes differently."""
    return {tree.attributes[attribute] for attribute in tree.attribute.tolist() if attribute != LEAF}
