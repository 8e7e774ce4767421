"""ID3: a child for each value, by information gain; numbers are cut into intervals first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.learners.candidate_splits import Candidate, best_of, split_by_intervals, split_by_values
from ksdt_core.learners.discretising import table_cuts
from ksdt_core.learners.fast_growth import Growth, grow_fast
from ksdt_core.learners.grown import Chooser, as_learned, grow
from ksdt_core.learners.methods import Bins
from ksdt_core.learners.node_rows import NodeRows
from ksdt_core.learners.splits import Split
from ksdt_core.learners.stopping import FULLY, Stopping
from ksdt_core.measures.valuing import PLAIN_GAIN, Valuing
from ksdt_core.trees.learned_tree import LearnedTree
from ksdt_core.trees.tree import LEAF, Tree


def id3(
    table: Dataset,
    *,
    valuing: Valuing = PLAIN_GAIN,
    stopping: Stopping = FULLY,
    bins: Bins = "class-changes",
    n_bins: int = 4,
) -> Tree:
    """The tree that ID3 learns from a table.

    The attribute with the highest gain is used, even if that gain is 0, until all rows of a node have one class or no
    attribute separates them. A category gives a child for each value at the node; a value that no row there has gets
    the node's majority class. Numbers are cut into intervals for the whole table beforehand: where the class changes,
    or into `n_bins` intervals of about as many rows. In the binary tree a split in many is a chain of tests (see
    `as_learned`), values in sorted order; `n_multiway_splits` counts the chains.
    """
    return id3_grown(table, valuing=valuing, stopping=stopping, bins=bins, n_bins=n_bins).tree


def id3_grown(
    table: Dataset,
    *,
    valuing: Valuing = PLAIN_GAIN,
    stopping: Stopping = FULLY,
    bins: Bins = "class-changes",
    n_bins: int = 4,
    by_class: bool = False,
) -> LearnedTree:
    """The same with its rows; `by_class` fills a missing cell from the rows of its class at the node."""
    cuts = table_cuts(table, bins, n_bins)
    if not table.n_missing:
        return as_learned(grow_fast(table, Growth(valuing, stopping, cuts)), table)
    return as_learned(grow(table, plain_chooser(table, valuing, cuts), stopping, by_class=by_class), table)


def plain_chooser(table: Dataset, valuing: Valuing, cuts: dict[int, NDArray[np.float64]]) -> Chooser:
    """ID3's choice at a node whose cells are all known."""
    costs = valuing.costs_of(table.attributes)

    def candidate(rows: NodeRows, column: int) -> Candidate | None:
        return split_by_intervals(rows, column, cuts[column]) if column in cuts else split_by_values(rows, column)

    def choose(rows: NodeRows) -> Split | None:
        found = [candidate(rows, column) for column in np.flatnonzero(rows.usable).tolist()]
        splits = [one for one in found if one is not None]
        return best_of(splits, valuing, costs) if splits else None

    return choose


def n_multiway_splits(tree: Tree) -> int:
    """How many splits a tree of ID3 has when each chain of tests is one split.

    ID3 tests no attribute twice on a path, so a right child that tests its parent's attribute continues its chain.
    """
    inner = np.flatnonzero(tree.attribute != LEAF)
    goes_on = tree.attribute[tree.right[inner]] == tree.attribute[inner]
    return int(inner.size - goes_on.sum())
