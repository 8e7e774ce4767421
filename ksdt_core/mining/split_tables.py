"""Split tables: for every row set met, the splits that can win under any weights.

IG (or the criterion that stands for it) and DSN of a split depend on the rows at the node, never on the weights; ATD
depends on the attribute, never on the threshold. So the splits of an attribute that can win lie on the upper hull of
its (IG, DSN) points, and one table of such splits serves every tree of every weight vector that meets the same rows.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.measures.distribution import distribution_similarity
from ksdt_core.measures.valuing import Valuing
from ksdt_core.mining import column_kernel, growing, split_kernel
from ksdt_core.mining.growing import NONE, Tables
from ksdt_core.mining.packed_kernel import known_gains, row_steps
from ksdt_core.mining.presorted import UnionColumns, over_columns
from ksdt_core.mining.split_worth import split_worth
from ksdt_core.mining.weights import WeightVector

SMALLEST_WEIGHT = 0.01
"""Tables answer all weights from here on; vectors with a smaller w_IG or w_DS get tables of their own."""

USUAL_BUDGET = 64 * 2**20
"""Bytes that the splits and sorted rows of a pair may take; for tables larger than this, half of the tables' size."""

POINTS_A_COLUMN = 8
"""Room for this many splits of a column; where they are more, a next call continues with the columns left."""

POINT_BYTES = 24
"""What one split takes: attribute, code, gain, similarity."""

Cone = tuple[float, float, float]


def cone_of(weights: WeightVector) -> Cone:
    """The directions u = w_IG / (w_IG + w_DS) that a table must answer, and how near to the best a tie can lie.

    Two scores within TIE of each other differ by at most TIE / (w_IG + w_DS) in a direction.
    """
    if min(weights.ig, weights.ds) >= SMALLEST_WEIGHT:
        return SMALLEST_WEIGHT, 1 - SMALLEST_WEIGHT, 1.001 * split_kernel.TIE / (2 * SMALLEST_WEIGHT)
    both = weights.ig + weights.ds
    return weights.ig / both, weights.ig / both, 1.001 * split_kernel.TIE / both


