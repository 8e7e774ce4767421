"""The rules and the nodes of a shared tree as tables."""

from __future__ import annotations

import pandas as pd

from ksdt_core.figures.words import attribute_of, category_of, question_text, threshold_text
from ksdt_core.trees.paths import Path, tightest_tests, walk
from ksdt_core.trees.printable import printable
from ksdt_core.trees.shared_tree import SharedTree


def root_name(shared: SharedTree) -> str:
    """The attribute that a tree tests first."""
    return "no split" if shared.tree.is_leaf[0] else printable(attribute_of(shared, 0))


def rule_table(shared: SharedTree, *, scale: str = "none") -> pd.DataFrame:
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
                "rule": rule_text(shared, path, scale=scale),
                "class": printable(tree.class_names[label]),
                "right_left": int(shared.cdv_left[node, label]),
                "rows_left": int(shared.cdv_left[node].sum()),
                "right_right": int(shared.cdv_right[node, label]),
                "rows_right": int(shared.cdv_right[node].sum()),
                "dsn": float(shared.dsn[node]),
            }
        )
    return pd.DataFrame(rows)


def node_table(shared: SharedTree, *, scale: str = "none") -> pd.DataFrame:
    """A row for each node: its path, its test in every unit, the class counts of both tables, and DSN.

    Columns: node, path, test, threshold_left, threshold_right, label, counts_left, counts_right, dsn.
    """
    tree = shared.tree
    rows = []
    for node, path in walk(tree):
        is_leaf = bool(tree.is_leaf[node])
        numeric = not is_leaf and category_of(shared, node) is None
        rows.append(
            {
                "node": node,
                "path": rule_text(shared, path, scale=scale),
                "test": "" if is_leaf else _test_text(shared, node, scale=scale),
                "threshold_left": threshold_text(float(shared.threshold_left[node]), "none") if numeric else "",
                "threshold_right": threshold_text(float(shared.threshold_right[node]), "none") if numeric else "",
                "label": printable(tree.class_names[int(tree.label[node])]),
                "counts_left": " | ".join(map(str, shared.cdv_left[node].tolist())),
                "counts_right": " | ".join(map(str, shared.cdv_right[node].tolist())),
                "dsn": float(shared.dsn[node]),
            }
        )
    return pd.DataFrame(rows)


def rule_text(shared: SharedTree, path: Path, *, scale: str = "none") -> str:
    """The tests of a path in words; the root is reached by all rows."""
    tests = [
        _test_text(shared, node, scale=scale, goes_left=goes_left)
        for node, goes_left in tightest_tests(shared.tree, path)
    ]
    return " and ".join(tests) or "all rows"


def _test_text(shared: SharedTree, node: int, *, scale: str, goes_left: bool = True) -> str:
    question = question_text(shared, node, scale=scale)
    if not goes_left:
        question = ("> " if question.startswith("≤") else "≠ ") + question[2:]
    return f"{printable(attribute_of(shared, node))} {printable(question)}"
