"""Whether the rows of the nodes in a document, each row once, can be those behind the counts as mined."""

from __future__ import annotations

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.agree import require_same
from ksdt_core.formats.shape import NodePart, ResultPart, place

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
