"""The nodes of a tree built from a spectrum: merging siblings that predict alike, and the finished tree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import kernel
from ksdt_core.fourier.domain import CellDomain
from ksdt_core.fourier.spectra import Spectrum
from ksdt_core.trees.tree import LEAF, Tree
from ksdt_core.trees.value_tree import ValueTree

ANSWER_TIE = 1e-9  # averages this close to each other, or to one half, are equal


@dataclass(frozen=True, slots=True, eq=False)
class GrownNodes:
    """Nodes as they were made, every child after its parent."""

    feature: NDArray[np.int64]  # position among the features of the domain, LEAF where there is no test
    cell: NDArray[np.int64]  # the last cell that goes left, or the one category that does
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    values: NDArray[np.float64]  # (n_nodes, n_outputs), the average over the box of each node


class NodeList:
    """Nodes while they are being made."""

    def __init__(self) -> None:
        self._tests: list[tuple[int, int]] = []  # feature and cell
        self._children: list[tuple[int, int]] = []
        self._values: list[NDArray[np.float64]] = []

    def __len__(self) -> int:
        return len(self._tests)

    def add(self, values: NDArray[np.float64]) -> int:
        """A new leaf; returns its position."""
        self._tests.append((LEAF, 0))
        self._children.append((LEAF, LEAF))
        self._values.append(values)
        return len(self._tests) - 1

    def split(self, node: int, test: tuple[int, int], *, children: tuple[int, int]) -> None:
        """Give a leaf a test and children."""
        self._tests[node], self._children[node] = test, children

    def graft(self, node: int, branch: GrownNodes) -> None:
        """Put a whole branch in place of a leaf; the branch's other nodes follow those that are there."""
        moved = np.where(branch.left > 0, branch.left + len(self) - 1, LEAF).tolist()
        children = [(left, left + 1 if left != LEAF else LEAF) for left in moved]
        tests = list(zip(branch.feature.tolist(), branch.cell.tolist(), strict=True))
        self.split(node, tests[0], children=children[0])
        self._tests += tests[1:]
        self._children += children[1:]
        self._values += list(branch.values[1:])

    def arrays(self) -> GrownNodes:
        feature, cell = np.array(self._tests, dtype=np.int64).T
        left, right = np.array(self._children, dtype=np.int64).T
        return GrownNodes(feature, cell, left, right, np.stack(self._values))


def answered_classes(averages: NDArray[np.float64]) -> NDArray[np.int64]:
    """The class that each row of averages of indicators stands for; ties go to the class listed first."""
    if averages.shape[1] == 1:
        return np.asarray(averages[:, 0] > 0.5 + ANSWER_TIE, dtype=np.int64)
    return np.asarray(np.argmax(averages >= averages.max(axis=1, keepdims=True) - ANSWER_TIE, axis=1))


def finished_tree(nodes: GrownNodes, spectrum: Spectrum, *, by_class: bool) -> ValueTree:
    """The tree with siblings merged that answer the same class, or the same numbers; the left branch comes first."""
    label = answered_classes(nodes.values)
    answers = label[:, None].astype(np.float64) if by_class else nodes.values
    feature, order = _merged(nodes.feature, nodes.left, nodes.right, answers, 0.0 if by_class else ANSWER_TIE)
    position = np.empty(nodes.feature.size + 1, dtype=np.int64)
    position[order], position[LEAF] = np.arange(order.size), LEAF
    feature, cell = feature[order], nodes.cell[order]
    is_leaf = feature == LEAF
    attribute, threshold, category = _tests(spectrum.domain, feature, cell)
    tree = Tree(
        attributes=spectrum.domain.attributes,
        categories=spectrum.domain.categories,
        class_names=spectrum.class_names,
        attribute=attribute,
        threshold=threshold,
        category=category,
        left=np.where(is_leaf, LEAF, position[nodes.left[order]]).astype(np.int32),
        right=np.where(is_leaf, LEAF, position[nodes.right[order]]).astype(np.int32),
        label=label[order].astype(np.int32),
    )
    return ValueTree(tree, nodes.values[order], spectrum.outputs)


def class_tree(found: ValueTree, scale: float, class_names: tuple[str, ...]) -> Tree:
    """The tree of classes that `scale` times its numbers stand for, siblings that predict alike merged."""
    tree = found.tree
    label = answered_classes(scale * found.values)
    attribute, order = _merged(
        tree.attribute.astype(np.int64), tree.left, tree.right, label[:, None].astype(np.float64), 0.0
    )
    position = np.empty(tree.n_nodes + 1, dtype=np.int32)
    position[order], position[LEAF] = np.arange(order.size), LEAF
    is_leaf = attribute[order] == LEAF
    return replace(
        tree,
        class_names=class_names,
        attribute=attribute[order].astype(np.int32),
        threshold=np.where(is_leaf, np.nan, tree.threshold[order]),
        category=np.where(is_leaf, -1, tree.category[order]).astype(np.int32),
        left=np.where(is_leaf, LEAF, position[tree.left[order]]).astype(np.int32),
        right=np.where(is_leaf, LEAF, position[tree.right[order]]).astype(np.int32),
        label=label[order].astype(np.int32),
    )


def _tests(
    domain: CellDomain, feature: NDArray[np.int64], cell: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.int32]]:
    """Columns, thresholds and categories of tests in the terms of a tree."""
    attribute, category = np.full(feature.size, LEAF, dtype=np.int32), np.full(feature.size, -1, dtype=np.int32)
    threshold = np.full(feature.size, np.nan)
    for position in np.unique(feature[feature != LEAF]).tolist():
        here, tested = feature == position, domain.features[position]
        attribute[here] = tested.column
        if tested.values is None:
            threshold[here] = domain.cut_arrays[position][cell[here]]
        else:
            category[here] = cell[here]
    return attribute, threshold, category


@kernel
def _merged(feature: Any, left: Any, right: Any, answers: Any, tie: Any) -> Any:
    """The features after merging from the bottom up, and the nodes that are left, from the root on."""
    feature = feature.copy()
    for node in range(feature.size - 1, -1, -1):
        if feature[node] != LEAF and feature[left[node]] == LEAF and feature[right[node]] == LEAF:
            alike = True
            for output in range(answers.shape[1]):
                if abs(answers[left[node], output] - answers[right[node], output]) > tie:
                    alike = False
            if alike:
                feature[node] = LEAF
    order, waiting = np.empty(feature.size, np.int64), np.empty(feature.size, np.int64)
    n_ordered, n_waiting = 0, 1
    waiting[0] = 0
    while n_waiting:
        n_waiting -= 1
        node = waiting[n_waiting]
        order[n_ordered] = node
        n_ordered += 1
        if feature[node] != LEAF:
            waiting[n_waiting], waiting[n_waiting + 1] = right[node], left[node]
            n_waiting += 2
    return feature, order[:n_ordered]
