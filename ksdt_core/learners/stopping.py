"""When a learner stops to split."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.given import whole


@dataclass(frozen=True, slots=True)
class Stopping:
    """A node is a leaf when one class has this share of its rows, when it lies this deep, or has fewer rows than this.

    A depth of 0 is no bound; a split into many children is one step down.
    """

    purity: float = 1.0
    max_depth: int = 0
    min_size: int = 2

    def __post_init__(self) -> None:
        if not 0 < self.purity <= 1:
            raise InvalidParameterError("not-a-share", option="purity", value=self.purity)
        for option, value, smallest in (("max_depth", self.max_depth, 0), ("min_size", self.min_size, 1)):
            whole(option, value, smallest=smallest)

    def stops(self, counts: NDArray[np.int64], depth: int) -> bool:
        """Whether a node with these class counts, so many splits below the root, is a leaf."""
        n_rows = int(counts.sum())
        if n_rows < self.min_size or (self.max_depth and depth >= self.max_depth):
            return True
        return int(counts.max()) >= math.ceil(self.purity * n_rows - 1e-9)

    def stops_weighted(self, counts: NDArray[np.float64], depth: int) -> bool:
        """The same where rows may count in parts."""
        n_rows = float(counts.sum())
        if n_rows < self.min_size - 1e-9 or (self.max_depth and depth >= self.max_depth):
            return True
        return float(counts.max()) >= self.purity * n_rows - 1e-9


FULLY = Stopping()
