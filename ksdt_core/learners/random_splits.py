"""The baseline that any criterion must beat: splits drawn at random."""

from __future__ import annotations

import numpy as np

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.pairing import midpoint
from ksdt_core.learners.grown import as_learned, grow
from ksdt_core.learners.node_rows import NodeRows
from ksdt_core.learners.splits import Split
from ksdt_core.learners.stopping import FULLY, Stopping
from ksdt_core.trees.learned_tree import LearnedTree
from ksdt_core.trees.tree import Tree


def random_tree(table: Dataset, *, stopping: Stopping = FULLY, seed: int = 0) -> Tree:
    """A tree with a random test at every node.

    First an attribute that splits the rows of the node is drawn, then one of its values or midpoints of neighbouring
    values, all with equal probability. Classes only decide where it stops and what leaves predict.
    """
    return random_grown(table, stopping=stopping, seed=seed).tree


def random_grown(table: Dataset, *, stopping: Stopping = FULLY, seed: int = 0, by_class: bool = False) -> LearnedTree:
    """The same with its rows; `by_class` fills a missing cell from the rows of its class at the node."""
    random = np.random.default_rng(seed)

    def choose(rows: NodeRows) -> Split | None:
        parts = rows.values.max(axis=0) > rows.values.min(axis=0)  # NaN, of columns not usable, is no larger
        columns = np.flatnonzero(rows.usable & parts)
        if columns.size == 0:
            return None
        column = int(random.choice(columns))
        distinct = np.unique(rows.values[:, column])
        if rows.categories[column] is not None:
            return Split(column, False, (float(random.choice(distinct)),))
        place = int(random.integers(distinct.size - 1))
        return Split(column, True, (midpoint(float(distinct[place]), float(distinct[place + 1])),))

    return as_learned(grow(table, choose, stopping, by_class=by_class), table)
