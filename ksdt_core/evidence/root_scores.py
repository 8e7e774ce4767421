"""The z-scores of all splits at the root, and what the evidence of a node needs beside them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.evidence.pair_kernels import Side, class_bits, class_null, counts_in
from ksdt_core.evidence.pair_splits import Splits, Words, n_words

Matrix = NDArray[np.float64]
Flags = NDArray[np.bool_]
Classes = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Constants:
    """δ = √ln max(p, 3) and κ = √(2 ln 2S), with p attributes and S splits."""

    delta: float
    kappa: float

    @classmethod
    def of(cls, n_attributes: int, n_splits: int) -> Constants:
        return cls(math.sqrt(math.log(max(n_attributes, 3))), math.sqrt(2 * math.log(2 * n_splits)))

    def h(self, z: Matrix) -> Matrix:
        """h(z) = z up to κ and κ(1 + ln(z/κ)) beyond."""
        beyond = self.kappa * (1 + np.log(np.maximum(z, self.kappa) / self.kappa))
        return np.where(z <= self.kappa, z, beyond)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One table at the root."""

    splits: Words  # (n_splits, n_words), the rows that meet each split
    classes: Words  # (n_tested, n_words), the rows of each tested class
    n_rows: int
    met: NDArray[np.int64]  # (n_splits,), rows that meet each split
    in_class: NDArray[np.int64]  # (n_tested, n_splits), those of them that are of each class
    mean: Matrix  # (n_tested, n_splits), what in_class is expected to be
    inverse: Matrix  # 1 / its standard deviation, 0 where nothing can vary
    usable: Flags  # (n_splits,), whether both sides hold 5 % of the rows

    @property
    def z(self) -> Matrix:
        """(a − n₁Y/N) / √(n₁(N−n₁)Y(N−Y) / (N²(N−1))) for each class and split."""
        return np.asarray((self.in_class - self.mean) * self.inverse)

    @property
    def n_class(self) -> NDArray[np.int64]:
        """Rows of each tested class."""
        return _sizes(self.classes, self.n_rows)

    def only(self, splits: Flags) -> Table:
        """The same table with some of the splits."""
        return replace(
            self,
            splits=self.splits[splits],
            met=self.met[splits],
            in_class=self.in_class[:, splits],
            mean=self.mean[:, splits],
            inverse=self.inverse[:, splits],
            usable=self.usable[splits],
        )

    def side(self, constants: Constants) -> Side:
        """The same for the kernels of the pairing."""
        z = self.z
        terms = np.exp(constants.delta * np.stack([constants.h(z), constants.h(-z)]))
        return Side(self.splits, every_row(self.n_rows), self.classes, self.usable, terms)


def tested_classes(n_classes: int) -> NDArray[np.intp]:
    """The classes that are tested against the rest: with two classes one of them, else each."""
    return np.arange(n_classes - 1 if n_classes <= 2 else 0, n_classes, dtype=np.intp)


def table_at_root(splits: Words, classes: Classes, tested: NDArray[np.intp]) -> Table:
    """Counts and z-scores of one table."""
    n = classes.size
    words = bits_of_classes(classes[None, :], tested)[0]
    met = _sizes(splits, n)
    n_class = _sizes(words, n)[:, None]
    mean = met * n_class / n
    variance = (met * (n - met)) * (n_class * (n - n_class) / (n * n * max(n - 1.0, 1.0)))
    inverse = np.zeros_like(variance)
    np.divide(1.0, np.sqrt(variance), out=inverse, where=variance > 0)
    usable = (20 * met >= n) & (20 * (n - met) >= n)
    return Table(splits, words, n, met, counted(splits, words), mean, inverse, usable)


def both_tables(splits: Splits, left: Classes, right: Classes, tested: NDArray[np.intp]) -> tuple[Table, Table]:
    """Both tables at the root."""
    return table_at_root(splits.left, left, tested), table_at_root(splits.right, right, tested)


def terms_of_shuffles(shuffled: Table, other: Table, made: Words, constants: Constants) -> tuple[Matrix, Matrix]:
    """For each shuffle of a table's classes the sum of the terms of E over the splits, and the largest m."""
    totals, largest = np.zeros(made.shape[0]), np.full(made.shape[0], -np.inf)
    usable = shuffled.usable & other.usable
    delta, kappa = constants.delta, constants.kappa
    class_null(shuffled.splits, made, usable, shuffled.mean, shuffled.inverse, other.z, delta, kappa, totals, largest)
    return totals, largest


def bits_of_classes(classes: Classes, tested: NDArray[np.intp]) -> Words:
    """The rows of each tested class, for each of several ways to give the rows classes."""
    words = np.zeros((classes.shape[0], tested.size, n_words(classes.shape[1])), dtype=np.uint64)
    class_bits(np.ascontiguousarray(classes), tested, words)
    return words


def every_row(n_rows: int) -> Words:
    """A bit for each row."""
    words: Words = bits_of_classes(np.zeros((1, n_rows), dtype=np.intp), np.zeros(1, dtype=np.intp))[0, 0]
    return words


def _sizes(sets: Words, n_rows: int) -> NDArray[np.int64]:
    """Rows of each set."""
    counts: NDArray[np.int64] = counted(sets, every_row(n_rows)[None, :])[0]
    return counts


def counted(splits: Words, rows: Words) -> NDArray[np.int64]:
    """How many of each set of rows meet each split."""
    counts = np.empty((rows.shape[0], splits.shape[0]), dtype=np.int64)
    counts_in(splits, rows, counts)
    return counts
