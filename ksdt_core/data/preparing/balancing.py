"""Raising rare classes until the class ratios of the two tables agree."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Classes = NDArray[np.intp]
Weights = NDArray[np.int64]
Counts = NDArray[np.intp]  # rows of each class


def unit_weights(classes: Classes) -> Weights:
    """Every row counts once."""
    return np.ones(classes.size, dtype=np.int64)


def balance_weights(left: Classes, right: Classes, *, n_classes: int, seed: int) -> tuple[Weights, Weights]:
    """How often each row of the two tables counts after balancing: once, and once more each time it is drawn.

    A class is raised to its `balanced_counts` by drawing with replacement from its own rows.
    """
    counts = (np.bincount(left, minlength=n_classes), np.bincount(right, minlength=n_classes))
    left_wanted, right_wanted = balanced_counts(*counts)
    return (
        _drawn(left, counts[0], left_wanted, np.random.default_rng([seed, 0])),
        _drawn(right, counts[1], right_wanted, np.random.default_rng([seed, 1])),
    )


def balanced_counts(left: Counts, right: Counts) -> tuple[Counts, Counts]:
    """The rows of each class after balancing, from those before.

    In table i class c is raised, never lowered, to round(N_i · max(share_1c, share_2c)) rows; a class without a row
    stays without one.
    """
    shares = np.maximum(left / left.sum(), right / right.sum())
    return _raised(left, shares), _raised(right, shares)


def _raised(counts: Counts, shares: NDArray[np.float64]) -> Counts:
    n_rows = int(counts.sum())
    pairs = zip(counts.tolist(), shares.tolist(), strict=True)
    return np.array([max(count, round(n_rows * share)) if count else 0 for count, share in pairs], dtype=np.intp)


def _drawn(classes: Classes, counts: Counts, wanted: Counts, generator: np.random.Generator) -> Weights:
    weights = unit_weights(classes)
    for position, (count, n_extra) in enumerate(zip(counts.tolist(), (wanted - counts).tolist(), strict=True)):
        if n_extra > 0:
            rows = np.flatnonzero(classes == position)
            weights += np.bincount(rows[generator.integers(0, count, n_extra)], minlength=classes.size)
    return weights
