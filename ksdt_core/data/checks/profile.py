"""One walk over the cells of a table: what is missing, ranges, and a fingerprint of every row.

Two rows (or columns) with the same cells have the same fingerprint; that two with the same fingerprint have the same
cells is checked by whoever relies on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset

TILE: Final = 65536  # cells that are looked at together, so that each is fetched from memory once
TILE_WIDTH: Final = 8192
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio
_MISSING: Final = np.uint64(0x7FF8000000000000)
LOOKED_AT: Final = 64  # cells that tell most columns apart

Floats = NDArray[np.float64]
Prints = NDArray[np.uint64]


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """What one walk over a table tells."""

    table: Dataset
    columns: Floats  # (n_attributes, n_rows): one attribute a row, contiguous
    n_missing: NDArray[np.intp]  # of each attribute
    smallest: Floats  # of each attribute, NaN where all cells are missing
    largest: Floats
    row_prints: Prints

    @property
    def constant(self) -> NDArray[np.bool_]:
        """Attributes with one value in all cells that are not missing, or with none at all."""
        return np.asarray(~(self.smallest < self.largest))

    @property
    def empty(self) -> NDArray[np.bool_]:
        """Attributes with no value at all."""
        return np.isnan(self.smallest)


def profile_of(table: Dataset) -> Profile:
    """Walk over the cells, a tile at a time."""
    columns = np.ascontiguousarray(table.values.T)
    n_attributes, n_rows = columns.shape
    keys = _keys(n_attributes)[:, None]
    n_missing = np.zeros(n_attributes, dtype=np.intp)
    smallest, largest = np.full(n_attributes, np.nan), np.full(n_attributes, np.nan)
    row_prints = np.zeros(n_rows, dtype=np.uint64)
    width = min(max(n_rows, 1), TILE_WIDTH)
    height = max(1, TILE // width)
    for first in range(0, n_attributes, height):
        some = slice(first, first + height)
        for start in range(0, n_rows, width):
            rows = slice(start, start + width)
            tile = columns[some, rows]
            low, high = tile.min(axis=1), tile.max(axis=1)
            gaps = np.isnan(tile) if np.isnan(low).any() else None  # a missing cell makes the minimum missing
            if gaps is not None:
                n_missing[some] += gaps.sum(axis=1)
                low, high = np.fmin.reduce(tile, axis=1), np.fmax.reduce(tile, axis=1)
            np.fmin(smallest[some], low, out=smallest[some])
            np.fmax(largest[some], high, out=largest[some])
            mixed = _mixed(tile, gaps)
            mixed *= keys[some]
            row_prints[rows] += mixed.sum(axis=0)
    return Profile(table, columns, n_missing, smallest, largest, row_prints)


def _mixed(tile: Floats, gaps: NDArray[np.bool_] | None) -> Prints:
    """The bits of each cell, stirred: small whole numbers differ only in their upper bits."""
    bits = (tile + 0.0).view(np.uint64)  # −0 and 0 are the same number
    if gaps is not None:
        bits[gaps] = _MISSING
    mixed = bits >> np.uint64(32)
    mixed ^= bits
    mixed *= _MIX
    mixed ^= mixed >> np.uint64(29)
    return mixed


def _keys(n: int) -> Prints:
    """Odd numbers, the same on every machine."""
    return np.random.default_rng(0).integers(0, 2**63, n, dtype=np.uint64) * np.uint64(2) + np.uint64(1)


def twin_columns(profile: Profile) -> list[list[int]]:
    """Groups of attributes with the same cells in every row, constant ones aside; the first column goes before."""
    columns = np.flatnonzero(~profile.constant)
    n_rows = profile.columns.shape[1]
    if n_rows > 2 * LOOKED_AT:
        rows = np.linspace(0, n_rows - 1, LOOKED_AT).astype(np.intp)
        columns = columns[_has_twin(_column_prints(profile.columns[np.ix_(columns, rows)]))]
    groups: dict[int, list[int]] = {}
    for column, value in zip(columns.tolist(), _column_prints(profile.columns[columns]).tolist(), strict=True):
        groups.setdefault(value, []).append(column)
    checked = [[c for c in group if _same(profile, group[0], c)] for group in groups.values() if len(group) > 1]
    return sorted(group for group in checked if len(group) > 1)


def _column_prints(columns: Floats) -> Prints:
    """A fingerprint of each column, columns being given as rows."""
    n_columns, n_rows = columns.shape
    keys = _keys(n_rows)
    prints = np.zeros(n_columns, dtype=np.uint64)
    height = max(1, TILE // max(min(n_rows, TILE_WIDTH), 1))
    for first in range(0, n_columns, height):
        for start in range(0, n_rows, TILE_WIDTH):
            tile = columns[first : first + height, start : start + TILE_WIDTH]
            mixed = _mixed(tile, np.isnan(tile))
            mixed *= keys[start : start + TILE_WIDTH]
            prints[first : first + height] += mixed.sum(axis=1)
    return prints


def _has_twin(prints: Prints) -> NDArray[np.bool_]:
    """Which fingerprints stand more than once."""
    ordered = np.sort(prints)
    return np.isin(prints, ordered[1:][ordered[1:] == ordered[:-1]])


def _same(profile: Profile, one: int, other: int) -> bool:
    a, b = profile.columns[one], profile.columns[other]
    return bool(np.array_equal(a, b, equal_nan=bool(profile.n_missing[one])))
