"""Pairs of tables with a shared tree planted in them, so that it is known what a miner should find."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.samples.planted_tree import PlantedTree, grow_planted
from ksdt_core.errors import InvalidParameterError

Signal = Literal["both", "left", "right", "none", "disjoint"]
Units = Literal["same", "different"]

Matrix = NDArray[np.float64]
Classes = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class PlantedParameters:
    """What is planted."""

    rows: tuple[int, int] = (100, 100)
    attributes: int = 20
    classes: int = 2
    depth: int = 3
    noise: float = 0.0  # share of the rows of each table whose class is changed to another
    similarity: float = 1.0  # share of the rows that lie in leaves of the tree which the right table shares
    signal: Signal = "both"
    units: Units = "same"
    seed: int = 0

    def __post_init__(self) -> None:
        for name, value, smallest in (
            ("rows", min(self.rows), self.classes),
            ("attributes", self.attributes, 2),
            ("classes", self.classes, 2),
            ("depth", self.depth, (self.classes - 1).bit_length()),
            ("seed", self.seed, 0),
        ):
            if value < smallest:
                raise InvalidParameterError("planted-too-small", option=name, value=value, minimum=smallest)
        for name, share in (("noise", self.noise), ("similarity", self.similarity)):
            if not 0 <= share <= 1:
                raise InvalidParameterError("out-of-range", option=name, value=share, low=0, high=1)
        for name, choice, choices in (
            ("signal", self.signal, get_args(Signal)),
            ("units", self.units, get_args(Units)),
        ):
            if choice not in choices:
                raise InvalidParameterError("not-a-choice", option=name, value=choice, choices=choices)


@dataclass(frozen=True, slots=True, eq=False)
class Planted:
    """Two tables and what was planted in them."""

    left: Dataset
    right: Dataset
    tree: PlantedTree  # of the left table, and of the right one as far as they are similar
    private_tree: PlantedTree  # over other attributes: the right table's classes where it does not share the tree
    shared_leaves: tuple[int, ...]  # leaves of the tree in which both tables have the same class
    similarity: float  # share of the rows that lie in them: what was asked for, as far as whole leaves allow
    parameters: PlantedParameters


def rows_of_both(rows: Any) -> tuple[int, int]:
    """Rows of the left and the right table.

    >>> rows_of_both(200), rows_of_both([40, 200])
    ((200, 200), (40, 200))
    """
    numbers = (rows, rows) if isinstance(rows, Integral) else rows
    is_pair = isinstance(numbers, Sequence) and not isinstance(numbers, str) and len(numbers) == 2
    if not is_pair or not all(isinstance(n, Integral) and not isinstance(n, bool) for n in numbers):
        raise InvalidParameterError("planted-rows", option="rows", value=rows)
    return int(numbers[0]), int(numbers[1])


def plant(
    *,
    rows: int | tuple[int, int] = (100, 100),
    attributes: int = 20,
    classes: int = 2,
    depth: int = 3,
    noise: float = 0.0,
    similarity: float = 1.0,
    signal: Signal = "both",
    units: Units = "same",
    seed: int = 0,
) -> Planted:
    """Two tables of independent attributes whose classes follow a planted tree.

    `rows` is a number for both tables, or one for each.
    `similarity` is how much of the tree the right table shares: leaves with that share of the rows, as far as whole
    leaves allow; in the others its classes follow a private tree over other attributes. `signal` says which tables
    carry any: in `left` only the left table's classes follow the tree and the right one's are drawn at random, `none`
    draws both, and `disjoint` gives each table its own tree over other attributes. `noise` is the share of the
    rows of each table whose class is then changed. With `different` units each attribute of the right table is put on
    its own rising scale. Every class has a row at least.
    """
    rows = rows_of_both(rows)
    parameters = PlantedParameters(rows, attributes, classes, depth, noise, similarity, signal, units, seed)
    trees, tables, scales, lots = (np.random.default_rng([seed, stream]) for stream in range(4))
    order = trees.permutation(attributes)
    n_used = max(1, min(2**depth - 1, attributes // 2))
    tree = grow_planted(order[:n_used].tolist(), n_classes=classes, depth=depth, generator=trees)
    private = grow_planted(order[n_used : 2 * n_used].tolist(), n_classes=classes, depth=depth, generator=trees)
    shared, shared_share = _some_leaves(tree, 0.0 if signal == "disjoint" else similarity, trees)
    left_values, right_values = (tables.random((n, attributes)) for n in rows)
    left_classes = tree.labels()[tree.leaf_of(left_values)]
    leaves = tree.leaf_of(right_values)
    own = private.labels()[private.leaf_of(right_values)]
    right_classes = np.where(np.isin(leaves, shared), tree.labels()[leaves], own)
    if signal in ("right", "none"):
        left_classes = lots.integers(0, classes, rows[0])
    if signal in ("left", "none"):
        right_classes = lots.integers(0, classes, rows[1])
    left_classes, right_classes = (_noisy(c, classes, noise, lots) for c in (left_classes, right_classes))
    return Planted(
        left=_table("planted-left", ndtri(left_values), left_classes, classes),
        right=_table("planted-right", _scaled(ndtri(right_values), units, scales), right_classes, classes),
        tree=tree,
        private_tree=private,
        shared_leaves=shared,
        similarity=shared_share,
        parameters=parameters,
    )


def _some_leaves(tree: PlantedTree, share: float, generator: np.random.Generator) -> tuple[tuple[int, ...], float]:
    """Leaves at random that together hold at most this share of the rows, and the share they hold."""
    held, chosen = 0.0, []
    shares = tree.shares()
    for leaf in generator.permutation(tree.leaves).tolist():
        if held + shares[leaf] <= share + 1e-9:
            held += shares[leaf]
            chosen.append(leaf)
    return tuple(sorted(chosen)), min(held, 1.0)


def _noisy(labels: Classes, n_classes: int, noise: float, generator: np.random.Generator) -> Classes:
    """The classes with a share of them changed to another, and every class present."""
    changed = labels.astype(np.intp)
    rows = generator.permutation(labels.size)[: round(noise * labels.size)]
    changed[rows] = (changed[rows] + generator.integers(1, n_classes, rows.size)) % n_classes
    for absent in np.setdiff1d(np.arange(n_classes), changed).tolist():
        common = np.bincount(changed, minlength=n_classes).argmax()
        changed[generator.choice(np.flatnonzero(changed == common))] = absent
    return changed


def _scaled(values: Matrix, units: Units, generator: np.random.Generator) -> Matrix:
    """The values in the units of the right table: its own rising function for each attribute."""
    if units == "same":
        return values
    n_attributes = values.shape[1]
    bend = generator.uniform(0.2, 1.0, n_attributes)
    factor = 10 ** generator.uniform(0, 4, n_attributes)
    offset = generator.uniform(0, 100, n_attributes)
    return np.asarray(offset + factor * np.exp(bend * values))


def _table(name: str, values: Matrix, labels: Classes, n_classes: int) -> Dataset:
    n_attributes = values.shape[1]
    digits = len(str(n_attributes))
    return Dataset(
        name=name,
        attributes=tuple(f"a{number:0{digits}}" for number in range(1, n_attributes + 1)),
        values=np.asfortranarray(values),
        categories=(None,) * n_attributes,
        class_names=tuple(f"class {number}" for number in range(1, n_classes + 1)),
        classes=labels,
    )
