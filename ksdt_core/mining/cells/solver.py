"""Solving the weight triangle of a pair: the kernels called until every part is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import Interrupted, KsdtError
from ksdt_core.mining import growing
from ksdt_core.mining.cells import searching
from ksdt_core.mining.cells.pieces import SMALLEST
from ksdt_core.mining.cells.rivals import CLEARLY, FIRST, LEAST_IG_AND_DS, N_FRONT, Fronts, Rivals, front_of
from ksdt_core.mining.cells.searching import Search
from ksdt_core.mining.growing import NONE, Growth
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.run import grow_trees, rules_of, start_of, with_room
from ksdt_core.mining.split_tables import USUAL_BUDGET
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import Bench, Workbench
from ksdt_core.parallel.executor import Progress

ALL_DIRECTIONS = (0.0, 1.0, CLEARLY)
"""Split tables that answer all weights outside the corner that is omitted."""

BUDGET = 2 * USUAL_BUDGET
"""Bytes that splits and sorted rows may take: the search comes back to row sets more often than mining does."""

CELLS_AT_A_TIME = 200
"""Cells found between two looks at whether to stop."""

NEEDS_AT_A_TIME = 500
"""Split tables and splits computed between two such looks."""

PARTS_OF_PROGRESS = 1000
MOST_DOMINATING = 127
"""With more attributes in use than this, all splits of a row set are rivals."""

WHOLE_TRIANGLE = ((LEAST_IG_AND_DS, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, LEAST_IG_AND_DS))
WHOLE_SEGMENT = ((0.0, 1.0), (1.0, 0.0))
SMALLEST_LENGTH = 1e-12
"""Pieces of a segment that are shorter than this are dropped."""


@dataclass(slots=True, eq=False)
class Solver:
    """The search on one pair: its split tables, and the cells found so far."""

    pair: DatasetPair
    parameters: MiningParameters
    most: int
    bench: Bench
    search: Search
    growth: Growth
    fronts: Fronts
    rivals: Rivals
    owner: list[int]  # for each link of the split tables the row set that it splits
    lock: Lock

    @classmethod
    def of_pair(cls, pair: DatasetPair, parameters: MiningParameters, workbench: Workbench, *, most: int) -> Solver:
        """A search that starts with the whole triangle as its only part."""
        with workbench.lock:
            bench = workbench.new_bench(pair, parameters, ALL_DIRECTIONS, least_budget=BUDGET)
        n_columns = bench.candidates.columns.size
        n_splits = parameters.k * (2 ** min(parameters.max_depth, 20) - 1) if parameters.max_depth else n_columns
        most_used = min(n_splits, n_columns, MOST_DOMINATING)
        solver = cls(
            pair=pair,
            parameters=parameters,
            most=most,
            bench=bench,
            search=_empty_search(parameters.k, n_columns),
            growth=start_of(parameters.k, n_columns, bench.splits.root),
            fronts=Fronts(
                np.full((2, 64), NONE, dtype=np.int64), np.empty((3, 0), dtype=np.int32), np.empty((2, 0)), most_used
            ),
            rivals=_rivals(256),
            owner=[],
            lock=Lock(),
        )
        whole = np.array(WHOLE_SEGMENT if solver.is_segment else WHOLE_TRIANGLE)
        searching.push(solver.search, NONE, whole, len(whole), 0, solver.whole)
        return solver

    @property
    def is_segment(self) -> bool:
        return self.parameters.method == "single"

    @property
    def whole(self) -> float:
        """The measure of all weights: the area of the triangle, or the length of the segment."""
        return 1.0 if self.is_segment else 0.5

    def solve(self, *, progress: Progress | None, should_stop: Callable[[], bool] | None) -> None:
        """Find all cells, or the largest `most`; `Interrupted` where that was asked for, with what is found kept."""
        with self.lock:
            while True:
                if should_stop is not None and should_stop():
                    raise Interrupted("stopped")
                if self._advance() == searching.DONE:
                    break
                if progress is not None:
                    done = self.search.areas.sum() / self.whole
                    progress(min(PARTS_OF_PROGRESS - 1, int(PARTS_OF_PROGRESS * done)), PARTS_OF_PROGRESS)
            self.bench.splits.forget_orders()
            if progress is not None:
                progress(PARTS_OF_PROGRESS, PARTS_OF_PROGRESS)

    def grown_at(self, weights: WeightVector) -> Growth:
        """The trees that the miner grows under these weights, in the numbers of this search."""
        with self.lock:
            n_before = len(self.owner)
            growth = grow_trees(self.bench, self.parameters, weights, min_size=self._min_size())
            self._own_new_links(growth, n_before)
            return growth

    def grown_in(self, cell: int) -> Growth:
        """The trees of a cell, grown again."""
        with self.lock:
            self.search.cursor[searching.CHOICE] = self.search.cells[cell, searching.LAST_CHOICE]
            searching.restart(self.search, self.growth, self.bench.splits.root)
            if not searching.replay(self.bench.splits.tables, self.growth, self._rules(), self.search):
                raise KsdtError("growing-loop-need", need=NONE)
            return self.growth._replace(nodes=self.growth.nodes.copy(), cursor=self.growth.cursor.copy())

    def _advance(self) -> int:
        """Call the kernel until it pauses or is done."""
        rules, splits = self._rules(), self.bench.splits
        smallest = SMALLEST_LENGTH if self.is_segment else SMALLEST
        stop_at = int(self.search.cursor[searching.N_CELLS]) + CELLS_AT_A_TIME
        for _ in range(NEEDS_AT_A_TIME):
            need, first, second, third = searching.search_cells(
                splits.tables, self.fronts, self.growth, rules, self.search, self.rivals, splits.root, self.most,
                smallest, stop_at,
            )  # fmt: skip
            if need in (searching.DONE, searching.PAUSED):
                return int(need)
            if need == searching.NEEDS_TABLE:
                self._add_table(int(first), children_split=second + 1 != rules.max_level)
            elif need == searching.NEEDS_SPLIT:
                splits.add_split(first, second, third)
                self.owner.append(int(first))
            elif need == searching.NEEDS_ROOM:
                self.growth = with_room(self.growth, first, listed=rules.listed)
            elif need == searching.NEEDS_SPACE:
                self.search = _with_space(self.search)
            else:
                raise KsdtError("growing-loop-need", need=need)
        return searching.PAUSED

    def _add_table(self, row_set: int, *, children_split: bool) -> None:
        """The splits of a row set, which of them are rivals, and room for as many rivals."""
        splits = self.bench.splits
        if splits.tables.sets[growing.START, row_set] == NONE:
            splits.add_table(row_set, children_split=children_split)
        size = int(splits.tables.sets[growing.SIZE, row_set])
        if size > self.rivals.order.size:
            self.rivals = _rivals(2 * size)
        sets = self.fronts.sets
        if row_set >= sets.shape[1]:
            more = np.full((2, row_set + 1), NONE, dtype=np.int64)
            self.fronts = self.fronts._replace(sets=np.concatenate([sets, more], axis=1))
        if self.fronts.sets[FIRST, row_set] == NONE:
            self._add_front(row_set, size)

    def _add_front(self, row_set: int, size: int) -> None:
        tables, chosen, fronts = self.bench.splits.tables, self.bench.candidates, self.fronts
        allowed = chosen.at_root if row_set == self.bench.splits.root else chosen.below
        begin = tables.sets[growing.START, row_set]
        by_gain = np.argsort(-tables.worths[growing.GAIN, begin : begin + size], kind="stable")
        points, worths = front_of(tables.places, tables.worths, begin, by_gain, allowed, fronts.most_used)
        known = int((fronts.sets[FIRST] + np.maximum(fronts.sets[N_FRONT], 0)).max(initial=0))
        end = known + points.shape[1]
        if end > fronts.points.shape[1]:
            fronts = self.fronts = fronts._replace(
                points=_longer(fronts.points, 2 * end), worths=_longer(fronts.worths, 2 * end)
            )
        fronts.points[:, known:end] = points
        fronts.worths[:, known:end] = worths
        fronts.sets[:, row_set] = known, points.shape[1]

    def _own_new_links(self, growth: Growth, n_before: int) -> None:
        """Note which row sets the links split that growing has added."""
        n_links = self.bench.splits.n_links
        self.owner.extend([NONE] * (n_links - n_before))
        made = growth.nodes[:, : int(growth.cursor[growing.N_NODES])]
        for link, row_set in zip(made[growing.LINK].tolist(), made[growing.ROW_SET].tolist(), strict=True):
            if link >= n_before:
                self.owner[link] = row_set

    def _rules(self) -> growing.Rules:
        """The rules of the miner; of the weights it counts only whether difference plays a part."""
        atd = None if self.is_segment else 1.0
        return rules_of(self.bench, self.parameters, (0.0, 0.0, atd or 0.0), min_size=self._min_size())

    def _min_size(self) -> float:
        return self.parameters.min_size_of(self.pair.left.n_mined, self.pair.right.n_mined)


def _rivals(size: int) -> Rivals:
    return Rivals(np.empty(size, dtype=np.int64), np.empty((3, size)), np.empty(size))


def _longer(lines: NDArray[Any], n: int) -> NDArray[Any]:
    """Lines with room for n."""
    longer = np.empty((lines.shape[0], n), dtype=lines.dtype)
    longer[:, : lines.shape[1]] = lines
    return longer


def _empty_search(k: int, n_columns: int) -> Search:
    cursor = np.zeros(12, dtype=np.int64)
    cursor[searching.CHOICE] = NONE
    return Search(
        cursor=cursor,
        areas=np.zeros(2),
        choices=np.empty((4, 4096), dtype=np.int32),
        corners=np.empty((8192, 2)),
        open=np.empty((1024, 5), dtype=np.int64),
        sizes=np.empty(1024),
        cells=np.empty((1024, 4), dtype=np.int64),
        cell_sizes=np.empty(1024),
        ends=np.empty((1024, k), dtype=np.int64),
        links=np.empty(16384, dtype=np.int32),
        path=np.empty((2, 256), dtype=np.int32),
        polygon=np.empty((256, 2)),
        used=np.empty(n_columns, dtype=np.int64),
    )


def _with_space(search: Search) -> Search:
    """The same search with space for half as much again wherever less than a third is free."""
    cursor = search.cursor
    filled = {
        "choices": (1, cursor[searching.N_CHOICES]),
        "corners": (0, cursor[searching.N_CORNERS]),
        "open": (0, cursor[searching.N_OPEN]),
        "sizes": (0, cursor[searching.N_OPEN]),
        "cells": (0, cursor[searching.N_CELLS]),
        "cell_sizes": (0, cursor[searching.N_CELLS]),
        "ends": (0, cursor[searching.N_CELLS]),
        "links": (0, cursor[searching.N_LINKS]),
        "path": (1, cursor[searching.LENGTH]),
        "polygon": (0, cursor[searching.CORNERS]),
    }
    longer = {}
    for name, (axis, n) in filled.items():
        old: NDArray[np.generic] = getattr(search, name)
        if 3 * n >= 2 * old.shape[axis]:
            shape = list(old.shape)
            shape[axis] = max(64, shape[axis] // 2)
            longer[name] = np.concatenate([old, np.empty(shape, dtype=old.dtype)], axis=axis)
    if not longer:  # one piece of very many corners, or very many pieces at once
        longer = {name: np.concatenate([getattr(search, name)] * 2, axis=axis) for name, (axis, _) in filled.items()}
    return search._replace(**longer)
