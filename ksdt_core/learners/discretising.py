"""Cuts that turn a column of numbers into few intervals, made once for the whole table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.pairing import midpoint
from ksdt_core.errors import InvalidParameterError
from ksdt_core.learners.methods import Bins


def class_change_cuts(cells: NDArray[np.float64], classes: NDArray[np.intp]) -> NDArray[np.float64]:
    """The midpoints between neighbouring values where the class changes; missing cells play no part.

    There is a cut between two values unless all rows of both are of one class. A threshold of best gain is always one
    of these.

    >>> class_change_cuts(np.array([40.0, 48, 60, 72, 80, 90]), np.array([0, 0, 1, 1, 1, 0])).tolist()
    [54.0, 85.0]
    """
    known = ~np.isnan(cells)
    distinct, where = np.unique(cells[known], return_inverse=True)
    lowest, highest = np.full(distinct.size, np.iinfo(np.intp).max), np.full(distinct.size, -1)
    np.minimum.at(lowest, where, classes[known])
    np.maximum.at(highest, where, classes[known])
    changes = (lowest[:-1] != highest[:-1]) | (lowest[1:] != highest[1:]) | (lowest[:-1] != lowest[1:])
    return _midpoints(distinct, np.flatnonzero(changes))


def equal_frequency_cuts(cells: NDArray[np.float64], n_bins: int) -> NDArray[np.float64]:
    """Cuts that give each of n_bins intervals about as many rows; equal values are never separated.

    >>> equal_frequency_cuts(np.array([1.0, 2, 3, 4, 5, 6]), 3).tolist()
    [2.5, 4.5]
    """
    if n_bins < 2:
        raise InvalidParameterError("not-whole", option="n_bins", value=n_bins, minimum=2)
    distinct, counts = np.unique(cells[~np.isnan(cells)], return_counts=True)
    below = np.cumsum(counts)[:-1]  # rows up to each value that has one above it
    wanted = np.arange(1, n_bins) * counts.sum() / n_bins
    if below.size == 0:
        return np.empty(0)
    nearest = np.abs(below[None, :] - wanted[:, None]).argmin(axis=1)
    return _midpoints(distinct, np.unique(nearest))


def table_cuts(table: Dataset, bins: Bins, n_bins: int) -> dict[int, NDArray[np.float64]]:
    """The cuts of every numeric column of a table."""
    if bins not in ("class-changes", "equal-frequency"):
        raise InvalidParameterError(
            "not-a-choice", option="bins", value=bins, choices=("class-changes", "equal-frequency")
        )
    numeric = [column for column, values in enumerate(table.categories) if values is None]
    if bins == "class-changes":
        return {column: class_change_cuts(table.values[:, column], table.classes) for column in numeric}
    return {column: equal_frequency_cuts(table.values[:, column], n_bins) for column in numeric}


def _midpoints(distinct: NDArray[np.float64], below: NDArray[np.intp]) -> NDArray[np.float64]:
    return np.array([midpoint(float(distinct[i]), float(distinct[i + 1])) for i in below.tolist()])
