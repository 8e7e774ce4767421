"""A replication as CSV: a row for each split."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.evidence.replicated import Replication
from ksdt_core.formats.csv_text import Cell, csv_text


def replication_csv(found: Replication) -> str:
    """The splits of all trees with their counts in the table and what became of them."""
    classes = [f"rows_{name}" for name in found.result.classes]
    columns = ("tree", "node", "level", "attribute", "split", "status", "p", *classes, "dsn_left", "dsn_right")
    return csv_text(columns, _rows(found))


def _rows(found: Replication) -> Iterator[list[Cell]]:
    for number, tree in enumerate(found.trees, start=1):
        for node in tree.nodes:
            if node.status is not None:
                yield [
                    *(number, node.id, node.level, node.attribute, node.split, node.status, node.p),
                    *node.cdv,
                    *(node.dsn_left, node.dsn_right),
                ]
