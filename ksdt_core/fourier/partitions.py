"""Partitions: the indices j of the Fourier basis, packed into 64-bit words so that they sort and merge quickly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORD_BITS = 64

Keys = NDArray[np.uint64]
"""(n_partitions, n_words), a packed partition a row."""

Coefficients = NDArray[Any]
"""(n_partitions, n_outputs), float64 where every coefficient is real, else complex128."""


@dataclass(frozen=True, slots=True, eq=False)
class PartitionLayout:
    """Where the entry j_m of each feature lies in a key.

    The first feature takes the highest bits of the first word, so keys in rising order are partitions in the order of
    their entries read from the left. No entry is spread over two words.
    """

    n_cells: NDArray[np.int64]
    word: NDArray[np.int64]
    shift: NDArray[np.uint64]
    mask: NDArray[np.uint64]
    n_words: int

    def entries(self, keys: Keys) -> NDArray[np.int64]:
        """The entries j_m of each partition, a column a feature."""
        entries: NDArray[np.uint64] = (keys[:, self.word] >> self.shift) & self.mask
        return entries.astype(np.int64)

    def entry(self, keys: Keys, feature: int) -> NDArray[np.int64]:
        """The entries of one feature."""
        entries: NDArray[np.uint64] = (keys[:, self.word[feature]] >> self.shift[feature]) & self.mask[feature]
        return entries.astype(np.int64)

    def without(self, keys: Keys, feature: int) -> Keys:
        """The partitions with the entry of one feature set to zero."""
        cleared = keys.copy()
        cleared[:, self.word[feature]] &= ~(self.mask[feature] << self.shift[feature])
        return cleared

    def order(self, keys: Keys) -> NDArray[np.int64]:
        """The number of non-zero entries of each partition."""
        if (self.n_cells <= 2).all():
            set_bits: NDArray[np.int64] = np.bitwise_count(keys).sum(axis=1, dtype=np.int64)
            return set_bits
        orders = np.zeros(keys.shape[0], dtype=np.int64)
        for feature in range(self.word.size):
            orders += self.entry(keys, feature) != 0
        return orders

    def conjugate(self, keys: Keys) -> Keys:
        """The partition -j of each j, whose coefficient is the complex conjugate."""
        conjugates = keys.copy()
        for feature in np.flatnonzero(self.n_cells > 2).tolist():
            entry = self.entry(keys, feature)
            opposite = np.where(entry == 0, 0, self.n_cells[feature] - entry).astype(np.uint64)
            word, shift = self.word[feature], self.shift[feature]
            conjugates[:, word] = (conjugates[:, word] & ~(self.mask[feature] << shift)) | (opposite << shift)
        return conjugates


@lru_cache(maxsize=64)
def layout_of(n_cells: tuple[int, ...]) -> PartitionLayout:
    """The layout for features with these numbers of cells."""
    word, used, words, shifts, masks = 0, 0, [], [], []
    for cells in n_cells:
        bits = (cells - 1).bit_length()
        if used + bits > WORD_BITS:
            word, used = word + 1, 0
        used += bits
        words.append(word)
        shifts.append((WORD_BITS - used) % WORD_BITS)
        masks.append((1 << bits) - 1)
    return PartitionLayout(
        n_cells=np.array(n_cells, dtype=np.int64),
        word=np.array(words, dtype=np.int64),
        shift=np.array(shifts, dtype=np.uint64),
        mask=np.array(masks, dtype=np.uint64),
        n_words=word + 1,
    )


def sorting(keys: Keys) -> NDArray[np.intp]:
    """The order that sorts the keys, equal ones as they stand."""
    if keys.shape[1] == 1:
        return np.argsort(keys[:, 0], kind="stable")
    return np.lexsort(keys.T[::-1])


def group_starts(keys: Keys) -> NDArray[np.intp]:
    """Where each run of equal keys starts, of keys in rising order."""
    changes = (keys[1:] != keys[:-1]).any(axis=1)
    return np.flatnonzero(np.concatenate([[True], changes])) if keys.shape[0] else np.empty(0, dtype=np.intp)


def summed(keys: Keys, coefficients: Coefficients, *, negligible: float) -> tuple[Keys, Coefficients]:
    """Each partition once, in rising order, with the sum of its coefficients.

    What has become negligible is dropped, but for the partition 0, whose coefficient is the mean.
    """
    order = sorting(keys)
    keys, coefficients = keys[order], coefficients[order]
    starts = group_starts(keys)
    if starts.size < keys.shape[0]:
        keys, coefficients = keys[starts], np.add.reduceat(coefficients, starts, axis=0)
    kept = (np.abs(coefficients) > negligible).any(axis=1) | ~keys.any(axis=1)
    return (keys, coefficients) if kept.all() else (keys[kept], coefficients[kept])
