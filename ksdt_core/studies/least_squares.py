"""Orthogonal trees combined by least squares."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.fourier.tree_boxes import class_indicators

Values = NDArray[np.float64]
"""(n_trees, n_rows, n_outputs): what each orthogonal tree answers."""


def fitted_weights(
    values: Values, classes: NDArray[Any], n_classes: int, *, row_weights: NDArray[Any] | None = None
) -> NDArray[np.float64]:
    """b that minimises Σ_rows Σ_outputs (y - Σ_q b_q v_q)², y the indicators of the classes."""
    wanted = class_indicators(classes, n_classes)
    scale = np.ones(classes.size) if row_weights is None else np.sqrt(row_weights.astype(np.float64))
    left = (values * scale[None, :, None]).reshape(values.shape[0], -1).T
    right = (wanted * scale[:, None]).reshape(-1)
    return np.asarray(np.linalg.lstsq(left, right, rcond=None)[0], dtype=np.float64)


def combined_answers(values: Values, weights: NDArray[np.float64]) -> NDArray[np.intp]:
    """The class that Σ_q b_q v_q stands for: the second of two above 1/2, the largest of more."""
    total = np.tensordot(weights, values, axes=1)
    if total.shape[1] == 1:
        return np.asarray(total[:, 0] > 0.5 + 1e-9, dtype=np.intp)
    return np.asarray(np.argmax(total >= total.max(axis=1, keepdims=True) - 1e-9, axis=1), dtype=np.intp)
