"""A tree as boxes: each leaf with the cells of Λ that reach it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.fourier.boxes import Boxes, BoxFunction
from ksdt_core.fourier.domain import CellDomain
from ksdt_core.fourier.masses import MassScale
from ksdt_core.fourier.node_tests import NodeTests
from ksdt_core.trees.tree import LEAF, Tree

Cells = tuple[int, int] | int
"""Cells of one feature: an interval (first, one past the last) of a numeric one, a bit mask of a categorical one."""

Constraints = dict[int, Cells]
"""The cells that a path leaves of each feature it tests; features not named keep all of theirs."""


def tree_function(tree: Tree, domain: CellDomain, *, values: NDArray[np.float64] | None = None) -> BoxFunction:
    """The tree as a function on Λ. `values` (a row a node) replaces the indicators of classes at its leaves.

    Two classes: 1 where the label is the second class, else 0. More classes: one such indicator for each.
    An attribute tested again on a path only narrows its cells; a leaf that no cell reaches has no box.
    """
    leaves, constraints = _leaf_constraints(tree, domain)
    boxes = boxes_of(constraints, domain)
    if values is not None:
        outputs = ("value",) if values.shape[1] == 1 else tuple(f"value {i + 1}" for i in range(values.shape[1]))
        return BoxFunction(domain, boxes, np.ascontiguousarray(values[leaves], dtype=np.float64), outputs)
    indicators = class_indicators(tree.label[leaves], len(tree.class_names))
    return BoxFunction(domain, boxes, indicators, class_outputs(tree.class_names), tree.class_names)


def class_outputs(class_names: tuple[str, ...]) -> tuple[str, ...]:
    """The classes that have an indicator: the second of two, or all of more."""
    return class_names[1:] if len(class_names) == 2 else class_names


def class_indicators(classes: NDArray[np.integer[Any]], n_classes: int) -> NDArray[np.float64]:
    """A column for each class that has an indicator: 1 where a row is of it, else 0."""
    first = 1 if n_classes == 2 else 0
    indicators: NDArray[np.float64] = np.equal.outer(classes, np.arange(first, n_classes)).astype(np.float64)
    return indicators


def _leaf_constraints(tree: Tree, domain: CellDomain) -> tuple[NDArray[np.intp], list[Constraints]]:
    """The leaves that some cell reaches, the left child first, each with what its path leaves of the features."""
    tests = NodeTests.of(tree, domain)
    features, cells = tests.feature.tolist(), tests.cell.tolist()
    left, right = tree.left.tolist(), tree.right.tolist()
    everything: list[Cells] = [
        (0, feature.n_cells) if feature.values is None else (1 << feature.n_cells) - 1 for feature in domain.features
    ]
    leaves: list[int] = []
    boxes: list[Constraints] = []
    waiting: list[tuple[int, Constraints]] = [(0, {})]
    while waiting:
        node, path = waiting.pop()
        feature = features[node]
        if feature == LEAF:
            leaves.append(node)
            boxes.append(path)
            continue
        here = path.get(feature, everything[feature])
        to_left, to_right = _split(here, cells[node])
        for child, part in ((right[node], to_right), (left[node], to_left)):
            if part is not None:
                waiting.append((child, path if part == here else {**path, feature: part}))
    return np.array(leaves, dtype=np.intp), boxes


def _split(here: Cells, cell: int) -> tuple[Cells | None, Cells | None]:
    """The cells that go left and right of those that reach a node; None where there are none."""
    if isinstance(here, tuple):
        low, high = here
        boundary = cell + 1
        left = (low, min(high, boundary)) if low < boundary else None
        right = (max(low, boundary), high) if boundary < high else None
        return left, right
    return here & (1 << cell) or None, here & ~(1 << cell) or None


def boxes_of(constraints: Sequence[Constraints], domain: CellDomain) -> Boxes:
    """Boxes in the arrays that the kernels work on."""
    feature = np.fromiter(chain.from_iterable(constraints), dtype=np.int32)
    cells = list(chain.from_iterable(box.values() for box in constraints))
    scale = MassScale.of(domain)
    subset, rows = np.full(feature.size, -1, dtype=np.int32), dict[int, int]()
    size_of_subset = np.zeros(feature.size)
    is_categorical = np.array([one.values is not None for one in domain.features])
    for position in np.flatnonzero(is_categorical[feature]).tolist():
        mask = cells[position]
        assert isinstance(mask, int)
        subset[position] = rows.setdefault(mask, len(rows))
        size_of_subset[position] = scale.of_subset(int(feature[position]), mask)
        cells[position] = (0, 0)
    intervals = np.fromiter(chain.from_iterable(cells), dtype=np.int32)  # type: ignore[arg-type]  # no masks are left
    low, high = intervals.reshape(-1, 2).T.copy()
    widest = max((one.n_cells for one in domain.features if one.values is not None), default=0)
    return Boxes(
        start=np.cumsum([0, *map(len, constraints)], dtype=np.int64),
        feature=feature,
        low=low,
        high=high,
        subset=subset,
        share=np.where(subset < 0, scale.below(feature, high) - scale.below(feature, low), size_of_subset)
        / scale.total[feature],
        subsets=_mask_words(list(rows), n_words=-(-widest // 64)),
    )


def _mask_words(masks: Sequence[int], *, n_words: int) -> NDArray[np.uint64]:
    """Bit masks of any length as rows of 64-bit words, the lowest bits first."""
    words = [[(mask >> (64 * word)) & (2**64 - 1) for word in range(n_words)] for mask in masks]
    return np.array(words, dtype=np.uint64).reshape(len(masks), n_words)
