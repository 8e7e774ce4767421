"""Growing a tree whose splits may have many children, and writing it as a binary tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidDataError
from ksdt_core.learners.node_rows import NodeRows
from ksdt_core.learners.splits import Split
from ksdt_core.learners.stopping import Stopping
from ksdt_core.trees.learned_tree import LearnedTree
from ksdt_core.trees.tree import LEAF, Tree

Chooser = Callable[[NodeRows], Split | None]
"""What a learner is: the split of a node, or None where it would rather not split."""


@dataclass(slots=True, eq=False)
class GrownNode:
    """A node while its tree is in the making; without a split it is a leaf."""

    counts: NDArray[Any]  # rows of each class; not whole where rows go several ways
    label: int  # the majority class, the first on a tie; that of the parent where no row is left
    depth: int
    split: Split | None = None
    children: list[GrownNode] = field(default_factory=list)
    rows: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, dtype=np.int32))  # of a leaf
    weights: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))

    def make_leaf(self) -> None:
        self.split, self.children = None, []


def grow(table: Dataset, chooser: Chooser, stopping: Stopping, *, by_class: bool = False) -> GrownNode:
    """Split node after node, from the root down, until the learner or the stopping rule ends it.

    A missing cell of the attribute that a node tests is filled from the rows at that node, or from
    those of its class (`by_class`), and stays so below it.
    """
    if table.n_rows == 0 or table.n_attributes == 0:
        raise InvalidDataError("nothing-to-learn-from", table=table.name)
    values = np.array(table.values)
    root = GrownNode(*_counts(table, np.arange(table.n_rows)), depth=0)
    waiting = [(root, np.arange(table.n_rows))]
    while waiting:
        node, rows = waiting.pop()
        if not stopping.stops(node.counts, node.depth):
            here = NodeRows.of(table, values, rows, by_class=by_class)
            node.split = chooser(here)
        if node.split is None:
            node.rows, node.weights = rows.astype(np.int32), np.ones(rows.size)
            continue
        cells = here.values[:, node.split.attribute]
        values[rows, node.split.attribute] = cells
        child_of_row = node.split.children_of(cells)
        for child in range(node.split.n_children):
            theirs = rows[child_of_row == child]
            counts, label = _counts(table, theirs)
            below = GrownNode(counts, label if theirs.size else node.label, node.depth + 1)
            node.children.append(below)
            waiting.append((below, theirs))
    return root


def as_learned(root: GrownNode, table: Dataset) -> LearnedTree:
    """The same as a binary tree with its rows: a split into many children becomes a chain of its tests.

    The left child of a link of the chain is the child whose test holds, the right child the next link, and that of the
    last link the last child. A link answers the majority class of the rows that reach it.
    """
    nodes: list[tuple[int, float, int, bool]] = []  # attribute, test, label, whether it continues a chain
    counts: list[NDArray[np.float64]] = []
    children: list[list[int]] = []
    waiting: list[tuple[GrownNode, int, int]] = [(root, 0, LEAF)]  # a node, the link of its chain, the parent
    while waiting:
        node, link, parent = waiting.pop()
        if parent != LEAF:
            children[parent].append(len(nodes))
        here = np.sum([child.counts for child in node.children[link:]], axis=0) if link else node.counts
        counts.append(here.astype(np.float64))
        if node.split is None:
            nodes.append((LEAF, np.nan, node.label, False))
        else:
            label = int(here.argmax()) if link and here.any() else node.label
            nodes.append((node.split.attribute, node.split.tests[link], label, link > 0))
            rest = (node, link + 1) if link + 1 < len(node.split.tests) else (node.children[-1], 0)
            waiting += [(*rest, len(nodes) - 1), (node.children[link], 0, len(nodes) - 1)]
        children.append([])
    attribute = np.array([node[0] for node in nodes], dtype=np.int32)
    tests = np.array([node[1] for node in nodes])
    numeric = np.array([values is None for values in table.categories] + [True])[attribute]
    tree = Tree(
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
    return LearnedTree(tree, np.array([node[3] for node in nodes]), np.stack(counts))


def _counts(table: Dataset, rows: NDArray[np.intp]) -> tuple[NDArray[np.int64], int]:
    counts = np.bincount(table.classes[rows], minlength=len(table.class_names)).astype(np.int64)
    return counts, int(counts.argmax())
