"""The sets of the cells and what they are worth; a tree that many sets have in common is looked at once.

A tree is known by the links of its nodes, that is by its splits; the numbers are those of `mining/finishing.py`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from ksdt_core.measures.accuracy import shared_accuracy
from ksdt_core.measures.distribution import distribution_similarity
from ksdt_core.measures.diversity import sparse_difference, squared_norm
from ksdt_core.measures.quality import set_quality
from ksdt_core.mining import growing
from ksdt_core.mining.cells.solver import Solver
from ksdt_core.mining.finishing import finished_trees
from ksdt_core.mining.growing import Growth
from ksdt_core.mining.holdout import with_accuracies_on
from ksdt_core.mining.miners import Ground
from ksdt_core.mining.tree_set import SetScores

SetKey = tuple[int, ...]
"""The numbers of a set's trees in growing order: equal for sets that differ in the order of their trees only."""


@dataclass(frozen=True, slots=True)
class CellTree:
    """What is known of a tree by its splits."""

    usage: dict[tuple[int, int], float]  # AUS by (level or 0, column)
    square: float  # its squared norm
    root: int | None  # the column it starts with
    n_nodes: int
    ds: float
    sa: float


@dataclass(slots=True, eq=False)
class TreeShelf:
    """Every distinct tree met, by number."""

    solver: Solver
    ground: Ground
    numbers: dict[bytes, int] = field(default_factory=dict)
    trees: list[CellTree] = field(default_factory=list)
    _differences: dict[tuple[int, int], float] = field(default_factory=dict)
    _row_sets: tuple[list[float], list[list[int]], list[int]] = ([], [], [])

    def of_cells(self, n_cells: int) -> list[list[int]]:
        """The numbers of the trees of every cell, in the order in which they grew."""
        search = self.solver.search
        size, k = search.links.itemsize, search.ends.shape[1]
        links = search.links.tobytes()
        ends = [size * end for end in search.ends[:n_cells].ravel().tolist()]
        grown = enumerate(zip([0, *ends], ends, strict=False))
        numbers = [self._number(links[begin:end], *divmod(place, k)) for place, (begin, end) in grown]
        return [numbers[k * cell : k * (cell + 1)] for cell in range(n_cells)]

    def known(self, growth: Growth) -> list[int]:
        """The numbers of the trees that were grown, in their order; NONE for a tree that no cell has."""
        made = growth.nodes[:, : int(growth.cursor[growing.N_NODES])]
        is_split = made[growing.LINK] != growing.NONE
        links = (made[growing.LINK, (made[growing.TREE] == t) & is_split] for t in range(growth.norm.size))
        return [self.numbers.get(own.astype(np.int32).tobytes(), growing.NONE) for own in links]

    def scores(self, key: SetKey) -> SetScores:
        """What a set is worth; one tree has no diversity."""
        trees = [self.trees[number] for number in key]
        sa = math.fsum([tree.sa for tree in trees]) / len(trees)
        ds = math.fsum([tree.ds for tree in trees]) / len(trees)
        known = self._differences
        pairs = [known[pair] if pair in known else self._difference(*pair) for pair in combinations(key, 2)]
        td = math.fsum(pairs) / len(pairs) if pairs else None
        return SetScores(sa=sa, ds=ds, td=td, sdtsq=set_quality(sa, ds, td))

    def _difference(self, a: int, b: int) -> float:
        """TPD of two trees, met for the first time."""
        one, other = self.trees[a], self.trees[b]
        found = self._differences[a, b] = sparse_difference(one.usage, other.usage, squares=(one.square, other.square))
        return found

    def _number(self, links: bytes, cell: int, position: int) -> int:
        known = self.numbers.get(links)
        if known is None:
            known = self.numbers[links] = len(self.trees)
            self.trees.append(self._looked_at(np.frombuffer(links, dtype=np.int32).tolist(), cell, position))
        return known

    def _looked_at(self, links: Sequence[int], cell: int, position: int) -> CellTree:
        splits, owner = self.solver.bench.splits, self.solver.owner
        table = splits.tables.links
        level = {splits.root: 1}
        usage: dict[tuple[int, int], float] = {}
        counts: dict[int, tuple[int, int]] = {}
        for link in links:
            row_set, column = owner[link], int(table[growing.LINK_ATTRIBUTE, link])
            own = level[row_set]
            level[int(table[growing.LINK_LEFT, link])] = level[int(table[growing.LINK_RIGHT, link])] = own + 1
            n, levels = counts.get(column, (0, 0))
            counts[column] = n + 1, levels + own
            usage[own, column] = usage.get((own, column), 0.0) + 1.0
        if self.solver.parameters.aus == "lnc":
            usage = {(0, column): n * n / levels for column, (n, levels) in counts.items()}
        inner = {owner[link] for link in links}
        dsn, correct, n_rows = self._of_row_sets()
        leaves = [row_set for row_set in level if row_set not in inner]
        accuracies = [sum(side[leaf] for leaf in leaves) / n for side, n in zip(correct, n_rows, strict=True)]
        sa = shared_accuracy(*accuracies)
        if self.ground.split is not None:
            shared = finished_trees(self.ground.pair, self.solver.bench, self.solver.grown_in(cell))[position]
            sa = with_accuracies_on(self.ground.split, (shared,))[0].sa
        ds = math.fsum(dsn[row_set] for row_set in level) / len(level)
        root = int(table[growing.LINK_ATTRIBUTE, links[0]]) if links else None
        return CellTree(usage=usage, square=squared_norm(usage), root=root, n_nodes=len(level), ds=ds, sa=sa)

    def _of_row_sets(self) -> tuple[list[float], list[list[int]], list[int]]:
        """Of every row set its DSN, and how many rows of each table its label fits; rows of both tables in all."""
        splits = self.solver.bench.splits
        if len(self._row_sets[0]) < splits.n_row_sets:
            counts = splits.tables.counts[: splits.n_row_sets]
            left, right = counts[:, : splits.n_classes], counts[:, splits.n_classes :]
            label = np.argmax(left + right, axis=1)
            places = np.arange(label.size)
            fits = [left[places, label].tolist(), right[places, label].tolist()]
            n_rows = [int(side[splits.root].sum()) for side in (left, right)]
            self._row_sets = distribution_similarity(left, right).tolist(), fits, n_rows
        return self._row_sets


def used_columns(tree: CellTree) -> set[int]:
    """The columns that a tree tests."""
    return {column for _, column in tree.usage}
