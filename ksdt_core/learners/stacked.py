"""Stacking: a linear model of what several ensembles answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.learners.sum_of_trees import SumOfTrees
from ksdt_core.learners.voting import VotingTrees

Floats = NDArray[np.float64]
Base = VotingTrees | SumOfTrees


@dataclass(frozen=True, slots=True, eq=False)
class Stacked:
    """f(x) = b + W z(x), with z(x) the answers of all bases side by side.

    For numbers z holds the number of each base, and f is the prediction. For two classes z holds each base's share of
    the second class, and the second class is predicted where f > 0. For more classes z holds all shares, and the class
    with the largest f is predicted.
    """

    bases: tuple[Base, ...]
    coefficients: Floats  # (n_outputs, n_answers)
    intercept: Floats  # (n_outputs,)
    class_names: tuple[str, ...]  # empty where numbers are predicted

    def __post_init__(self) -> None:
        for array in (self.coefficients, self.intercept):
            array.setflags(write=False)

    @property
    def n_trees(self) -> int:
        return sum(len(base.trees) for base in self.bases)

    @property
    def n_nodes(self) -> int:
        """Nodes of all trees together."""
        return sum(tree.n_nodes for base in self.bases for tree in base.trees)

    def predict(self, values: Floats) -> NDArray[np.intp] | Floats:
        """The position of each row's class, or its number."""
        raw = np.hstack([self._answers(base, values) for base in self.bases]) @ self.coefficients.T + self.intercept
        if not self.class_names:
            return np.asarray(raw[:, 0])
        if len(self.class_names) == 2:
            return np.asarray(raw[:, 0] > 0, dtype=np.intp)
        return np.asarray(raw.argmax(axis=1), dtype=np.intp)

    def _answers(self, base: Base, values: Floats) -> Floats:
        if not self.class_names:
            return np.asarray(base.predict(values), dtype=np.float64)[:, None]
        shares = base.shares(values)
        return shares[:, 1:] if len(self.class_names) == 2 else shares
