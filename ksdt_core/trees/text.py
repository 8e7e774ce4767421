"""A shared tree as lines of text, and its paths as rules in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ksdt_core.trees.paths import Path, tightest_tests, walk
from ksdt_core.trees.printable import printable
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF

INDENT = "│  "
WIDEST = 60  # columns are lined up as far as this


@dataclass(frozen=True, slots=True)
class TableNames:
    """What the two tables are called in a text."""

    left: str = "left"
    right: str = "right"


def tree_lines(shared: SharedTree, names: TableNames | None = None) -> list[str]:
    """The tree, a node a line: the test that leads to it, its class, both tables' counts and their similarity.

    The first line explains the counts, which are in the order of the classes, and the units.
    """
    names = names or TableNames()
    classes = ", ".join(printable(name) for name in shared.tree.class_names)
    tables = f"{printable(names.left)} | {printable(names.right)}"
    units = f"; thresholds as mined [in units of {tables}]" if _is_scaled(shared) else ""
    head = f"counts of {classes} in {tables}{units}"
    cells = [_node_cells(shared, node, path) for node, path in walk(shared.tree)]
    widths = [min(WIDEST, max(map(len, column))) for column in zip(*cells, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells)
    return [head, *(line.rstrip() for line in lines)]


def rule_sentences(shared: SharedTree, names: TableNames | None = None) -> list[str]:
    """Each path from the root to a leaf as a sentence, with its evidence in both tables."""
    names = names or TableNames()
    leaves = ((node, path) for node, path in walk(shared.tree) if shared.tree.attribute[node] == LEAF)
    return [_sentence(shared, leaf, path, names=names) for leaf, path in leaves]


def _node_cells(shared: SharedTree, node: int, path: Path) -> tuple[str, str, str, str]:
    tree = shared.tree
    test = _condition(shared, path[-1][0], goes_left=path[-1][1]) if path else "all rows"
    arrow = "→ " if tree.attribute[node] == LEAF else ""
    counts = f"{_counts(shared.cdv_left[node].tolist())} | {_counts(shared.cdv_right[node].tolist())}"
    label = printable(tree.class_names[int(tree.label[node])])
    return f"{INDENT * len(path)}{test}", f"{arrow}{label}", counts, f"DSN {shared.dsn[node]:.3f}"


def _counts(cdv: Sequence[int]) -> str:
    return f"({', '.join(map(str, cdv))})"


def _condition(shared: SharedTree, node: int, *, goes_left: bool) -> str:
    """The test of a node as its left or right child passes it."""
    tree = shared.tree
    column = int(tree.attribute[node])
    attribute = printable(tree.attributes[column])
    values = tree.categories[column]
    if values is not None:
        return f"{attribute} {'=' if goes_left else '≠'} {printable(values[int(tree.category[node])])}"
    return f"{attribute} {'≤' if goes_left else '>'} {_threshold(shared, node)}"


def _is_scaled(shared: SharedTree) -> bool:
    """Whether a scale has set the units of the two tables apart from those that were mined."""
    numeric = ~np.isnan(shared.tree.threshold)
    mined = shared.tree.threshold[numeric]
    return not all(np.array_equal(mined, units[numeric]) for units in (shared.threshold_left, shared.threshold_right))


def _threshold(shared: SharedTree, node: int) -> str:
    """The threshold as mined, and in the units of both tables where these differ."""
    mined = float(shared.tree.threshold[node])
    left, right = float(shared.threshold_left[node]), float(shared.threshold_right[node])
    return f"{mined:.8g}" if mined == left == right else f"{mined:.8g} [{left:.8g} | {right:.8g}]"


def _sentence(shared: SharedTree, leaf: int, path: Path, *, names: TableNames) -> str:
    tree = shared.tree
    tests = tightest_tests(tree, path)
    conditions = [_condition(shared, node, goes_left=goes_left) for node, goes_left in tests]
    label = int(tree.label[leaf])
    evidence = ", ".join(
        f"{printable(name)} {cdv[label]} of {sum(cdv)}"
        for name, cdv in ((names.left, shared.cdv_left[leaf].tolist()), (names.right, shared.cdv_right[leaf].tolist()))
    )
    start = f"If {' and '.join(conditions)}, then" if conditions else "Always"
    return f"{start} {printable(tree.class_names[label])} ({evidence})."
