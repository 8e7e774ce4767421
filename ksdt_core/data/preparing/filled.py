"""Which cells of a pair were filled, so that nobody takes them for measurements."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair

MUCH: Final = 0.1
"""An attribute with more than this share of filled cells in some table is marked where a tree tests it."""


def filled_masks(pair: DatasetPair) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """For each cell of the two domains whether it was missing in the table and filled.

    Rows are those of the domains. Where rows or attributes with missing cells were dropped nothing was filled.
    """
    left, right = (_mask(pair, side) for side in (0, 1))
    return left, right


def _mask(pair: DatasetPair, side: int) -> NDArray[np.bool_]:
    domain, table = ((pair.left, pair.matched.left), (pair.right, pair.matched.right))[side]
    if not pair.n_filled[side] or domain.n_rows != table.n_rows:
        return np.zeros((domain.n_rows, pair.n_attributes), dtype=bool)
    position = {name: column for column, name in enumerate(table.attributes)}
    return np.asarray(np.isnan(table.values[:, [position[name] for name in pair.attributes]]))


def filled_cells(pair: DatasetPair) -> tuple[tuple[str, int, int], ...]:
    """The attributes with filled cells in the order of the pair, and how many cells were filled in each table."""
    if not any(pair.n_filled):
        return ()
    left, right = (mask.sum(axis=0).tolist() for mask in filled_masks(pair))
    return tuple((name, a, b) for name, a, b in zip(pair.attributes, left, right, strict=True) if a or b)


def much_filled(filled: tuple[tuple[str, int, int], ...], rows: tuple[int, int]) -> dict[str, tuple[float, float]]:
    """The attributes with more than a tenth of filled cells in some table, and their shares in both.

    >>> much_filled((("ca", 0, 99), ("age", 1, 0)), (100, 100))
    {'ca': (0.0, 0.99)}
    """
    shares = {name: (left / max(rows[0], 1), right / max(rows[1], 1)) for name, left, right in filled}
    return {name: share for name, share in shares.items() if max(share) > MUCH}
