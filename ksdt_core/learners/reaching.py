"""Which nodes of a learned tree rows reach, also rows with missing cells, and what the tree answers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.learned_tree import Branches, LearnedTree, branches, links
from ksdt_core.trees.tree import LEAF

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


def reached(learned: LearnedTree, values: Floats, *, fractions: bool) -> Iterator[tuple[int, Ints, Floats]]:
    """Every node with the rows that reach it and their weights; links of chains are passed over.

    A row whose cell is missing goes to every child with the share of its weight that the training rows there have
    (`fractions`) [Q93, chapter 3], else to the child with the most training rows, the first on a tie.
    """
    children, weight = branches(learned), learned.rows
    waiting = [(0, np.arange(values.shape[0]), np.ones(values.shape[0]))]
    while waiting:
        node, rows, weights = waiting.pop()
        yield node, rows, weights
        if node not in children or not rows.size:
            waiting += [(child, rows, weights) for child in children.get(node, ())]
            continue
        cells = values[rows, learned.tree.attribute[node]]
        child_of_row, missing = child_of_cells(learned, node, cells), np.isnan(cells)
        sizes = weight[list(children[node])]
        if not fractions:
            child_of_row[missing] = int(sizes.argmax())
        for position, child in enumerate(children[node]):
            here = child_of_row == position
            if fractions and missing.any():
                share = float(sizes[position] / sizes.sum()) if sizes.sum() > 0 else 1 / sizes.size
                both = here | missing if share > 0 else here
                waiting.append((child, rows[both], np.where(missing, share * weights, weights)[both]))
            else:
                waiting.append((child, rows[here], weights[here]))


def beside_thresholds(learned: LearnedTree, values: Floats, *, fractions: bool) -> Floats:
    """The largest value below or at each threshold and the smallest above it, among the rows that reach the node."""
    tree = learned.tree
    found = np.full((tree.n_nodes, 2), np.nan)
    for node, rows, _ in reached(learned, values, fractions=fractions):
        if tree.attribute[node] == LEAF or tree.categories[int(tree.attribute[node])] is not None:
            continue
        cells = values[rows, tree.attribute[node]]
        for link in links(learned, node):
            found[link] = neighbours(cells, float(tree.threshold[link]))
    return found


def neighbours(cells: Floats, threshold: float) -> tuple[float, float]:
    """The values that a threshold separates, the nearest on either side; NaN where all lie on one side."""
    below, above = cells[cells <= threshold], cells[cells > threshold]
    return (float(below.max()), float(above.min())) if below.size and above.size else (np.nan, np.nan)


def child_of_cells(learned: LearnedTree, node: int, cells: Floats) -> Ints:
    """The position among the children of a split that each cell leads to; −1 for a missing cell."""
    tree, chain = learned.tree, links(learned, node)
    if tree.categories[int(tree.attribute[node])] is None:
        found = np.searchsorted(tree.threshold[chain], cells, side="left").astype(np.intp)
    else:
        matches = cells[:, None] == tree.category[chain][None, :]
        found = np.where(matches.any(axis=1), matches.argmax(axis=1), len(chain)).astype(np.intp)
    found[np.isnan(cells)] = -1
    return found


def node_counts(learned: LearnedTree, values: Floats, classes: Ints, *, fractions: bool) -> Floats:
    """Rows of each class that reach every node, (n_nodes, n_classes)."""
    counts = np.zeros((learned.tree.n_nodes, len(learned.tree.class_names)))
    for node, rows, weights in reached(learned, values, fractions=fractions):
        counts[node] = np.bincount(classes[rows], weights=weights, minlength=counts.shape[1])
    return with_links(learned, counts, branches(learned))


def with_links(learned: LearnedTree, counts: Floats, children: Branches) -> Floats:
    """The counts with those of the links of chains, which are what the children before them leave over."""
    for node, below in children.items():
        for position, link in enumerate(links(learned, node)[1:], start=1):
            counts[link] = counts[list(below[position:])].sum(axis=0)
    return counts


def answers(learned: LearnedTree, values: Floats, *, fractions: bool) -> NDArray[np.intp]:
    """The class that the tree answers for each row.

    A row that ends in one leaf gets its class. One that ends in several gets the class with the largest sum of shares
    of their training rows, each leaf as much as the row's weight there; the first on a tie.
    """
    tree = learned.tree
    votes = np.zeros((values.shape[0], len(tree.class_names)))
    own = np.zeros(values.shape[0], dtype=np.intp)
    whole = np.zeros(values.shape[0], dtype=np.bool_)
    for node, rows, weights in reached(learned, values, fractions=fractions):
        if tree.attribute[node] != LEAF:
            continue
        total = learned.counts[node].sum()
        share = learned.counts[node] / total if total > 0 else np.eye(votes.shape[1])[int(tree.label[node])]
        votes[rows] += weights[:, None] * share
        alone = weights >= 1 - 1e-12
        own[rows[alone]], whole[rows[alone]] = tree.label[node], True
    return np.where(whole, own, votes.argmax(axis=1))
