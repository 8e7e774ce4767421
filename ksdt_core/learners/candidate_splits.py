"""The splits of a node that a learner chooses from: a split by each value, by each interval, or the best threshold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.preparing.pairing import midpoint
from ksdt_core.learners.node_rows import NodeRows
from ksdt_core.learners.splits import Split
from ksdt_core.measures.criteria import criterion_value, split_value
from ksdt_core.measures.valuing import Criterion, Valuing

TIE = 1e-9  # values this close are equal: the earlier attribute wins, then the smaller threshold
CELLS_AT_A_TIME = 2_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A split and the class counts of its children."""

    split: Split
    children: NDArray[np.int64]  # (n_children, n_classes)


def best_of(found: Sequence[Candidate], valuing: Valuing, costs: NDArray[np.float64]) -> Split:
    """The split that is worth most; `costs` are those of all attributes."""
    costs_here = costs[[one.split.attribute for one in found]]
    worth = split_value(valuing, stacked(found), costs_here)
    leaders = [one.split for one, leads in zip(found, (worth >= worth.max() - TIE).tolist(), strict=True) if leads]
    return min(leaders, key=lambda split: split.attribute)


def stacked(found: Sequence[Candidate]) -> NDArray[np.int64]:
    """Children of several splits in one array; children without rows, which change no measure, fill it up."""
    n_children = max(one.children.shape[0] for one in found)
    counts = np.zeros((len(found), n_children, found[0].children.shape[1]), dtype=np.int64)
    for position, one in enumerate(found):
        counts[position, : one.children.shape[0]] = one.children
    return counts


def split_by_values(rows: NodeRows, column: int) -> Candidate | None:
    """A child for each value of a category that a row here has, in the order of the values.

    Values that no row here has go to their own child without rows, which answers as the node does. None where all
    rows have one value.
    """
    cells = rows.values[:, column].astype(np.intp)
    present = np.unique(cells)
    if present.size < 2:
        return None
    all_present = present.size == len(rows.categories[column] or ())
    tests = present[:-1] if all_present else present
    split = Split(column, False, tuple(tests.astype(float).tolist()))
    return _candidate(rows, split)


def split_by_intervals(rows: NodeRows, column: int, cuts: NDArray[np.float64]) -> Candidate | None:
    """A child for each interval between the cuts that a row here lies in; an empty one joins the next above it."""
    interval = np.searchsorted(cuts, rows.values[:, column], side="left")
    present = np.unique(interval)
    if present.size < 2:
        return None
    return _candidate(rows, Split(column, True, tuple(cuts[present[:-1]].tolist())))


def best_thresholds(
    rows: NodeRows, columns: NDArray[np.intp], criterion: Criterion, *, least: int = 1
) -> Iterator[Candidate]:
    """For each numeric column its best threshold: a midpoint of neighbouring values, `least` rows on each side."""
    step = max(1, CELLS_AT_A_TIME // max(1, rows.n_rows))
    for first in range(0, columns.size, step):
        yield from _best_of_some(rows, columns[first : first + step], criterion, least)


def _best_of_some(rows: NodeRows, columns: NDArray[np.intp], criterion: Criterion, least: int) -> Iterator[Candidate]:
    order = np.argsort(rows.values[:, columns], axis=0, kind="stable")
    cells = np.take_along_axis(rows.values[:, columns], order, axis=0)
    is_class = rows.classes[:, None] == np.arange(rows.n_classes)
    below = np.cumsum(is_class[order], axis=0)[:-1]  # (n_rows - 1, n_columns, n_classes)
    above = is_class.sum(axis=0) - below
    worth = criterion_value(criterion, np.stack([below, above], axis=-2))
    worth = np.where(cells[:-1] < cells[1:], worth, -np.inf)
    worth[: least - 1], worth[max(0, worth.shape[0] - least + 1) :] = -np.inf, -np.inf
    if worth.size == 0:
        return
    best = np.argmax(worth >= worth.max(axis=0) - TIE, axis=0)
    for position, place in enumerate(best.tolist()):
        if worth[place, position] == -np.inf:
            continue
        threshold = midpoint(float(cells[place, position]), float(cells[place + 1, position]))
        children = np.stack([below[place, position], above[place, position]]).astype(np.int64)
        yield Candidate(Split(int(columns[position]), True, (threshold,)), children)


def _candidate(rows: NodeRows, split: Split) -> Candidate:
    child = split.children_of(rows.values[:, split.attribute])
    return Candidate(split, rows.child_counts(child, split.n_children))
