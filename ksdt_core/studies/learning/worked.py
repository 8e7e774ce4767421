"""Every number behind a learned tree: impurity of each node, and what each attribute would be worth there."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.learners.candidate_splits import (
    Candidate,
    best_thresholds,
    split_by_intervals,
    split_by_values,
)
from ksdt_core.learners.discretising import table_cuts
from ksdt_core.learners.node_rows import NodeRows
from ksdt_core.learners.reaching import neighbours, reached
from ksdt_core.measures.criteria import gain, gain_ratio, gini, gini_reduction, split_information
from ksdt_core.measures.gain import entropy
from ksdt_core.measures.valuing import Criterion
from ksdt_core.studies.learning.learned import Learned
from ksdt_core.studies.learning.learned_rules import way_words
from ksdt_core.studies.learning.settings import LearnSettings, bins_of
from ksdt_core.text import separating
from ksdt_core.trees.columns import cells_of
from ksdt_core.trees.learned_tree import branches

MOST_NODES = 20
ID = "a code for each row"


@dataclass(frozen=True, slots=True)
class AttributeWorth:
    """What the best split of a node by one attribute is worth."""

    attribute: str
    split: str  # `by value`, `≤ 62`, `3 intervals`
    children: tuple[tuple[int, ...], ...]  # class counts
    gain: float
    split_information: float
    gain_ratio: float
    gini: float

    @property
    def n_children(self) -> int:
        return len(self.children)

    def value(self, criterion: Criterion) -> float:
        """By one of the criteria."""
        return {"gain": self.gain, "gain-ratio": self.gain_ratio, "gini": self.gini}[criterion]


@dataclass(frozen=True, slots=True)
class WorkedNode:
    """A split of the tree: its rows, their impurity, and all attributes that could split them."""

    node: int
    way: tuple[str, ...]
    counts: tuple[int, ...]
    entropy: float
    gini: float
    chosen: str  # attribute
    attributes: tuple[AttributeWorth, ...]


def worked_nodes(learned: Learned, table: Dataset) -> tuple[WorkedNode, ...]:
    """The splits of a tree from the root down, with the training rows of the `table`; no more than `MOST_NODES`.

    A missing cell is filled with the most common value at the node.
    """
    tree, words, inner = learned.tree, way_words(learned.tree), branches(learned.tree)
    cells = cells_of(tree.tree, table.values, table.attributes)
    fractions = learned.settings.missing_way == "fractions"
    found: list[WorkedNode] = []
    for node, rows, weights in reached(tree, cells, fractions=fractions):
        if node in inner and len(found) < MOST_NODES:
            here = rows[weights > 0.5]
            name = tree.tree.attributes[int(tree.tree.attribute[node])]
            worths = attribute_worths(table, learned.settings, here)
            counts = np.bincount(table.classes[here], minlength=len(table.class_names))
            found.append(
                WorkedNode(
                    node, words[node], tuple(counts.tolist()), float(entropy(counts)), float(gini(counts)), name, worths
                )
            )
    return tuple(sorted(found, key=lambda each: (len(each.way), each.node)))


def attribute_worths(
    table: Dataset, settings: LearnSettings, rows: NDArray[np.intp] | None = None
) -> tuple[AttributeWorth, ...]:
    """What each attribute is worth at some rows of a table, in the order of columns; those that split nothing do not
    appear."""
    every = np.arange(table.n_rows) if rows is None else rows
    here = NodeRows.of(table, table.values, every)
    cuts = table_cuts(table, *bins_of(settings.discretise)) if settings.method == "id3" else {}
    by: Criterion = "gini" if settings.valuing.criterion == "gini" else "gain"
    found: list[AttributeWorth] = []
    for column in np.flatnonzero(here.usable).tolist():
        candidate = _candidate(here, column, cuts, by=by, is_binary=settings.method == "cart")
        if candidate is not None:
            found.append(_worth(table, every, candidate, is_binary=settings.method == "cart"))
    return tuple(found)


def with_code(table: Dataset) -> Dataset:
    """The table with one more column that has another value in each row: what a criterion makes of many values."""
    values = np.column_stack([table.values, np.arange(table.n_rows, dtype=np.float64)])
    codes = tuple(f"{row:06d}" for row in range(table.n_rows))
    return replace(table, attributes=(*table.attributes, ID), values=values, categories=(*table.categories, codes))


def _candidate(
    rows: NodeRows, column: int, cuts: dict[int, NDArray[np.float64]], *, by: Criterion, is_binary: bool
) -> Candidate | None:
    if column in cuts:
        return split_by_intervals(rows, column, cuts[column])
    if rows.categories[column] is None:
        return next(best_thresholds(rows, np.array([column]), by), None)
    found = split_by_values(rows, column)
    if found is None or not is_binary or found.split.n_children == 2:
        return found
    rest = found.children.sum(axis=0)
    pairs = [np.stack([child, rest - child]) for child in found.children]
    best = max(pairs, key=lambda pair: float(gini_reduction(pair) if by == "gini" else gain(pair)))
    return Candidate(found.split, best)


def _worth(table: Dataset, rows: NDArray[np.intp], candidate: Candidate, *, is_binary: bool) -> AttributeWorth:
    split, children = candidate.split, candidate.children
    kept = children[children.sum(axis=1) > 0]
    if not split.is_numeric:
        words = "one value" if is_binary and split.n_children > 2 else f"{len(kept)} values"
    elif len(split.tests) == 1:
        words = f"≤ {separating(split.tests[0], *neighbours(table.values[rows, split.attribute], split.tests[0]))}"
    else:
        words = f"{len(kept)} intervals"
    return AttributeWorth(
        attribute=table.attributes[split.attribute],
        split=words,
        children=tuple(tuple(map(int, child)) for child in kept.tolist()),
        gain=float(gain(children)),
        split_information=float(split_information(children)),
        gain_ratio=float(gain_ratio(children)),
        gini=float(gini_reduction(children)),
    )
