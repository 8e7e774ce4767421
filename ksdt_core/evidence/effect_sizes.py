"""How well an attribute predicts the class in one table, with 95 % intervals: AUC and Cramér's V."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import kernel

Vector = NDArray[np.float64]
Z95 = 1.959963984540054
BISECTIONS = 50


def areas(cells: NDArray[np.float64], positive: NDArray[np.bool_]) -> Vector:
    """AUC of each attribute: the probability that a positive row has the higher value, ties counted half.

    `cells` hold one attribute a row. Without rows of both kinds it is 0.5.
    """
    found = np.empty(cells.shape[0])
    _areas(np.ascontiguousarray(cells), positive, found)
    return found


@kernel
def _areas(cells: Any, positive: Any, found: Any) -> None:
    n = positive.size
    n_positive = 0
    for row in range(n):
        n_positive += positive[row]
    pairs = float(n_positive) * (n - n_positive)
    for j in range(cells.shape[0]):
        if pairs == 0:
            found[j] = 0.5
            continue
        order = np.argsort(cells[j])
        wins, below, at = 0.0, 0, 0
        while at < n:
            here_positive, here_other, value = 0, 0, cells[j, order[at]]
            while at < n and cells[j, order[at]] == value:
                if positive[order[at]]:
                    here_positive += 1
                else:
                    here_other += 1
                at += 1
            wins += here_positive * (below + 0.5 * here_other)
            below += here_other
        found[j] = wins / pairs


def area_interval(area: Vector, n_positive: int, n_other: int) -> tuple[Vector, Vector]:
    """The interval of an AUC: all θ with (AUC − θ)² ≤ z²·V(θ) [Newcombe 2006, method 5].

    V(θ) = θ(1 − θ)(1 + (N* − 1)((1 − θ)/(2 − θ) + θ/(1 + θ))) / (mn), N* = (m + n)/2; it stays within 0 and 1.
    """
    if n_positive == 0 or n_other == 0:
        return np.zeros_like(area), np.ones_like(area)
    bounds = []
    for edge in (0.0, 1.0):
        inside, outside = area.copy(), np.full_like(area, edge)
        for _ in range(BISECTIONS):
            middle = (inside + outside) / 2
            within = (area - middle) ** 2 <= Z95**2 * _area_variance(middle, n_positive, n_other)
            inside, outside = np.where(within, middle, inside), np.where(within, outside, middle)
        bounds.append(inside)
    return bounds[0], bounds[1]


def _area_variance(theta: Vector, m: int, n: int) -> Vector:
    spread = 1 + ((m + n) / 2 - 1) * ((1 - theta) / (2 - theta) + theta / (1 + theta))
    return np.asarray(theta * (1 - theta) * spread / (m * n))


def association(counts: NDArray[np.int64], n_class: NDArray[np.int64], met: NDArray[np.int64], n: int) -> Vector:
    """Cramér's V of a split and the class, √(χ²/N), from counts[class, split] among the rows that meet it."""
    chi = np.zeros(met.size)
    for c, of_class in enumerate(n_class.tolist()):
        for cells, size in ((counts[c], met), (of_class - counts[c], n - met)):
            expected = size * of_class / n
            chi += np.divide((cells - expected) ** 2, expected, out=np.zeros(met.size), where=expected > 0)
    return np.minimum(1.0, np.sqrt(chi / n))


def association_interval(v: Vector, n: int, n_classes: int) -> tuple[Vector, Vector]:
    """The interval of Cramér's V: the non-centralities λ of χ² under which it is not extreme, √(λ/N)."""
    from scipy.special import chndtrinc  # late: takes a while to import

    chi = n * v**2
    with np.errstate(all="ignore"):
        low, high = (
            np.nan_to_num(np.asarray(chndtrinc(chi, n_classes - 1, share), dtype=np.float64), nan=0.0, posinf=0.0)
            for share in (0.975, 0.025)
        )
    bounds = [np.clip(np.sqrt(np.maximum(each, 0.0) / n), 0.0, 1.0) for each in (low, high)]
    return np.minimum(bounds[0], v), np.maximum(bounds[1], v)


def log_odds(cells: NDArray[np.float64]) -> tuple[Vector, Vector]:
    """Log odds ratios of 2 × 2 tables [a, b, c, d], and their variances; half a row is added to every cell."""
    a, b, c, d = cells + 0.5
    return np.log(a * d / (b * c)), 1 / a + 1 / b + 1 / c + 1 / d


def two_sided(z: Vector) -> Vector:
    """The two-sided p of a standard normal z."""
    return np.array([math.erfc(abs(value) / math.sqrt(2)) for value in z.tolist()])
