"""Two sets of trees side by side: which trees and attributes they have in common, and which settings differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.alignment import names_tested
from ksdt_core.trees.paths import walk
from ksdt_core.trees.tree import LEAF, Tree

Match = tuple[int, int]
"""The position of a tree in the first set and in the second, from 0."""


@dataclass(frozen=True, slots=True)
class SetComparison:
    """What two sets share."""

    same_trees: tuple[Match, ...]  # the same questions and answers at the same positions
    same_attributes: tuple[Match, ...]  # the same attributes at the same positions, but other thresholds or answers
    common: tuple[str, ...]  # attributes that both sets test
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    settings: tuple[tuple[str, Any, Any], ...]  # name and values of those that differ


def compare_sets(first: TreeSet, second: TreeSet) -> SetComparison:
    """Trees are distinguished by names, so that sets from two documents can be compared."""
    trees = [[shared.tree for shared in trees.trees] for trees in (first, second)]
    same = _matches(*([_questions(tree) for tree in each] for each in trees))
    alike = _matches(*([_attributes(tree) for tree in each] for each in trees), taken=same)
    used = [{name for tree in each for name in names_tested(tree)} for each in trees]
    return SetComparison(
        same_trees=same,
        same_attributes=alike,
        common=tuple(sorted(used[0] & used[1])),
        only_first=tuple(sorted(used[0] - used[1])),
        only_second=tuple(sorted(used[1] - used[0])),
        settings=differing_settings(first.settings.to_document(), second.settings.to_document()),
    )


def repeated_trees(trees: TreeSet) -> tuple[Match, ...]:
    """Trees of a set that ask and answer the very same as an earlier one: positions of the earlier and of the later."""
    first: dict[tuple[Any, ...], int] = {}
    found = []
    for position, shared in enumerate(trees.trees):
        earlier = first.setdefault(_questions(shared.tree), position)
        if earlier != position:
            found.append((earlier, position))
    return tuple(found)


def differing_settings(first: dict[str, Any], second: dict[str, Any]) -> tuple[tuple[str, Any, Any], ...]:
    """Name and values of the settings that differ; None where one side does not have it."""
    names = dict.fromkeys([*first, *second])
    return tuple((name, first.get(name), second.get(name)) for name in names if first.get(name) != second.get(name))


def _matches(
    first: list[tuple[Any, ...]], second: list[tuple[Any, ...]], *, taken: tuple[Match, ...] = ()
) -> tuple[Match, ...]:
    """Equal trees, each used once."""
    gone_first, free = {i for i, _ in taken}, set(range(len(second))) - {j for _, j in taken}
    found = []
    for i, key in enumerate(first):
        partner = next((j for j in sorted(free) if second[j] == key), None)
        if i not in gone_first and partner is not None:
            free.remove(partner)
            found.append((i, partner))
    return tuple(found)


def _questions(tree: Tree) -> tuple[Any, ...]:
    """Every node in order: what it asks, or what it answers. Depth-first order tells the shape."""
    return tuple(_question(tree, node) for node, _ in walk(tree))


def _question(tree: Tree, node: int) -> tuple[Any, ...]:
    attribute = int(tree.attribute[node])
    if attribute == LEAF:
        return (None, tree.class_names[int(tree.label[node])])
    values = tree.categories[attribute]
    test = float(tree.threshold[node]) if values is None else values[int(tree.category[node])]
    return (tree.attributes[attribute], test)


def _attributes(tree: Tree) -> tuple[Any, ...]:
    tested = (int(tree.attribute[node]) for node, _ in walk(tree))
    return tuple(None if attribute == LEAF else tree.attributes[attribute] for attribute in tested)
