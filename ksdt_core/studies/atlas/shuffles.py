"""How many shuffles an atlas needs before any pair can be called similar."""

from __future__ import annotations

import math

from ksdt_core.evidence.chance_level import CHANCE_LEVEL

COMMON = 99


def enough_shuffles(n_pairs: int) -> int:
    """The fewest shuffles with which one pair that beats them all reaches q ≤ 0.05, and not below the common 99.

    With N shuffles the smallest p-value is 1 / (N + 1). Under false discovery control over n pairs a single such pair
    has q = n / (N + 1), so N ≥ n / 0.05 − 1.

    >>> enough_shuffles(3), enough_shuffles(45)
    (99, 899)
    """
    return max(COMMON, fewest_shuffles(n_pairs))


def fewest_shuffles(n_pairs: int) -> int:
    """The same without the common number: ceil(n / 0.05) − 1.

    >>> fewest_shuffles(3)
    59
    """
    return math.ceil(round(n_pairs / CHANCE_LEVEL, 6)) - 1
