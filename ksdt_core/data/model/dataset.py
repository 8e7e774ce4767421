"""A table of attribute values with a class for each row."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidDataError

Categories = tuple[tuple[str, ...] | None, ...]
"""For each attribute its values in sorted order, or None where it is numeric."""


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """Rows of attribute values with a class for each row.

    A categorical cell holds the position of its value in the attribute's entry of `categories`.
    A missing cell is NaN, whatever the kind of its column.
    """

    name: str
    attributes: tuple[str, ...]
    values: NDArray[np.float64]  # (n_rows, n_attributes), read-only
    categories: Categories
    class_names: tuple[str, ...]  # in sorted order
    classes: NDArray[np.intp]  # (n_rows,), positions in class_names, read-only
    notes: tuple[str, ...] = ()  # what the reader had to do to the file, for people

    def __post_init__(self) -> None:
        n_rows, n_attributes = self.values.shape
        if self.classes.shape != (n_rows,):
            raise InvalidDataError("rows-without-class", table=self.name, rows=n_rows, classes=int(self.classes.size))
        if len(self.attributes) != n_attributes or len(self.categories) != n_attributes:
            raise InvalidDataError(
                "columns-without-name", table=self.name, columns=n_attributes, names=len(self.attributes)
            )
        if _has_infinite(self.values):
            row, column = np.argwhere(np.isinf(self.values))[0]
            raise InvalidDataError("infinite-value", table=self.name, column=self.attributes[column], row=int(row) + 1)
        self.values.setflags(write=False)
        self.classes.setflags(write=False)

    @property
    def n_rows(self) -> int:
        return int(self.values.shape[0])

    @property
    def n_attributes(self) -> int:
        return len(self.attributes)

    @property
    def n_missing(self) -> int:
        return int(np.isnan(self.values).sum())

    def class_counts(self) -> NDArray[np.int64]:
        """Rows of each class, in the order of `class_names`."""
        return np.bincount(self.classes, minlength=len(self.class_names)).astype(np.int64)

    def take_rows(self, rows: NDArray[np.intp]) -> Self:
        """The same table with only these rows, in this order."""
        return replace(
            self,
            values=np.ascontiguousarray(self.values[rows]),
            classes=np.ascontiguousarray(self.classes[rows]),
        )

    def take_columns(self, columns: Sequence[int]) -> Self:
        """The same table with only these columns, in this order."""
        return replace(
            self,
            attributes=tuple(self.attributes[c] for c in columns),
            values=np.asfortranarray(self.values[:, list(columns)]),
            categories=tuple(self.categories[c] for c in columns),
        )

    def fingerprint(self) -> str:
        """A name for exactly this content: the same table has the same one on every machine."""
        digest = hashlib.blake2b(digest_size=16)
        digest.update(repr((self.name, self.attributes, self.categories, self.class_names)).encode())
        for column in self.values.T:
            digest.update(np.ascontiguousarray(column, dtype="<f8").data)
        digest.update(np.ascontiguousarray(self.classes, dtype="<i8").data)
        return digest.hexdigest()


def _has_infinite(values: NDArray[np.float64]) -> bool:
    """Whether a cell is infinite: only in columns whose sum is not finite, which costs less to find out."""
    with np.errstate(over="ignore", invalid="ignore"):
        doubtful = np.flatnonzero(~np.isfinite(values.sum(axis=0)))
    if doubtful.size == 0:
        return False
    return bool(np.isinf(values if 2 * doubtful.size > values.shape[1] else values[:, doubtful]).any())
