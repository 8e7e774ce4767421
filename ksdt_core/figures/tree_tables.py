"""The rules and the nodes of a shared tree as tables."""

from __future__ import annotations

import pandas as pd

from ksdt_core.figures.tree_words import attribute_of, category_of
from ksdt_core.text import printable
from ksdt_core.trees.paths import Path, walk
from ksdt_core.trees.reading import path_tests, threshold_texts
from ksdt_core.trees.shared_tree import SharedTree


def root_name(shared: SharedTree) -> str:
    """The attribute that a tree tests first."""
    return "no split" if shared.tree.is_leaf[0] else printable(attribute_of(shared, 0))


def rule_table(shared: SharedTree) -> pd.DataFrame:
    """A row for each leaf: the path to it, its class, and how many rows of each table it gets right.

    Columns: rule, class, right_left and rows_left of the left table, right_right and rows_right of the right one, dsn.
    """
    tree = shared.tree
    rows = []
    for node, path in walk(tree):
        if not tree.is_leaf[node]:
            continue
        label = int(tree.label[node])
        rows.append(
            {
                "rule": rule_text(shared, path),
                "class": printable(tree.class_names[label]),
                "right_left": int(shared.rows_left[node, label]),
                "rows_left": int(shared.rows_left[node].sum()),
                "right_right": int(shared.rows_right[node, label]),
                "rows_right": int(shared.rows_right[node].sum()),
                "dsn": float(shared.dsn[node]),
            }
        )
    return pd.DataFrame(rows)


def node_table(shared: SharedTree) -> pd.DataFrame:
    """A row for each node: its path, its test in every unit, the rows of each class of both tables, and DSN.

    Columns: node, path, test, threshold_left, threshold_right, label; rows_left and, for each class, `rows of class`
    followed by the name of the table; the same of the right table; dsn. Every row of a table counts once.
    """
    tree = shared.tree
    rows = []
    for node, path in walk(tree):
        is_leaf = bool(tree.is_leaf[node])
        numeric = not is_leaf and category_of(shared, node) is None
        rows.append(
            {
                "node": node,
                "path": rule_text(shared, path),
                "test": "" if is_leaf else rule_text(shared, ((node, True),)),
                "threshold_left": threshold_texts(shared, node)[0] if numeric else "",
                "threshold_right": threshold_texts(shared, node)[1] if numeric else "",
                "label": printable(tree.class_names[int(tree.label[node])]),
                **_class_columns(shared, node),
                "dsn": float(shared.dsn[node]),
            }
        )
    return pd.DataFrame(rows)


def class_column(name: str, side: str) -> str:
    """The column with the rows of one class at a node in one table."""
    return f"rows of {printable(name)}_{side}"


def _class_columns(shared: SharedTree, node: int) -> dict[str, int]:
    found = {}
    for side, rows in zip(("left", "right"), shared.rows, strict=True):
        found[f"rows_{side}"] = int(rows[node].sum())
        for name, n in zip(shared.tree.class_names, rows[node].tolist(), strict=True):
            column = class_column(name, side)
            found[column if column not in found else class_column(f"{name} ({len(found)})", side)] = n
    return found


def rule_text(shared: SharedTree, path: Path) -> str:
    """The tests of a path in words, in the units of the tables; the root is reached by all rows."""
    return " and ".join(path_tests(shared, path)) or "all rows"
