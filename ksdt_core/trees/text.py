"""A shared tree as lines of text, and its paths as rules in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ksdt_core.text import lined_up, printable, score
from ksdt_core.trees.node_warnings import node_warnings, warning_words
from ksdt_core.trees.paths import Path, walk
from ksdt_core.trees.reading import last_test, path_tests
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
    units = f"; thresholds in the units of {tables}" if _units_differ(shared) else ""
    head = f"{counted_words(shared)} of {classes} in {tables}{units}"
    warnings = _warned(shared, names)
    cells = [(*_node_cells(shared, node, path), warnings.get(node, "")) for node, path in walk(shared.tree)]
    return [head, *lined_up(cells, widest=WIDEST)]


def _warned(shared: SharedTree, names: TableNames) -> dict[int, str]:
    """For each node with something to warn of what that is."""
    tables = (names.left, names.right)
    return {
        node: f"! {'; '.join(warning_words(warning, shared, node, tables))}"
        for node, warning in node_warnings(shared).items()
    }


def counted_words(shared: SharedTree) -> str:
    """What the counts of a tree are: rows, or copies of rows where nothing else is known."""
    return "rows" if shared.rows_known else ("oversampled counts (the document does not contain the original counts)")


def balanced(shared: SharedTree) -> str:
    """The word before DSN and scores that count rows which balancing drew again; empty elsewhere."""
    return "balanced " if shared.is_balanced else ""


def rule_sentences(shared: SharedTree, names: TableNames | None = None) -> list[str]:
    """Each path from the root to a leaf as a sentence, with its evidence in both tables."""
    names = names or TableNames()
    leaves = ((node, path) for node, path in walk(shared.tree) if shared.tree.attribute[node] == LEAF)
    return [_sentence(shared, leaf, path, names=names) for leaf, path in leaves]


def _node_cells(shared: SharedTree, node: int, path: Path) -> tuple[str, str, str, str]:
    tree = shared.tree
    test = last_test(shared, path) if path else "all rows"
    arrow = "→ " if tree.attribute[node] == LEAF else ""
    counts = " | ".join(_counts(rows[node].tolist()) for rows in shared.rows)
    label = printable(tree.class_names[int(tree.label[node])])
    return f"{INDENT * len(path)}{test}", f"{arrow}{label}", counts, f"{balanced(shared)}DSN {score(shared.dsn[node])}"


def _units_differ(shared: SharedTree) -> bool:
    """Whether a scale has set the thresholds of the two tables apart."""
    numeric = ~np.isnan(shared.tree.threshold)
    return not np.array_equal(shared.threshold_left[numeric], shared.threshold_right[numeric])


def _counts(cdv: Sequence[int]) -> str:
    return f"({', '.join(map(str, cdv))})"


def _sentence(shared: SharedTree, leaf: int, path: Path, *, names: TableNames) -> str:
    tree = shared.tree
    conditions = path_tests(shared, path)
    label = int(tree.label[leaf])
    evidence = ", ".join(
        f"{printable(name)} {rows[leaf, label]} of {rows[leaf].sum()}"
        for name, rows in zip((names.left, names.right), shared.rows, strict=True)
    )
    start = f"If {' and '.join(conditions)}, then" if conditions else "Always"
    return f"{start} {printable(tree.class_names[label])} ({evidence})."
