"""A split into two or more children, as a chain of the tests that a binary tree asks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Split:
    """Tests t_1 .. t_q of one attribute, asked in this order, with q + 1 children.

    A row goes to the first child whose test holds, and to the last child when none does. Tests of a number are
    A ≤ t with rising t, so the children are intervals; tests of a category are A = t.
    """

    attribute: int
    is_numeric: bool
    tests: tuple[float, ...]

    @property
    def n_children(self) -> int:
        return len(self.tests) + 1

    def children_of(self, cells: NDArray[np.float64]) -> NDArray[np.intp]:
        """Which child each cell of the attribute goes to; none of the cells is missing."""
        if self.is_numeric:
            return np.searchsorted(np.array(self.tests), cells, side="left").astype(np.intp)
        matches = cells[:, None] == np.array(self.tests)[None, :]
        return np.where(matches.any(axis=1), matches.argmax(axis=1), len(self.tests)).astype(np.intp)
