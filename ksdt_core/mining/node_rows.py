"""The rows of both tables at a node of a mined tree, and why a node was not split."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair, Domain
from ksdt_core.data.model.row_numbers import Rows, table_row_numbers
from ksdt_core.errors import InvalidParameterError
from ksdt_core.measures.distribution import class_distribution
from ksdt_core.mining.holdout import held_out_pair, mined_rows
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.workbench import workbench_of
from ksdt_core.text import PERCENT_SIGN, counted
from ksdt_core.trees.columns import cells_of
from ksdt_core.trees.walk import rows_at_node


@dataclass(frozen=True, slots=True, eq=False)
class NodeRows:
    """The rows that reach a node, of the pair that was mined."""

    pair: DatasetPair  # without the rows that were held out
    left: Rows
    right: Rows
    cdvs: tuple[NDArray[np.int64], NDArray[np.int64]]  # class counts of the mined rows here, balanced ones included

    @property
    def sides(self) -> tuple[tuple[Domain, Rows], tuple[Domain, Rows]]:
        return (self.pair.left, self.left), (self.pair.right, self.right)


def node_rows(pair: DatasetPair, trees: TreeSet, tree: int, *, node: int) -> NodeRows:
    """The rows of the mined pair at a node; `pair` is the whole pair, from which rows may be held out."""
    mined = mined_pair(pair, trees)
    walked = trees.trees[tree].tree
    sides = (mined.left, mined.right)
    left, right = (rows_at_node(walked, node, cells_of(walked, side.scaled, mined.attributes)) for side in sides)
    m = len(mined.class_names)
    cdvs = [
        class_distribution(side.classes[rows], side.weights[rows], m)
        for side, rows in zip(sides, (left, right), strict=True)
    ]
    return NodeRows(mined, left, right, (cdvs[0], cdvs[1]))


def mined_pair(pair: DatasetPair, trees: TreeSet) -> DatasetPair:
    """The part of a pair that these trees were mined from: all of it, or what was not held out."""
    mined = held_out_pair(pair, trees.settings.holdout).pair if trees.settings.holdout else pair
    if workbench_of(mined).summary(mined).fingerprint != trees.pair.fingerprint:
        raise InvalidParameterError("not-the-mined-pair", pair=pair.name)
    return mined


def mined_row_numbers(pair: DatasetPair, mined: DatasetPair, trees: TreeSet) -> tuple[Rows, Rows]:
    """For each row of the part that was mined its number in the tables of the whole pair, the first row being 1."""
    return table_row_numbers(mined, mined_rows(pair, trees.settings.holdout))


def why_a_leaf(here: NodeRows, trees: TreeSet, *, level: int) -> str:
    """One sentence: what ended the tree at this node."""
    settings = trees.settings
    for (side, _), cdv in zip(here.sides, here.cdvs, strict=True):
        if cdv.sum() < settings.min_size:
            rows = counted(int(cdv.sum()), "row", "rows")
            rows = f"{rows} after balancing" if here.pair.is_balanced else rows
            return f"{side.name} has {rows} here, fewer than the {settings.fewest_rows:,} a split needs."
        if np.count_nonzero(cdv) == 1:
            only = here.pair.class_names[int(cdv.argmax())]
            return f"All rows of {side.name} here are {only}."
    if settings.max_depth and level > settings.max_depth:
        return f"It is {settings.max_depth} splits below the root, which is the maximum depth."
    if settings.min_leaf_share:
        return (
            f"No split leaves {100 * settings.min_leaf_share:g}{PERCENT_SIGN} of each table's rows on both sides here."
        )
    return "No split separates the rows of both tables here."
