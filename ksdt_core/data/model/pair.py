"""A pair of tables made comparable: the same attributes, the same classes, ready to be mined."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Categories, Dataset
from ksdt_core.data.model.preparation import Missing, Preparation, Scale
from ksdt_core.data.model.settled import Codes, Settled

__all__ = ["DatasetPair", "Domain", "Matched", "Missing", "Preparation", "Scale"]


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
    """Two tables whose attributes and classes correspond, no cell filled or scaled.

    Cells are as they were read until the attributes are settled: then units are converted, kinds declared and sparse
    attributes dropped.
    """

    left: Dataset
    right: Dataset
    how: tuple[str, ...] = ()  # for each attribute how it was matched: exact, folded, map, assumed
    right_names: tuple[str, ...] = ()  # what the right table calls each attribute
    left_unmatched: tuple[str, ...] = ()
    right_unmatched: tuple[str, ...] = ()
    value_matches: tuple[tuple[str, str, str], ...] = ()  # attribute, left value, right value taken for it by a map
    renamed_classes: tuple[tuple[str, str], ...] = ()  # what a class was called in its table, what it is called here
    settled: Settled | None = None  # what was decided about the attributes; None before that

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
    codes: Codes = ()  # for each attribute its values where they are codes, which no scale changes; () for none

    @property
    def name(self) -> str:
        return f"{self.left.name}:{self.right.name}"

    @property
    def n_attributes(self) -> int:
        return len(self.attributes)

    @property
    def unscaled(self) -> tuple[str, ...]:
        """The numeric attributes that the chosen scale left as they are, because they hold codes."""
        if self.preparation.scale == "none" or not self.codes:
            return ()
        return tuple(name for name, values in zip(self.attributes, self.codes, strict=True) if values is not None)

    @property
    def is_balanced(self) -> bool:
        """Whether balancing drew rows again: then mining counts more rows than there are."""
        return bool(self.left.n_gained or self.right.n_gained)

    def fingerprint(self) -> str:
        """A name for exactly this pair, prepared in exactly this way.

        Conversions, kinds and dropped attributes show in the tables. What was left unscaled is added where there is
        any, so that a pair without codes has the name that it had before codes were recognised.
        """
        how = self.preparation
        old = f"Preparation(missing={how.missing!r}, scale={how.scale!r}, balance={how.balance!r}, seed={how.seed!r})"
        text = f"({self.matched.left.fingerprint()!r}, {self.matched.right.fingerprint()!r}, {old})"
        if self.unscaled:
            text += repr(self.unscaled)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
