"""Bringing two tables measured in different units to one scale."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Categories
from ksdt_core.data.model.pair import Scale
from ksdt_core.data.model.settled import Codes

Matrix = NDArray[np.float64]

LEAST_SD, MOST_SD = 1e-145, 1e150  # between them squares keep all their digits


def scale_columns(values: Matrix, categories: Categories, scale: Scale, *, codes: Codes = ()) -> Matrix:
    """Every numeric column on the chosen scale, within this table; categorical columns and those with codes stay.

    `zscore`: (x − mean) / sd with the population sd. `rank`: average rank / (rows + 1).
    A column with max = min becomes 0. With `none` the very same array comes back.
    """
    if scale == "none":
        return values
    kinds = zip(categories, codes or (None,) * len(categories), strict=True)
    numeric = np.array([values is None and code is None for values, code in kinds], dtype=bool)
    # One attribute a row, so that sums run over contiguous memory and a column gives the same sum in any table.
    rows = np.ascontiguousarray(values.T[numeric])
    scaled = np.empty(values.T.shape)
    scaled[~numeric] = values.T[~numeric]
    scaled[numeric] = _standard_scores(rows) if scale == "zscore" else _ranks(rows)
    constant = np.flatnonzero(numeric)[rows.max(axis=1) == rows.min(axis=1)]
    scaled[constant] = 0.0
    return scaled.T


def _ranks(rows: Matrix) -> Matrix:
    import pandas as pd  # the same ranks as of scipy.stats, which takes a second to import

    ranks: Matrix = pd.DataFrame(rows.T, copy=False).rank().to_numpy().T / (rows.shape[1] + 1)
    return ranks


def _standard_scores(rows: Matrix) -> Matrix:
    with np.errstate(all="ignore"):
        mean, sd = rows.mean(axis=1, keepdims=True), rows.std(axis=1, keepdims=True)
        scores: Matrix = (rows - mean) / sd
    has_room = (sd[:, 0] > LEAST_SD) & (sd[:, 0] < MOST_SD)
    broken = ~(has_room & np.isfinite(scores).all(axis=1)) & (rows.max(axis=1) > rows.min(axis=1))
    for row in np.flatnonzero(broken).tolist():
        scores[row] = _extreme_scores(rows[row])
    return scores


def _extreme_scores(column: NDArray[np.float64]) -> NDArray[np.float64]:
    """The scores of numbers so large or small that their squares leave the range of floating point.

    Scores do not change when all numbers are multiplied by a power of two, which is exact.
    """
    _, exponent = np.frexp(np.abs(column).max())
    moderate = np.ldexp(column, -int(exponent))
    sd = moderate.std()
    return np.asarray((moderate - moderate.mean()) / sd if sd > 0 else np.zeros_like(column))
