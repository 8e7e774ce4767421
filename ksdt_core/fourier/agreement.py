"""How often trees predict alike: over the whole domain, from inner products, or at points drawn from it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ksdt_core.fourier.domain import CellDomain
from ksdt_core.fourier.gram import inner_products
from ksdt_core.trees.tree import Tree


def disagreements(gram: NDArray[np.float64], n_classes: int) -> NDArray[np.float64]:
    """The share of Λ on which two trees answer different classes, of all pairs whose inner products are given.

    ‖f - g‖² = ⟨f, f⟩ + ⟨g, g⟩ - 2⟨f, g⟩ counts a point once where there is one indicator (two classes), and twice where
    every class has its own.
    """
    squares = np.diagonal(gram)
    distances = (squares[:, None] + squares - 2 * gram) / (1 if n_classes == 2 else 2)
    return np.asarray(np.clip(distances, 0.0, 1.0))


def agreement(first: Tree, second: Tree, *, domain: CellDomain | None = None) -> float:
    """The share of Λ on which two trees answer the same class."""
    gram = inner_products((first, second), domain=domain)
    return 1.0 - float(disagreements(gram, len(first.class_names))[0, 1])


def group_disagreements(differing: NDArray[np.float64], groups: Sequence[NDArray[np.intp]]) -> NDArray[np.float64]:
    """The mean disagreement of a tree of one group with a tree of another, or with another tree of its own group.

    A group of one tree has no other tree: NaN is in its place.
    """
    means = np.empty((len(groups), len(groups)))
    for row, ours in enumerate(groups):
        for column, theirs in enumerate(groups):
            block = differing[np.ix_(ours, theirs)]
            if row != column:
                means[row, column] = block.mean()
            else:  # a tree is not compared with itself
                n = ours.size
                means[row, column] = (block.sum() - np.trace(block)) / (n * (n - 1)) if n > 1 else np.nan
    return means
