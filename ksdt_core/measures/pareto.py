"""The Pareto front: what nothing else beats in every respect."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def pareto_front(points: Sequence[Sequence[float]]) -> NDArray[np.bool_]:
    """Which points are on the front, where larger is better in every column.

    A point is off the front when some other is at least as large in all columns and larger in one; equal points stand
    or fall together.
    """
    values = np.asarray(points, dtype=np.float64)
    if values.size == 0:
        return np.zeros(len(points), dtype=np.bool_)
    is_front = np.empty(len(values), dtype=np.bool_)
    for position, point in enumerate(values):
        beaten_by = (values >= point).all(axis=1) & (values > point).any(axis=1)
        is_front[position] = not beaten_by.any()
    return is_front
