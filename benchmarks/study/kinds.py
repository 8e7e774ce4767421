"""Kinds of planted pairs for the pair test: with nothing in common, and with a tree in common.

The attributes of a table are spread evenly from 0 to 1 before they become normal values. In correlated blocks of five
each is Φ(√ρ·f + √(1 − ρ)·e), f one number a row and block, e its own. The two trees of a pair with disjoint attributes
lie in different blocks, else an attribute beside both would really predict the class in both tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from benchmarks.study.power import Cell
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair, Scale
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.planted import Signal
from ksdt_core.data.samples.planted_tree import PlantedTree, grow_planted

FIRST_SEED = 71_600_000  # no pair of the program's tests or of the old study has such a seed
BLOCK = 5
POOL = 12  # rows drawn for each one kept where class shares are set
VALUES = 4  # of a categorical attribute


@dataclass(frozen=True)
class Kind:
    """One kind of planted pair."""

    name: str
    rows: tuple[int, int] = (100, 100)
    attributes: int = 30
    noise: float = 0.25
    depth: int = 2
    signal: Signal = "both"
    classes: int = 2
    rho: float = 0.0
    shares: tuple[float, float] | None = None  # of the second class in each table
    categorical: bool = False
    scale: Scale = "rank"

    @cached_property
    def cell(self) -> Cell | None:
        """The kind of the old study that this is, if it is one."""
        usual = (self.classes, self.rho, self.shares, self.categorical, self.scale) == (2, 0.0, None, False, "rank")
        if not usual or self.rows[0] != self.rows[1]:
            return None
        return Cell(self.rows[0], self.attributes, self.noise, self.depth, self.signal)


MANY = (
    Kind("no signal in either table", signal="none", noise=0.0),
    Kind("signal in the first table only", signal="left", noise=0.0),
    Kind("signal in the second table only", signal="right", noise=0.0),
    Kind("disjoint attributes", signal="disjoint", noise=0.0),
    Kind("disjoint attributes, 25 % noise", signal="disjoint"),
    Kind("disjoint, blocks of ρ 0.7", signal="disjoint", noise=0.0, rho=0.7),
)
FEW = (
    Kind("disjoint, blocks of ρ 0.9", signal="disjoint", noise=0.0, rho=0.9),
    Kind("disjoint, class shares 50:15", signal="disjoint", noise=0.0, shares=(0.5, 0.15)),
    Kind("disjoint, 40:200 rows", signal="disjoint", noise=0.0, rows=(40, 200)),
    Kind("disjoint, 200:40 rows", signal="disjoint", noise=0.0, rows=(200, 40)),
    Kind("disjoint, three classes", signal="disjoint", noise=0.0, classes=3),
    Kind("disjoint, categorical", signal="disjoint", noise=0.0, categorical=True),
    Kind("disjoint, no scale", signal="disjoint", noise=0.0, scale="none"),
    Kind("disjoint, 1,000 attributes", signal="disjoint", noise=0.0, attributes=1000),
)
SIGNAL = (
    Kind("usual: 100 + 100 rows, 30 attributes, depth 2, 25 % noise"),
    Kind("30 rows", rows=(30, 30)),
    Kind("60 rows", rows=(60, 60)),
    Kind("200 rows", rows=(200, 200)),
    Kind("10 attributes", attributes=10),
    Kind("100 attributes", attributes=100),
    Kind("15 % noise", noise=0.15),
    Kind("35 % noise", noise=0.35),
    Kind("depth 1", depth=1),
    Kind("depth 3", depth=3),
    Kind("depth 4", depth=4),
    Kind("blocks of ρ 0.7", rho=0.7),
    Kind("blocks of ρ 0.9", rho=0.9),
    Kind("class shares 50:15", shares=(0.5, 0.15)),
    Kind("class shares 50:15, 15 % noise", shares=(0.5, 0.15), noise=0.15),
    Kind("40:200 rows", rows=(40, 200)),
    Kind("three classes", classes=3),
    Kind("categorical", categorical=True),
    Kind("no scale", scale="none"),
    Kind("1,000 attributes", attributes=1000),
)
KINDS = {kind.name: kind for kind in (*MANY, *FEW, *SIGNAL)}


@dataclass(frozen=True, slots=True, eq=False)
class PlantedPair:
    """A pair and the attributes that predict the class in both tables: those of the tree, and what lies beside them."""

    pair: DatasetPair
    shared: frozenset[str]


def planted_pair(kind: Kind, number: int) -> PlantedPair:
    """Pair `number` of a kind."""
    seed = FIRST_SEED + number
    trees, tables, lots = (np.random.default_rng([seed, stream]) for stream in range(3))
    order = _apart(kind, trees)
    n_used = max(1, min(2**kind.depth - 1, order.size // 2))
    tree, private = (
        grow_planted(places.tolist(), n_classes=kind.classes, depth=kind.depth, generator=trees)
        for places in (order[:n_used], order[n_used : 2 * n_used])
    )
    sides: dict[Signal, tuple[PlantedTree | None, PlantedTree | None]] = {
        "both": (tree, tree),
        "left": (tree, None),
        "right": (None, tree),
        "none": (None, None),
        "disjoint": (tree, private),
    }
    left, right = (_side(kind, side, of, tables, lots) for side, of in enumerate(sides[kind.signal]))
    pair = pair_datasets(left, right, scale=kind.scale, seed=seed)
    used = tree.attributes if kind.signal == "both" else ()
    blocks = {column // BLOCK for column in used}
    near = (column for column in range(kind.attributes) if column in used or (kind.rho and column // BLOCK in blocks))
    return PlantedPair(pair, frozenset(left.attributes[column] for column in near))


def _apart(kind: Kind, generator: np.random.Generator) -> NDArray[np.intp]:
    """Columns in the order in which trees take them; with blocks one of each block."""
    if not kind.rho:
        return generator.permutation(kind.attributes)
    blocks = generator.permutation(kind.attributes // BLOCK)
    return np.asarray(BLOCK * blocks + generator.integers(0, BLOCK, blocks.size))


def _side(
    kind: Kind, side: int, tree: PlantedTree | None, tables: np.random.Generator, lots: np.random.Generator
) -> Dataset:
    """One table; where class shares are set, its rows are chosen among more by their class."""
    n = kind.rows[side] * (POOL if kind.shares else 1)
    even = _even(kind, n, tables)
    labels = lots.integers(0, kind.classes, n) if tree is None else tree.labels()[tree.leaf_of(even)]
    changed = lots.permutation(n)[: round(kind.noise * n)]
    labels[changed] = (labels[changed] + lots.integers(1, kind.classes, changed.size)) % kind.classes
    if kind.shares:
        n_second = round(kind.shares[side] * kind.rows[side])
        rows = np.concatenate(
            [np.flatnonzero(labels == 1)[:n_second], np.flatnonzero(labels == 0)[: kind.rows[side] - n_second]]
        )
        even, labels = even[rows], labels[rows]
    values = np.floor(VALUES * even) if kind.categorical else ndtri(even)
    categories = tuple("pqrs"[:VALUES]) if kind.categorical else None
    return Dataset(
        name=("left", "right")[side],
        attributes=tuple(f"a{number}" for number in range(kind.attributes)),
        values=np.asfortranarray(values),
        categories=(categories,) * kind.attributes,
        class_names=tuple(f"class {number}" for number in range(1, kind.classes + 1)),
        classes=labels,
    )


def _even(kind: Kind, n: int, tables: np.random.Generator) -> NDArray[np.float64]:
    """Values spread evenly from 0 to 1, independent or in correlated blocks."""
    if not kind.rho:
        return tables.random((n, kind.attributes))
    common = np.repeat(tables.standard_normal((n, kind.attributes // BLOCK)), BLOCK, axis=1)
    own = tables.standard_normal((n, kind.attributes))
    return np.asarray(ndtr(np.sqrt(kind.rho) * common + np.sqrt(1 - kind.rho) * own))