def budget_for(table_bytes: int, *, least: int = USUAL_BUDGET) -> int:
    """Bytes that split tables may take beside two tables of this size."""
    return max(least, table_bytes // 2) if table_bytes > USUAL_BUDGET else least


class SplitTables:
    """A growing store of row sets of one pair, their splits and the splits already made.

    Splits (and the sorted rows from which children start) are kept within a budget; what falls out is computed
    again when it is needed.
    """

    def __init__(
        self,
        pair: DatasetPair,
        union: UnionColumns,
        cone: Cone,
        valuing: Valuing,
        *,
        fewest: tuple[int, int] = (1, 1),  # rows of each table that a child needs
        least_budget: int = USUAL_BUDGET,
    ) -> None:
        self.union = union
        self.cone = cone
        self.n_classes = len(pair.class_names)
        n_rows = union.weight.size
        self.budget = budget_for(8 * n_rows * pair.n_attributes, least=least_budget)
        self._logs = column_kernel.count_logs(int(union.weight.sum()))
        steps = row_steps(union.kind, union.weight, self.n_classes)
        self._worth = split_worth(valuing, pair.attributes, union.columns, logs=self._logs, fewest=fewest, steps=steps)
        self._member = np.zeros(n_rows, dtype=np.int8)
        self._rows: list[NDArray[np.int32]] = []
        self._parent: list[int] = []
        self._known: dict[bytes, int] = {}
        self._orders: OrderedDict[int, NDArray[np.int32]] = OrderedDict()
        self._order_bytes = 0
        self._n_links = 0
        self._n_points = 0
        self.tables = Tables(
            counts=np.zeros((16, 2 * self.n_classes), dtype=np.int64),
            sets=np.full((4, 16), NONE, dtype=np.int64),
            links=np.full((7, 16), NONE, dtype=np.int64),
            places=np.zeros((2, 1024), dtype=np.int32),
            worths=np.zeros((2, 1024)),
        )
        totals = np.bincount(union.kind, weights=union.weight, minlength=2 * self.n_classes).astype(np.int64)
        self.root = self._row_set(np.flatnonzero(union.weight > 0).astype(np.int32), totals, NONE)

    @property
    def n_row_sets(self) -> int:
        return len(self._rows)

    @property
    def n_links(self) -> int:
        """Splits made so far; they keep their numbers."""
        return self._n_links

    @property
    def n_bytes(self) -> int:
        """Memory taken by splits and sorted rows, which the budget bounds."""
        return POINT_BYTES * self._n_points + self._order_bytes

    def rows(self, row_set: int) -> NDArray[np.int32]:
        """The rows of a set, those of the left table first."""
        return self._rows[row_set]

    def split_of_link(self, link: int) -> tuple[int, int, int]:
        """The column of a split that was made, and the rows whose values lie next to it below and above."""
        line = self.tables.links[:, link]
        return int(line[growing.LINK_ATTRIBUTE]), int(line[growing.LOWER_ROW]), int(line[growing.UPPER_ROW])

    def labels_and_similarities(self, row_sets: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """The majority class (the first on a tie) and the DSN of row sets."""
        counts = self.tables.counts[row_sets]
        left, right = counts[:, : self.n_classes], counts[:, self.n_classes :]
        return np.argmax(left + right, axis=1).astype(np.int32), distribution_similarity(left, right)

    def add_split(self, row_set: int, column: int, code: int) -> None:
        """Work out the two children of a split."""
        union, totals = self.union, self.tables.counts[row_set]
        left_rows, right_rows, counts, lower, upper = split_kernel.part_rows(
            self._rows[row_set], union.codes[column], code, union.categorical[column], union.kind, union.weight, totals
        )
        left = self._row_set(left_rows, counts, row_set)
        right = self._row_set(right_rows, totals - counts, row_set)
        link = self._n_links
        self._n_links += 1
        self._make_room("links", self._n_links, axis=1)
        sets, links = self.tables.sets, self.tables.links
        links[:, link] = sets[growing.FIRST_LINK, row_set], column, code, left, right, lower, upper
        sets[growing.FIRST_LINK, row_set] = link

    def _row_set(self, rows: NDArray[np.int32], counts: NDArray[np.int64], parent: int) -> int:
        """The number of this set of rows, a new one if it was not met before."""
        key = hashlib.blake2b(rows.tobytes(), digest_size=16).digest()
        known = self._known.get(key)
        if known is not None:
            return known
        number = len(self._rows)
        self._known[key] = number
        self._rows.append(rows)
        self._parent.append(parent)
        self._make_room("counts", number + 1, axis=0)
        self._make_room("sets", number + 1, axis=1)
        self.tables.counts[number] = counts
        self.tables.sets[:, number] = NONE
        return number

    def add_table(self, row_set: int, *, children_split: bool = True) -> None:
        """Compute the splits of a row set that can win; its sorted rows are kept for children that may split."""
        rows = self._rows[row_set]
        source = self._nearest_order(row_set)
        n_columns = source.shape[0]
        keeps_order = children_split and 4 * n_columns * rows.size <= self.budget // 4
        order = np.empty((n_columns if keeps_order else 1, rows.size), dtype=np.int32)
        totals = self.tables.counts[row_set]
        known = known_gains(totals, self._logs, rows.size * n_columns if self._worth.steps.size else 0)
        self._member[rows] = 1
        parts: dict[int, tuple[NDArray[np.int32], NDArray[np.float64]]] = {}

        def work(first: int, last: int) -> None:
            line = order if keeps_order else np.empty((1, rows.size), dtype=np.int32)
            room = split_kernel.working_room(rows.size, self.n_classes)
            column = first
            while column < last:
                places = np.empty((2, rows.size + POINTS_A_COLUMN * (last - column)), dtype=np.int32)
                worths = np.empty(places.shape)
                begin = column
                n_points, column = split_kernel.promising_splits(
                    begin, last, source, self._member, line, self.union.codes, self.union.categorical,
                    self.union.kind, self.union.weight, totals, self._logs, self._worth, known, self.cone, room,
                    places, worths,
                )  # fmt: skip
                parts[begin] = places[:, :n_points].copy(), worths[:, :n_points].copy()

        over_columns(work, n_columns, n_cells=source.size)
        self._member[rows] = 0
        places, worths = (np.concatenate([parts[first][half] for first in sorted(parts)], axis=1) for half in (0, 1))
        self._keep_points(row_set, places, worths)
        if keeps_order:
            self._keep_order(row_set, order)

    def _nearest_order(self, row_set: int) -> NDArray[np.int32]:
        """The sorted rows of the smallest known set that contains this one."""
        ancestor = self._parent[row_set]
        while ancestor != NONE and ancestor not in self._orders:
            ancestor = self._parent[ancestor]
        if ancestor == NONE:
            return self.union.order
        self._orders.move_to_end(ancestor)
        return self._orders[ancestor]

    def _keep_order(self, row_set: int, order: NDArray[np.int32]) -> None:
        self._orders[row_set] = order
        self._order_bytes += order.nbytes
        while self._order_bytes > self.budget // 2:
            _, dropped = self._orders.popitem(last=False)
            self._order_bytes -= dropped.nbytes

    def forget_orders(self) -> None:
        """Let go of the sorted rows, which only make further tables come quicker."""
        self._orders.clear()
        self._order_bytes = 0

    def _keep_points(self, row_set: int, places: NDArray[np.int32], worths: NDArray[np.float64]) -> None:
        n_new = places.shape[1]
        if POINT_BYTES * (self._n_points + n_new) > self.budget // 2:
            self._drop_oldest_points()
        begin, end = self._n_points, self._n_points + n_new
        self._make_room("places", end, axis=1)
        self._make_room("worths", end, axis=1)
        self.tables.places[:, begin:end] = places
        self.tables.worths[:, begin:end] = worths
        self.tables.sets[growing.START, row_set] = begin
        self.tables.sets[growing.SIZE, row_set] = n_new
        self._n_points = end

    def _drop_oldest_points(self) -> None:
        """Forget the splits asked for longest ago, so that half of their room is free again."""
        start, size, used_at, _ = self.tables.sets
        at_hand = np.flatnonzero(start[: self.n_row_sets] != NONE)
        newest_first = at_hand[np.argsort(-used_at[at_hand], kind="stable")]
        fits = np.cumsum(size[newest_first]) * POINT_BYTES <= self.budget // 4
        start[newest_first[~fits]] = NONE
        kept = newest_first[fits]
        end = 0
        for row_set in kept[np.argsort(start[kept])].tolist():
            here = slice(int(start[row_set]), int(start[row_set] + size[row_set]))
            there = slice(end, end + int(size[row_set]))
            self.tables.places[:, there] = self.tables.places[:, here].copy()
            self.tables.worths[:, there] = self.tables.worths[:, here].copy()
            start[row_set] = end
            end = there.stop
        self._n_points = end

    def _make_room(self, name: str, needed: int, *, axis: int) -> None:
        """Let a list of the tables have at least `needed` places along the axis."""
        old: NDArray[Any] = getattr(self.tables, name)
        if needed > old.shape[axis]:
            shape = list(old.shape)
            shape[axis] = max(needed, 3 * old.shape[axis])
            longer = np.empty(shape, dtype=old.dtype)  # pages that are never written take no memory
            longer[tuple(slice(size) for size in old.shape)] = old
            self.tables = self.tables._replace(**{name: longer})
