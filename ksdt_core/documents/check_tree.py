"""Whether the nodes of a tree in a document form a tree that the settings could have made."""

from __future__ import annotations

from typing import NoReturn

from ksdt_core.documents.agree import require_same
from ksdt_core.documents.shape import ConfigPart, NodePart, PairPart, ResultPart, place
from ksdt_core.errors import InvalidDocumentError

Bounds = dict[str, tuple[float, float]]  # for each numeric attribute of a path the values that still reach the node


def check_tree(part: ResultPart, number: int) -> None:
    """Raise at the first node that contradicts its neighbours, the pair or the settings."""
    nodes = part.trees[number].nodes
    for index, node in enumerate(nodes):
        where = place("trees", number, "nodes", index)
        require_same(f"{where}.id", node.id, index, source="its position is")
        _check_counts(node, where, part.pair)
    for index, node in enumerate(nodes):
        where = place("trees", number, "nodes", index)
        if node.attribute is None:
            _check_leaf(node, where)
        else:
            _check_test(node, where, part)
            _check_may_split(node, where, part.config)
            _check_children(nodes, index, number)
    _check_parents(nodes, number)
    _check_root(nodes[0], number, part)
    _check_paths(nodes, number)


def _wrong(where: str, what: str) -> NoReturn:
    raise InvalidDocumentError(f"{where} {what}")


def _check_counts(node: NodePart, where: str, pair: PairPart) -> None:
    for side, counts in (("cdv_left", node.cdv_left), ("cdv_right", node.cdv_right)):
        if len(counts) != len(pair.classes):
            _wrong(f"{where}.{side}", f"has {len(counts)} counts but there are {len(pair.classes)} classes")
        if not any(counts):
            _wrong(f"{where}.{side}", "counts no row, but every node holds rows of both tables")
    if node.label not in pair.classes:
        _wrong(f"{where}.label", f"is {node.label!r}, which is not one of pair.classes")


def _check_leaf(node: NodePart, where: str) -> None:
    for key in ("threshold", "threshold_left", "threshold_right", "category", "left", "right"):
        if getattr(node, key) is not None:
            _wrong(f"{where}.{key}", "must be null, since the node has no attribute")


def _check_test(node: NodePart, where: str, part: ResultPart) -> None:
    assert node.attribute is not None
    values = part.pair.values.get(node.attribute)
    numbers = (node.threshold, node.threshold_left, node.threshold_right)
    if values is None:
        if any(number is None for number in numbers) or node.category is not None:
            _wrong(where, f"tests the numeric attribute {node.attribute!r}: it needs three thresholds and no category")
        if part.config.scale == "none" and not numbers[0] == numbers[1] == numbers[2]:
            _wrong(f"{where}.threshold", "must equal threshold_left and threshold_right, since config.scale is none")
    elif any(number is not None for number in numbers):
        _wrong(where, f"tests the categorical attribute {node.attribute!r}: its thresholds must be null")
    elif node.category not in values:
        _wrong(f"{where}.category", f"is {node.category!r}, which is not one of pair.values[{node.attribute!r}]")
    if node.attribute in part.config.exclude:
        _wrong(f"{where}.attribute", f"is {node.attribute!r}, which config.exclude forbids")


def _check_may_split(node: NodePart, where: str, config: ConfigPart) -> None:
    """A node with few rows, with one class only or too deep terminates; this one was split."""
    for side, counts in (("cdv_left", node.cdv_left), ("cdv_right", node.cdv_right)):
        if sum(counts) < config.min_size:
            few = f"counts {sum(counts)} rows, too few to split with config.min_size {config.min_size:g}"
            _wrong(f"{where}.{side}", few)
        if sum(count > 0 for count in counts) < 2:
            _wrong(f"{where}.{side}", "holds one class only, so the node cannot have been split")
    if config.max_depth and node.level > config.max_depth:
        _wrong(where, f"is split at level {node.level}, but config.max_depth is {config.max_depth}")


