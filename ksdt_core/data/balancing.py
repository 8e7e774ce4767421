"""Raising rare classes until the class ratios of the two tables agree."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Classes = NDArray[np.intp]
Weights = NDArray[np.int64]


def unit_weights(classes: Classes) -> Weights:
    """Every row counts once."""
    return np.ones(classes.size, dtype=np.int64)


def balance_weights(left: Classes, right: Classes, *, n_classes: int, seed: int) -> tuple[Weights, Weights]:
    """How often each row of the two tables counts after balancing: once, and once more each time it is drawn.

    In table i class c is raised, never lowered, to round(N_i · max(share_1c, share_2c)) rows by drawing with
    replacement from its own rows.
    """
    left_counts = np.bincount(left, minlength=n_classes)
    right_counts = np.bincount(right, minlength=n_classes)
    shares = np.maximum(left_counts / left.size, right_counts / right.size)
    return (
        _drawn(left, left_counts, shares, np.random.default_rng([seed, 0])),
        _drawn(right, right_counts, shares, np.random.default_rng([seed, 1])),
    )


def _drawn(
    classes: Classes, counts: NDArray[np.intp], shares: NDArray[np.float64], generator: np.random.Generator
) -> Weights:
    weights = unit_weights(classes)
    for position, (count, share) in enumerate(zip(counts.tolist(), shares.tolist(), strict=True)):
        n_extra = round(classes.size * share) - count
        if n_extra > 0 and count > 0:
            rows = np.flatnonzero(classes == position)
            weights += np.bincount(rows[generator.integers(0, count, n_extra)], minlength=classes.size)
    return weights
