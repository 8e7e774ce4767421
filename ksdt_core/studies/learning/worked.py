"""Every number behind a learned tree: impurity of each node, and what each attribute would be worth there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.learners.c45 import LEAST
from ksdt_core.learners.cart import filled
from ksdt_core.learners.discretising import table_cuts
from ksdt_core.learners.node_rows import NodeRows
from ksdt_core.learners.reaching import child_of_cells, reached
from ksdt_core.measures.criteria import gini
from ksdt_core.studies.learning import worths
from ksdt_core.studies.learning.learned import Learned
from ksdt_core.studies.learning.learned_rules import way_words
from ksdt_core.studies.learning.settings import LearnSettings, bins_of
from ksdt_core.studies.learning.worths import Asked, AttributeWorth, Floats, Ints, Rows
from ksdt_core.trees.columns import cells_of
from ksdt_core.trees.learned_tree import branches

MOST_NODES = 20
ID = "a code for each row"


@dataclass(frozen=True, slots=True)
class WorkedNode:
    """A split of the tree: its rows, their impurity, and all attributes that could split them."""

    node: int
    way: tuple[str, ...]
    counts: tuple[float, ...]  # not whole where rows go every way in parts
    entropy: float
    gini: float
    chosen: str  # attribute
    attributes: tuple[AttributeWorth, ...]
    average_gain: float | None = None  # of gain ratio in C4.5: what an attribute must gain to be chosen


def worked_nodes(learned: Learned, table: Dataset) -> tuple[WorkedNode, ...]:
    """The splits of a tree from the root down, with its training rows; no more than `MOST_NODES`.

    Missing cells are treated as the learner does: rows go every way with a share of their weight, or cells are filled
    at the node or beforehand. C4.5 needs two children with two rows.
    """
    tree, words, settings = learned.tree, way_words(learned.tree), learned.settings
    asked = _asked(table, settings, least=LEAST if settings.method == "c45" else 0.0)
    found: list[WorkedNode] = []
    for node, rows in _rows_at_splits(learned, table):
        counts = rows.counts(np.ones(rows.classes.size, dtype=np.bool_))
        every = worths.attribute_worths(rows, asked)
        found.append(
            WorkedNode(
                node=node,
                way=words[node],
                counts=tuple(counts.tolist()),
                entropy=worths.bits(counts),
                gini=float(gini(counts)),
                chosen=tree.tree.attributes[int(tree.tree.attribute[node])],
                attributes=every,
                average_gain=_average_gain(every, settings),
            )
        )
        if len(found) == MOST_NODES:
            break
    return tuple(sorted(found, key=lambda each: (len(each.way), each.node)))


def attribute_worths(table: Dataset, settings: LearnSettings) -> tuple[AttributeWorth, ...]:
    """What each attribute is worth at the root, in the order of columns; those that split nothing do not appear.

    Missing cells are filled with the most common value. A child may have a single row.
    """
    every = NodeRows.of(table, table.values, np.arange(table.n_rows))
    return worths.attribute_worths(_rows(table, every.values, table.classes), _asked(table, settings))


def with_code(table: Dataset) -> Dataset:
    """The table with one more column that has another value in each row: what a criterion makes of many values."""
    values = np.column_stack([table.values, np.arange(table.n_rows, dtype=np.float64)])
    codes = tuple(f"{row:06d}" for row in range(table.n_rows))
    return replace(table, attributes=(*table.attributes, ID), values=values, categories=(*table.categories, codes))


def _asked(table: Dataset, settings: LearnSettings, *, least: float = 0.0) -> Asked:
    cuts = table_cuts(table, *bins_of(settings.discretise)) if settings.method == "id3" else {}
    return Asked("gini" if settings.valuing.criterion == "gini" else "gain", cuts, settings.method == "cart", least)


def _rows(table: Dataset, cells: Floats, classes: Ints, weights: Floats | None = None) -> Rows:
    parts = np.ones(classes.size) if weights is None else weights
    return Rows(table.attributes, table.categories, len(table.class_names), cells, classes, parts)


def _rows_at_splits(learned: Learned, table: Dataset) -> Iterator[tuple[int, Rows]]:
    """The splits of a tree with the rows that its learner saw there."""
    tree, settings, inner = learned.tree, learned.settings, branches(learned.tree)
    by_class = settings.missing_way == "class-common"
    if settings.missing_way == "fractions":
        for node, rows, weights in reached(tree, cells_of(tree.tree, table.values, table.attributes), fractions=True):
            if node in inner:
                yield node, _rows(table, table.values[rows], table.classes[rows], weights)
        return
    if settings.method == "cart":
        table = filled(table, by_class=by_class)
    values, waiting = np.array(table.values), [(0, np.arange(table.n_rows))]
    while waiting:  # a cell is filled at the first node that tests it, and stays so below
        node, rows = waiting.pop(0)
        if node not in inner:
            continue
        here = NodeRows.of(table, values, rows, by_class=by_class)
        yield node, _rows(table, here.values, here.classes)
        column = table.attributes.index(tree.tree.attributes[int(tree.tree.attribute[node])])
        values[rows, column] = here.values[:, column]
        child = child_of_cells(tree, node, values[rows, column])
        waiting += [(below, rows[child == position]) for position, below in enumerate(inner[node])]


def _average_gain(every: tuple[AttributeWorth, ...], settings: LearnSettings) -> float | None:
    """The mean gain of the splits that C4.5 compares, those without any gain among them."""
    gains = [each.gain for each in every]
    if settings.method != "c45" or settings.valuing.criterion != "gain-ratio" or not gains:
        return None
    return sum(gains) / len(gains)
