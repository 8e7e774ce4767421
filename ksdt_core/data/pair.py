"""A pair of tables made comparable: the same attributes, the same classes, ready to be mined."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.dataset import Categories, Dataset

Scale = Literal["none", "zscore", "rank"]
Missing = Literal["fail", "common", "class-common", "drop-rows", "drop-columns"]


@dataclass(frozen=True, slots=True)
class Preparation:
    """What is done to two matched tables before they are mined, in this order."""

    missing: Missing = "fail"
    scale: Scale = "none"
    balance: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Domain:
    """One side of a pair, cells filled, scaled and balanced.

    Balancing draws rows again from the table; a row drawn twice has weight 2. Every count in mining is a sum of
    weights, so that a balanced table of n distinct rows costs no more than the table itself.
    """

    name: str
    original: NDArray[np.float64]  # (n_rows, n_attributes), in the units of the table, no cell missing
    scaled: NDArray[np.float64]  # the same cells as mined; the same array where no scale is chosen
    classes: NDArray[np.intp]  # (n_rows,)
    weights: NDArray[np.int64]  # (n_rows,), how often each row counts, at least 1

    def __post_init__(self) -> None:
        for array in (self.original, self.scaled, self.classes, self.weights):
            array.setflags(write=False)

    @property
    def n_rows(self) -> int:
        """Rows of the table itself."""
        return int(self.original.shape[0])

    @property
    def n_mined(self) -> int:
        """Rows that mining counts: those of the table and those that balancing drew again."""
        return int(self.weights.sum())

    @property
    def n_gained(self) -> int:
        return self.n_mined - self.n_rows


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """Two tables whose attributes and classes correspond, cells still as they were read."""

    left: Dataset
    right: Dataset
    how: tuple[str, ...] = ()  # for each attribute how it was matched: exact, folded, map, assumed
    right_names: tuple[str, ...] = ()  # what the right table calls each attribute
    left_unmatched: tuple[str, ...] = ()
    right_unmatched: tuple[str, ...] = ()
    value_matches: tuple[tuple[str, str, str], ...] = ()  # attribute, left value, right value taken for it by a map
    renamed_classes: tuple[tuple[str, str], ...] = ()  # what a class was called in its table, what it is called here

    @property
    def assumed(self) -> tuple[tuple[str, str], ...]:
        """Left and right names of the matches that only a person's map makes: they may be hypothetical."""
        names = zip(self.left.attributes, self.right_names, self.how, strict=False)
        return tuple((left, right) for left, right, how in names if how == "assumed")


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class DatasetPair:
    """Two domains with the same attributes A1..An (in the left table's order) and the same classes C1..Cm."""

    attributes: tuple[str, ...]
    categories: Categories
    class_names: tuple[str, ...]  # in sorted order
    left: Domain
    right: Domain
    preparation: Preparation
    matched: Matched  # what the domains were made from; cross-validation starts again from here
    n_filled: tuple[int, int] = (0, 0)
    n_rows_dropped: tuple[int, int] = (0, 0)
    columns_dropped: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.left.name}:{self.right.name}"

    @property
    def n_attributes(self) -> int:
        return len(self.attributes)

    def fingerprint(self) -> str:
        """A name for exactly this pair, prepared in exactly this way."""
        text = repr((self.matched.left.fingerprint(), self.matched.right.fingerprint(), self.preparation))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
