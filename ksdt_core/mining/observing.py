"""What people read off a tree and the miner has no need of: rows counted once, and what is beside thresholds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.trees.columns import cells_of, columns_in
from ksdt_core.trees.counting import class_counts
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF

Floats = NDArray[np.float64]


def observed_tree(shared: SharedTree, pair: DatasetPair) -> SharedTree:
    """The tree with the class counts of the rows of the pair it was mined from, every row once.

    `between_*` are the values of each table next to a threshold, the largest at or below it and the smallest above it.
    With no scale one number must part both tables, so that both have the values of both tables. `codes` are the values
    of the attribute at a node, where they are codes.
    """
    left, right = _between(shared, pair)
    return replace(_with_rows(shared, pair), between_left=left, between_right=right, codes=_codes(shared, pair))


def _with_rows(shared: SharedTree, pair: DatasetPair) -> SharedTree:
    if shared.rows_known:
        return shared
    tree = shared.tree
    left, right = (
        class_counts(tree, cells_of(tree, side.scaled, pair.attributes), side.classes)
        for side in (pair.left, pair.right)
    )
    return replace(shared, rows_left=left, rows_right=right, rows_known=True)


def _between(shared: SharedTree, pair: DatasetPair) -> tuple[Floats, Floats]:
    tree, positions = shared.tree, columns_in(shared.tree, pair.attributes)
    found = np.full((2, tree.n_nodes, 2), np.nan)
    for node in np.flatnonzero((tree.attribute != LEAF) & (tree.category < 0)).tolist():
        column = positions[tree.attribute[node]]
        for side, domain in enumerate((pair.left, pair.right)):
            cells, threshold = domain.original[:, column], (shared.threshold_left, shared.threshold_right)[side][node]
            below = cells <= threshold
            found[side, node] = cells[below].max(initial=-np.inf), cells[~below].min(initial=np.inf)
        if shared.threshold_left[node] == shared.threshold_right[node]:
            found[:, node] = found[:, node, 0].max(), found[:, node, 1].min()
    return found[0], found[1]


def _codes(shared: SharedTree, pair: DatasetPair) -> tuple[tuple[float, ...] | None, ...]:
    """For each node the codes of the attribute it tests, as the pair has them: what is declared a number has none."""
    tree, positions = shared.tree, columns_in(shared.tree, pair.attributes)
    tested = {int(column) for column in tree.attribute[(tree.attribute != LEAF) & (tree.category < 0)]}
    known = {column: pair.codes[positions[column]] if pair.codes else None for column in tested}
    return tuple(known.get(column) for column in tree.attribute.tolist()) if any(known.values()) else ()