def _check_children(nodes: list[NodePart], index: int, number: int) -> None:
    node = nodes[index]
    where = place("trees", number, "nodes", index)
    if node.left is None or node.right is None:
        _wrong(where, "has an attribute, so its left and right must both name a node")
    if node.left == node.right:
        _wrong(f"{where}.right", f"is {node.right}, the same node as its left")
    for side, child in (("left", node.left), ("right", node.right)):
        if not index < child < len(nodes):
            _wrong(f"{where}.{side}", f"is {child}, which must be a later node of the same tree")
        parent = place("trees", number, "nodes", child, "parent")
        require_same(parent, nodes[child].parent, index, source=f"it is the {side} child of node")
    for side in ("cdv_left", "cdv_right"):
        counts = zip(getattr(nodes[node.left], side), getattr(nodes[node.right], side), strict=True)
        require_same(f"{where}.{side}", getattr(node, side), [a + b for a, b in counts], source="its children sum to")


def _check_parents(nodes: list[NodePart], number: int) -> None:
    require_same(place("trees", number, "nodes", 0, "parent"), nodes[0].parent, None, source="of the root it must be")
    require_same(place("trees", number, "nodes", 0, "level"), nodes[0].level, 1, source="the root is level")
    for index, node in enumerate(nodes[1:], start=1):
        where = place("trees", number, "nodes", index)
        if node.parent is None or not node.parent < index:
            _wrong(f"{where}.parent", "must be an earlier node of the same tree")
        parent = nodes[node.parent]
        if index not in (parent.left, parent.right):
            _wrong(f"{where}.parent", f"is {node.parent}, which does not name node {index} as a child")
        require_same(f"{where}.level", node.level, parent.level + 1, source="below its parent it must be")


def _check_root(root: NodePart, number: int, part: ResultPart) -> None:
    where = place("trees", number, "nodes", 0)
    for side, counts in (("left", root.cdv_left), ("right", root.cdv_right)):
        table = part.pair.left if side == "left" else part.pair.right
        first = part.trees[0].nodes[0].cdv_left if side == "left" else part.trees[0].nodes[0].cdv_right
        require_same(f"{where}.cdv_{side}", counts, first, source="the first tree counts")
        if table.gained is not None and sum(counts) != table.rows + table.gained:
            _wrong(
                f"{where}.cdv_{side}",
                f"counts {sum(counts)} rows but pair.{side} has {table.rows} and gained {table.gained}",
            )
    if part.config.roots and root.attribute is not None and root.attribute not in part.config.roots:
        _wrong(f"{where}.attribute", f"is {root.attribute!r}, which is not one of config.roots")


def _check_paths(nodes: list[NodePart], number: int) -> None:
    """Below A ≤ 3 no row has A > 3, so a second test of A lies strictly within what its path leaves."""
    reach: list[tuple[Bounds, frozenset[tuple[str, str | None]]]] = [({}, frozenset())] * len(nodes)
    for index, node in enumerate(nodes):
        if node.attribute is None or node.left is None or node.right is None:
            continue
        where = place("trees", number, "nodes", index)
        bounds, seen = reach[index]
        name = node.attribute
        if node.threshold is None:
            if (name, None) in seen or (name, node.category) in seen:
                _wrong(f"{where}.category", f"is {node.category!r}, which its path has settled already")
            reach[node.left] = (bounds, seen | {(name, None)})
            reach[node.right] = (bounds, seen | {(name, node.category)})
            continue
        low, high = bounds.get(name, (float("-inf"), float("inf")))
        if not low < node.threshold < high:
            _wrong(f"{where}.threshold", f"is {node.threshold:g}, but its path leaves only {low:g} to {high:g}")
        reach[node.left] = (bounds | {name: (low, node.threshold)}, seen)
        reach[node.right] = (bounds | {name: (node.threshold, high)}, seen)
