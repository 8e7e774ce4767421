"""Orthogonal trees put together again: weights by least squares (ODT-LR)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.growing import answered_classes
from ksdt_core.fourier.orthogonal import OrthogonalTrees
from ksdt_core.fourier.tree_boxes import class_indicators


@dataclass(frozen=True, slots=True, eq=False)
class FittedCombination:
    """Σ_q β_q V_q, which answers the second class above 0.5, or of more classes the one with the largest value."""

    trees: OrthogonalTrees
    weights: NDArray[np.float64]  # β, one for each of the first components

    def __post_init__(self) -> None:
        self.weights.setflags(write=False)

    def at(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Σ_q β_q V_q(x) for the rows of a table, a column an output."""
        return np.asarray(np.einsum("rqo,q->ro", self.trees.at(rows)[:, : self.weights.size], self.weights))

    def predict(self, rows: NDArray[np.float64]) -> NDArray[np.int64]:
        """The classes of the rows, as positions in the class names."""
        return answered_classes(self.at(rows))


def fitted_combination(
    trees: OrthogonalTrees,
    rows: NDArray[np.float64],
    *,
    classes: NDArray[np.integer[Any]],
    components: int | None = None,
) -> FittedCombination:
    """The weights β that bring Σ_q β_q V_q closest to the indicators of the rows' classes, by least squares (ODT-LR).

    Departure: the publication fits on the labels of the test rows, which leaks; give the training rows.
    `components` uses only the first so many functions; one of them is the study's single orthogonal tree.
    """
    n_used = trees.n_components if components is None else components
    if not 1 <= n_used <= trees.n_components:
        raise InvalidParameterError(f"{n_used} components were asked for; there are {trees.n_components}.")
    if len(rows) == 0 or len(rows) != len(classes):
        raise InvalidParameterError(f"{len(rows)} rows but {len(classes)} classes; give a class for each row.")
    values = trees.at(rows)[:, :n_used]
    wanted = class_indicators(np.asarray(classes), len(trees.class_names))
    design = np.swapaxes(values, 1, 2).reshape(-1, n_used)
    weights = np.linalg.lstsq(design, wanted.ravel())[0]
    return FittedCombination(trees, np.asarray(weights, dtype=np.float64))
