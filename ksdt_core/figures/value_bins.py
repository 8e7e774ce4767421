"""Where numbers are cut into bars: the same bars for all that is compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOST_BINS = 40
FEWEST_BINS = 8
FEW_VALUES = 25  # up to so many distinct whole numbers each has its own bar
TAILS = (0.005, 0.995)
WIDER = 6.0  # one axis for two tables unless it is so many times as wide as one of them

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """Bars between rising edges; what lies beyond counts with the first or the last."""

    edges: Floats

    def counts(self, cells: Floats) -> NDArray[np.int64]:
        inside = np.clip(cells, self.edges[0], self.edges[-1])
        return np.histogram(inside, self.edges)[0].astype(np.int64)


def value_bins(columns: Sequence[Floats]) -> Bins:
    """Bars for the known cells of these columns; the last half percent at either end may lie beyond."""
    cells = np.concatenate(list(columns))
    if not cells.size:
        return Bins(np.array([0.0, 1.0]))
    low, high = _range(cells)
    n_bins = int(np.clip(round(2 * cells.size ** (1 / 3)), FEWEST_BINS, MOST_BINS))  # Rice's rule
    if np.all(cells == np.round(cells)):
        width = 1.0 if high - low < FEW_VALUES else float(np.ceil((high - low + 1) / n_bins))
        return Bins(np.arange(np.floor(low) - 0.5, np.ceil(high) + width, width))
    if low == high:
        width = abs(low) * 0.01 or 0.5
        return Bins(np.array([low - width, low + width]))
    return Bins(np.linspace(low, high, n_bins + 1))


def common_axis(left: Floats, right: Floats) -> bool:
    """Whether two columns can be drawn over one axis so that the values of both are still distinguished."""
    if not left.size or not right.size:
        return True
    ranges = [_range(cells) for cells in (left, right)]
    whole = max(high for _, high in ranges) - min(low for low, _ in ranges)
    return all(whole <= WIDER * (high - low) for low, high in ranges)


def _range(cells: Floats) -> tuple[float, float]:
    """All values, or all but the tails where these would leave no room for the rest."""
    low, high = float(cells.min()), float(cells.max())
    inner_low, inner_high = (float(edge) for edge in np.quantile(cells, TAILS))
    if inner_low < inner_high and (high - low) > 1.5 * (inner_high - inner_low):
        return inner_low, inner_high
    return low, high
