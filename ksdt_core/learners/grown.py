"""Growing a tree whose splits may have many children, and writing it as a binary tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.missing import common_cell
from ksdt_core.errors import InvalidDataError
from ksdt_core.learners.node_rows import NodeRows
from ksdt_core.learners.splits import Split
from ksdt_core.learners.stopping import Stopping
from ksdt_core.trees.tree import LEAF, Tree

Chooser = Callable[[NodeRows], Split | None]
"""What a learner is: the split of a node, or None where it would rather not split."""


@dataclass(slots=True, eq=False)
class GrownNode:
    """A node while its tree is in the making; without a split it is a leaf."""

    counts: NDArray[np.int64]
    label: int  # the majority class, the first on a tie; that of the parent where no row is left
    depth: int
    split: Split | None = None
    children: list[GrownNode] = field(default_factory=list)

    def make_leaf(self) -> None:
        self.split, self.children = None, []


def grow(table: Dataset, chooser: Chooser, stopping: Stopping) -> GrownNode:
    """Split node after node, from the root down, until the learner or the stopping rule ends it.

    A missing cell of the attribute that a node tests is filled from the rows at that node, and stays so below it.
    """
    if table.n_rows == 0 or table.n_attributes == 0:
        raise InvalidDataError("nothing-to-learn-from", table=table.name)
    values = np.array(table.values)
    root = GrownNode(*_counts(table, np.arange(table.n_rows)), depth=0)
    waiting = [(root, np.arange(table.n_rows))]
    while waiting:
        node, rows = waiting.pop()
        if stopping.stops(node.counts, node.depth):
            continue
        node.split = chooser(NodeRows.of(table, values, rows))
        if node.split is None:
            continue
        cells = values[rows, node.split.attribute]
        cells = np.where(np.isnan(cells), common_cell(cells, node.split.is_numeric), cells)
        values[rows, node.split.attribute] = cells
        child_of_row = node.split.children_of(cells)
        for child in range(node.split.n_children):
            theirs = rows[child_of_row == child]
            counts, label = _counts(table, theirs)
            below = GrownNode(counts, label if theirs.size else node.label, node.depth + 1)
            node.children.append(below)
            waiting.append((below, theirs))
    return root


def as_tree(root: GrownNode, table: Dataset) -> Tree:
    """The same function as a binary tree: a split into many children becomes a chain of its tests.

    The left child of a link of the chain is the child whose test holds, the right child the next link, and that of the
    last link the last child. A link answers the majority class of the rows that reach it.
    """
    nodes: list[tuple[int, float, int, int]] = []  # attribute, test, label, parent
    children: list[list[int]] = []
    waiting: list[tuple[GrownNode, int, int]] = [(root, 0, LEAF)]  # a node, the link of its chain, the parent
    while waiting:
        node, link, parent = waiting.pop()
        if parent != LEAF:
            children[parent].append(len(nodes))
        if node.split is None:
            nodes.append((LEAF, np.nan, node.label, parent))
        else:
            nodes.append((node.split.attribute, node.split.tests[link], _label_of_link(node, link), parent))
            rest = (node, link + 1) if link + 1 < len(node.split.tests) else (node.children[-1], 0)
            waiting += [(*rest, len(nodes) - 1), (node.children[link], 0, len(nodes) - 1)]
        children.append([])
    attribute = np.array([node[0] for node in nodes], dtype=np.int32)
    tests = np.array([node[1] for node in nodes])
    numeric = np.array([values is None for values in table.categories] + [True])[attribute]
    return Tree(
        attributes=table.attributes,
        categories=table.categories,
        class_names=table.class_names,
        attribute=attribute,
        threshold=np.where(numeric, tests, np.nan),
        category=np.where(numeric, -1.0, tests).astype(np.int32),
        left=np.array([below[0] if below else LEAF for below in children], dtype=np.int32),
        right=np.array([below[1] if below else LEAF for below in children], dtype=np.int32),
        label=np.array([node[2] for node in nodes], dtype=np.int32),
    )


def _counts(table: Dataset, rows: NDArray[np.intp]) -> tuple[NDArray[np.int64], int]:
    counts = np.bincount(table.classes[rows], minlength=len(table.class_names)).astype(np.int64)
    return counts, int(counts.argmax())


def _label_of_link(node: GrownNode, link: int) -> int:
    left_over = np.sum([child.counts for child in node.children[link:]], axis=0)
    return int(left_over.argmax()) if left_over.any() else node.label
