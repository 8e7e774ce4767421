"""Growing trees on large tables: columns are sorted once, and a node only scans them.

It serves tables without missing cells, and C4.5's way with them: a row goes every way with a share of its weight.
Where missing cells are filled at each node, `grown.grow` is used; without missing cells both make the same tree.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.pairing import midpoint
from ksdt_core.errors import InvalidDataError
from ksdt_core.learners.candidate_splits import TIE
from ksdt_core.learners.grown import GrownNode
from ksdt_core.learners.scan_kernels import kept_orders, scan_thresholds, scan_values
from ksdt_core.learners.splits import Split
from ksdt_core.learners.stopping import Stopping
from ksdt_core.measures.criteria import value_for_cost
from ksdt_core.measures.valuing import Valuing

Floats = NDArray[np.float64]
Rows = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Growth:
    """How splits are chosen: C4.5 asks for average gain and for `least` rows in two children."""

    valuing: Valuing
    stopping: Stopping
    cuts: dict[int, Floats] | None = None  # of ID3: numeric columns are cut into these intervals beforehand
    least: float = 0.0
    needs_average: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """A table as the kernels read it."""

    table: Dataset
    numeric: NDArray[np.intp]  # columns that thresholds are looked for in
    coded: NDArray[np.intp]  # columns with a child for each value
    codes: NDArray[np.int32]  # (n_rows, n_attributes), −1 where a cell is missing
    n_values: NDArray[np.intp]
    costs: Floats
    weight: Floats  # scratch: of each row at the node that is looked at
    keep: NDArray[np.bool_]  # scratch

    @classmethod
    def of(cls, table: Dataset, growth: Growth) -> _Columns:
        cuts = growth.cuts or {}
        coded = [c for c, values in enumerate(table.categories) if values is not None or c in cuts]
        codes = np.full(table.values.shape, -1, dtype=np.int32, order="F")
        n_values = np.zeros(table.n_attributes, dtype=np.intp)
        for column in coded:
            cells = table.values[:, column]
            known = ~np.isnan(cells)
            found = np.searchsorted(cuts[column], cells[known]) if column in cuts else cells[known]
            codes[known, column] = found
            n_values[column] = int(codes[:, column].max(initial=0)) + 1
        numeric = [c for c in range(table.n_attributes) if c not in set(coded)]
        costs = growth.valuing.costs_of(table.attributes)
        scratch = np.zeros(table.n_rows), np.zeros(table.n_rows, dtype=np.bool_)
        return cls(table, np.array(numeric, dtype=np.intp), np.array(coded, dtype=np.intp), codes, n_values, costs,
                   *scratch)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class _Work:
    node: GrownNode
    rows: Rows
    weights: Floats
    order: Rows  # (n_numeric, n_rows)


def grow_fast(table: Dataset, growth: Growth) -> GrownNode:
    """The grown tree; its leaves carry their rows and weights, which pruning routes again."""
    if table.n_rows == 0 or table.n_attributes == 0:
        raise InvalidDataError("nothing-to-learn-from", table=table.name)
    columns = _Columns.of(table, growth)
    values = np.asfortranarray(table.values)
    order = np.argsort(values[:, columns.numeric], axis=0, kind="stable").T.astype(np.int32)
    rows = np.arange(table.n_rows, dtype=np.int32)
    root = GrownNode(table.class_counts().astype(np.float64), int(table.class_counts().argmax()), depth=0)
    waiting = [_Work(root, rows, np.ones(table.n_rows), np.ascontiguousarray(order))]
    while waiting:
        work = waiting.pop()
        split = None
        if not growth.stopping.stops_weighted(work.node.counts, work.node.depth):
            split = _best(work, columns, values, growth)
        if split is None:
            work.node.rows, work.node.weights = work.rows, work.weights
            continue
        work.node.split = split
        waiting += _children(work, split, columns, values)
    return root


def _best(work: _Work, columns: _Columns, values: Floats, growth: Growth) -> Split | None:
    valuing = growth.valuing
    by_gini, total = valuing.criterion == "gini", float(work.weights.sum())
    columns.weight[work.rows] = work.weights
    classes, n_classes = columns.table.classes, work.node.counts.size
    common = (classes, columns.weight, n_classes, by_gini, growth.least, total)
    worth, info, low, high = scan_thresholds(work.order, columns.numeric, values, *common)
    coded_worth, coded_info = scan_values(work.rows, columns.coded, columns.codes, columns.n_values, *common)
    attribute = np.concatenate([columns.numeric, columns.coded])
    gains, info = np.concatenate([worth, coded_worth]), np.concatenate([info, coded_info])
    possible = gains > -0.5
    eligible = possible
    if growth.needs_average:
        eligible = gains > TIE
        if valuing.criterion == "gain-ratio" and eligible.any():
            eligible &= gains >= gains[possible].mean() - TIE
    if not eligible.any():
        return None
    value = gains
    if valuing.criterion == "gain-ratio":
        value = np.minimum(np.where(info > TIE, gains / np.where(info > TIE, info, 1.0), 0.0), 1.0)
    if valuing.costs:
        costs = columns.costs[attribute]
        value = value_for_cost(np.maximum(value, 0), costs, rule=valuing.cost_rule, weight=valuing.cost_weight)
    value = np.where(eligible, value, -np.inf)
    leaders = np.flatnonzero(value >= value.max() - TIE)
    best = int(leaders[attribute[leaders].argmin()])
    if best < columns.numeric.size:
        return Split(int(attribute[best]), True, (midpoint(float(low[best]), float(high[best])),))
    return _split_by_codes(work, int(attribute[best]), columns, growth)


def _split_by_codes(work: _Work, column: int, columns: _Columns, growth: Growth) -> Split:
    codes = columns.codes[work.rows, column]
    present = np.unique(codes[codes >= 0])
    if growth.cuts and column in growth.cuts:
        return Split(column, True, tuple(growth.cuts[column][present[:-1]].tolist()))
    all_present = present.size == len(columns.table.categories[column] or ())
    tests = present[:-1] if all_present else present
    return Split(column, False, tuple(tests.astype(float).tolist()))


def _children(work: _Work, split: Split, columns: _Columns, values: Floats) -> list[_Work]:
    cells = values[work.rows, split.attribute]
    missing = np.isnan(cells)
    child_of_row = split.children_of(cells)
    has_missing = bool(missing.any())
    if has_missing:
        child_of_row[missing] = -1
    known = np.bincount(child_of_row[~missing] if has_missing else child_of_row,
                        weights=work.weights[~missing] if has_missing else work.weights,
                        minlength=split.n_children)  # fmt: skip
    share = known / known.sum()
    classes, n_classes = columns.table.classes, work.node.counts.size
    found = []
    for child in range(split.n_children):
        here = child_of_row == child
        weights = work.weights
        if has_missing and share[child] > 0:
            here, weights = here | missing, np.where(missing, share[child] * weights, weights)
        rows, weights = work.rows[here], weights[here]
        counts = np.bincount(classes[rows], weights=weights, minlength=n_classes)
        label = int(counts.argmax()) if rows.size else work.node.label
        below = GrownNode(counts, label, work.node.depth + 1)
        work.node.children.append(below)
        columns.keep[rows] = True
        found.append(_Work(below, rows, weights, kept_orders(work.order, columns.keep, rows.size)))
        columns.keep[rows] = False
    return found
