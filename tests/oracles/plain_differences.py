"""What remains of the difference of two tables beyond their base rates, word by word, from the rows themselves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist

HALF = Fraction(1, 2)


def plain_remaining(
    node: tuple[Sequence[int], Sequence[int]], above: tuple[Sequence[int], Sequence[int]], n_classes: int
) -> tuple[float, float]:
    """D and p of the class that differs most; each argument lists the classes of the rows of both tables."""
    found = []
    for c in range(n_classes):
        ratios, variance = [], Fraction(0)
        for tables, sign in ((node, 1), (above, -1)):
            ratio = Fraction(1)
            for table, power in zip(tables, (1, -1), strict=True):
                own = sum(1 for each in table if each == c) + HALF
                others = sum(1 for each in table if each != c) + HALF
                ratio *= (own / others) ** power
                variance += sign * (1 / own + 1 / others)
            ratios.append(ratio)
        difference = math.log(ratios[0] / ratios[1])
        p = 2 * NormalDist().cdf(-abs(difference) / math.sqrt(variance)) if variance > 0 else 1.0
        found.append((p, difference))
    if n_classes == 2:
        return found[1][1], found[1][0]
    p, difference = min(found, key=lambda each: each[0])
    return difference, min(1.0, n_classes * p)
