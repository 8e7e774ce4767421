"""Thresholds of scikit-learn, which rounds every cell to 32 bits before it compares, for comparisons in 64 bits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_ROUND_STEPS = 1024.0  # a multiple of 1/1024 ...
_ROUND_LARGEST = 8192.0  # ... below this has at most 23 binary digits: half of what 32 bits resolve is far below a step


def exact_thresholds(thresholds: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each threshold t the largest number x whose nearest 32-bit number is ≤ t: x ≤ it exactly when x32 ≤ t.

    Rounding never changes an order, so the cells that go left are all those up to one number. With f the largest 32-bit
    number ≤ t and g the next one, it is their midpoint, or the 64-bit number before it where the tie rounds up to g.

    Thresholds with few binary digits, such as the 0.5 of a Boolean attribute or the 2.5 of counts, are kept as they
    are: only a cell that differs from them by less than one part in eight million could go another way.
    """
    below = thresholds.astype(np.float32)
    below = np.where(below.astype(np.float64) > thresholds, np.nextafter(below, np.float32(-np.inf)), below)
    above = np.nextafter(below, np.float32(np.inf))
    middle = (below.astype(np.float64) + above.astype(np.float64)) / 2
    rounds_up = middle.astype(np.float32).astype(np.float64) > thresholds
    exact = np.where(rounds_up, np.nextafter(middle, -np.inf), middle)
    is_round = (np.abs(thresholds) < _ROUND_LARGEST) & (thresholds * _ROUND_STEPS % 1 == 0)
    return np.where(is_round | ~np.isfinite(exact), thresholds, exact)
