"""C4.5: gain ratio, thresholds for numbers, rows in parts where cells are missing, error-based pruning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.learners.candidate_splits import (
    TIE,
    Candidate,
    best_of,
    best_thresholds,
    split_by_values,
    stacked,
)
from ksdt_core.learners.error_pruning import prune_by_error
from ksdt_core.learners.fast_growth import Growth, grow_fast
from ksdt_core.learners.grown import Chooser, GrownNode, as_learned, grow
from ksdt_core.learners.node_rows import NodeRows
from ksdt_core.learners.splits import Split
from ksdt_core.learners.stopping import FULLY, Stopping
from ksdt_core.measures.criteria import criterion_value
from ksdt_core.measures.valuing import Criterion, Valuing
from ksdt_core.trees.learned_tree import LearnedTree
from ksdt_core.trees.tree import Tree

Missing = Literal["fractions", "common", "class-common"]
GAIN_RATIO = Valuing("gain-ratio")
LEAST = 2  # rows in at least two children


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """A tree as it was grown, and after the pruning that is part of its method."""

    grown: LearnedTree
    pruned: LearnedTree


def c45(
    table: Dataset,
    *,
    valuing: Valuing = GAIN_RATIO,
    stopping: Stopping = FULLY,
    confidence: float | None = 0.25,
    missing: Missing = "fractions",
) -> Tree:
    """The tree that C4.5 [Q93] learns from a table.

    A category gives a child for each value at the node, a number two children: split at the threshold (midpoint of
    neighbouring values) with the highest gain. A split needs two children with at least two rows. Among the attributes
    with at least the average gain of all these splits, the one with the highest gain ratio is used; without any gain
    the node is a leaf. The tree is then pruned by its expected errors at this `confidence` (None: no pruning), see
    `prune_by_error`. If `valuing` names another criterion, it alone chooses thresholds and attributes.

    A row whose cell is missing goes every way with a share of its weight, and gains count the known share
    (`fractions`); or the cell is filled from the rows at the node. Unlike release 8 of C4.5, thresholds cost nothing.
    """
    return c45_grown(table, valuing=valuing, stopping=stopping, confidence=confidence, missing=missing).pruned.tree


def c45_grown(
    table: Dataset,
    *,
    valuing: Valuing = GAIN_RATIO,
    stopping: Stopping = FULLY,
    confidence: float | None = 0.25,
    missing: Missing = "fractions",
) -> Grown:
    """The same with its rows, before and after pruning."""
    if missing == "fractions" or not table.n_missing:
        root = grow_fast(table, Growth(valuing, stopping, least=LEAST, needs_average=True))
        values = table.values
    else:
        root, values = _grown_filled(table, valuing, stopping, by_class=missing == "class-common")
    grown = as_learned(root, table)
    if confidence is None:
        return Grown(grown, grown)
    prune_by_error(root, values, table.classes, confidence)
    return Grown(grown, as_learned(root, table))


def _grown_filled(
    table: Dataset, valuing: Valuing, stopping: Stopping, *, by_class: bool
) -> tuple[GrownNode, NDArray[np.float64]]:
    """A tree of a table whose missing cells are filled at the node, and the cells as the root would fill them."""
    choose = plain_chooser(table, valuing)
    root = grow(table, choose, stopping, by_class=by_class)
    return root, NodeRows.of(table, table.values, np.arange(table.n_rows), by_class=by_class).values


def plain_chooser(table: Dataset, valuing: Valuing) -> Chooser:
    """C4.5's choice at a node whose cells are all known."""
    costs = valuing.costs_of(table.attributes)
    numeric = np.array([values is None for values in table.categories])

    def choose(rows: NodeRows) -> Split | None:
        by: Criterion = "gain" if valuing.criterion == "gain-ratio" else valuing.criterion
        found = list(best_thresholds(rows, np.flatnonzero(rows.usable & numeric), by, least=LEAST))
        categorical = (split_by_values(rows, column) for column in np.flatnonzero(rows.usable & ~numeric).tolist())
        found += [one for one in categorical if one is not None and _has_rows(one)]
        if not found:
            return None
        gains = criterion_value(by, stacked(found))
        # A ratio alone prefers splits that separate a single row: they need at least the average gain.
        least = gains.mean() - TIE if valuing.criterion == "gain-ratio" and gains.max() > TIE else TIE
        eligible = [
            one for one, enough in zip(found, ((gains > TIE) & (gains >= least)).tolist(), strict=True) if enough
        ]
        return best_of(eligible, valuing, costs) if eligible else None

    return choose


def _has_rows(candidate: Candidate) -> bool:
    return int((candidate.children.sum(axis=1) >= LEAST).sum()) >= 2
