"""Whether the nodes of a tree in a document form a tree that the settings could have made."""

from __future__ import annotations

from typing import Any, NoReturn

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.agree import require_same
from ksdt_core.formats.shape import NodePart, PairPart, ResultPart, place
from ksdt_core.mining.used_settings import Settings

Bounds = dict[str, tuple[float, float]]  # for each numeric attribute of a path the values that still reach the node


def check_tree(part: ResultPart, number: int, settings: Settings) -> None:
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
            _check_test(node, where, part.pair, settings)
            _check_may_split(node, where, settings)
            _check_children(nodes, index, number)
    _check_parents(nodes, number)
    _check_root(nodes[0], number, part, settings)
    _check_paths(nodes, number)
    check_rows(part, number)


def _wrong(where: str, code: str, **facts: Any) -> NoReturn:
    raise InvalidDocumentError(f"document-node-{code}", where=where, **facts)


def _check_counts(node: NodePart, where: str, pair: PairPart) -> None:
    for side, counts in (("cdv_left", node.cdv_left), ("cdv_right", node.cdv_right)):
        if len(counts) != len(pair.classes):
            _wrong(f"{where}.{side}", "counts", counts=len(counts), classes=len(pair.classes))
        if not any(counts):
            _wrong(f"{where}.{side}", "empty")
    if node.label not in pair.classes:
        _wrong(f"{where}.label", "label", label=node.label)


def _check_leaf(node: NodePart, where: str) -> None:
    for key in ("threshold", "threshold_left", "threshold_right", "category", "left", "right"):
        if getattr(node, key) is not None:
            _wrong(f"{where}.{key}", "leaf-has-test")


def _check_test(node: NodePart, where: str, pair: PairPart, settings: Settings) -> None:
    assert node.attribute is not None
    values = pair.values.get(node.attribute)
    numbers = (node.threshold, node.threshold_left, node.threshold_right)
    if values is None:
        if any(number is None for number in numbers) or node.category is not None:
            _wrong(where, "numeric", attribute=node.attribute)
        if settings.scale == "none" and not numbers[0] == numbers[1] == numbers[2]:
            _wrong(f"{where}.threshold", "thresholds-differ")
    elif any(number is not None for number in numbers):
        _wrong(where, "categorical", attribute=node.attribute)
    elif node.category not in values:
        _wrong(f"{where}.category", "category", category=node.category, attribute=node.attribute)
    if node.attribute in settings.exclude:
        _wrong(f"{where}.attribute", "excluded", attribute=node.attribute)


def _check_may_split(node: NodePart, where: str, settings: Settings) -> None:
    """A node with few rows, with one class only or too deep terminates; this one was split."""
    for side, counts in (("cdv_left", node.cdv_left), ("cdv_right", node.cdv_right)):
        if sum(counts) < settings.min_size:
            _wrong(f"{where}.{side}", "too-few-rows", rows=sum(counts), min_size=settings.min_size)
        if sum(count > 0 for count in counts) < 2:
            _wrong(f"{where}.{side}", "pure")
    if settings.max_depth and node.level > settings.max_depth:
        _wrong(where, "too-deep", level=node.level, max_depth=settings.max_depth)


def _check_children(nodes: list[NodePart], index: int, number: int) -> None:
    node = nodes[index]
    where = place("trees", number, "nodes", index)
    if node.left is None or node.right is None:
        _wrong(where, "no-children")
    if node.left == node.right:
        _wrong(f"{where}.right", "children-same", child=node.right)
    for side, child in (("left", node.left), ("right", node.right)):
        if not index < child < len(nodes):
            _wrong(f"{where}.{side}", "child", child=child)
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
            _wrong(f"{where}.parent", "parent")
        parent = nodes[node.parent]
        if index not in (parent.left, parent.right):
            _wrong(f"{where}.parent", "parent-of-others", parent=node.parent, node=index)
        require_same(f"{where}.level", node.level, parent.level + 1, source="below its parent it must be")


def _check_root(root: NodePart, number: int, part: ResultPart, settings: Settings) -> None:
    where = place("trees", number, "nodes", 0)
    for side, counts in (("left", root.cdv_left), ("right", root.cdv_right)):
        table = part.pair.left if side == "left" else part.pair.right
        first = part.trees[0].nodes[0].cdv_left if side == "left" else part.trees[0].nodes[0].cdv_right
        require_same(f"{where}.cdv_{side}", counts, first, source="the first tree counts")
        if table.gained is not None and sum(counts) != table.rows + table.gained:
            _wrong(
                f"{where}.cdv_{side}",
                "root-rows",
                rows=sum(counts),
                side=side,
                table_rows=table.rows,
                gained=table.gained,
            )
    if settings.roots and root.attribute is not None and root.attribute not in settings.roots:
        _wrong(f"{where}.attribute", "root", attribute=root.attribute)


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
                _wrong(f"{where}.category", "settled", category=node.category)
            reach[node.left] = (bounds, seen | {(name, None)})
            reach[node.right] = (bounds, seen | {(name, node.category)})
            continue
        low, high = bounds.get(name, (float("-inf"), float("inf")))
        if not low < node.threshold < high:
            _wrong(f"{where}.threshold", "unreachable", threshold=node.threshold, low=low, high=high)
        reach[node.left] = (bounds | {name: (low, node.threshold)}, seen)
        reach[node.right] = (bounds | {name: (node.threshold, high)}, seen)


SIDES = ("left", "right")


def check_rows(part: ResultPart, number: int) -> None:
    """Raise at the first node whose rows contradict its counts, its children or the tables.

    Either every node of every tree tells its rows or none does. Balancing draws rows again, and never a class that has
    none; where nothing was drawn both counts are the same.
    """
    nodes = part.trees[number].nodes
    is_told = part.trees[0].nodes[0].rows_left is not None
    for index, node in enumerate(nodes):
        for side in SIDES:
            where = place("trees", number, "nodes", index, f"rows_{side}")
            rows, counts, gained = _rows(node, side), _cdv(node, side), getattr(part.pair, side).gained
            if (rows is not None) != is_told:
                wanted = "be a list" if is_told else "be null"
                raise InvalidDocumentError("document-node-rows-missing", where=where, wanted=wanted)
            if rows is None:
                continue
            if not _is_possible(rows, counts) or (gained == 0 and rows != counts):
                raise InvalidDocumentError("document-node-rows", where=where, rows=rows, counts=counts)
    if is_told:
        _check_sums(part, number)


def _check_sums(part: ResultPart, number: int) -> None:
    nodes = part.trees[number].nodes
    for side in SIDES:
        where = f"the sum of {place('trees', number, 'nodes', 0, f'rows_{side}')}"
        table = getattr(part.pair, side)
        require_same(where, sum(_rows(nodes[0], side) or ()), table.rows, source="the rows of the table are")
        for index, node in enumerate(nodes):
            if node.left is None or node.right is None:
                continue
            both = zip(_rows(nodes[node.left], side) or (), _rows(nodes[node.right], side) or (), strict=True)
            where = place("trees", number, "nodes", index, f"rows_{side}")
            require_same(where, _rows(node, side), [a + b for a, b in both], source="its children sum to")


def _is_possible(rows: list[int], counts: list[int]) -> bool:
    return len(rows) == len(counts) and all(
        0 < n <= cdv if cdv else n == 0 for n, cdv in zip(rows, counts, strict=True)
    )


def _rows(node: NodePart, side: str) -> list[int] | None:
    return node.rows_left if side == "left" else node.rows_right


def _cdv(node: NodePart, side: str) -> list[int]:
    return node.cdv_left if side == "left" else node.cdv_right
