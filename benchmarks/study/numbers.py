"""Small statistics of the study."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import binom, binomtest

CLEAR = 2.0  # standard errors from which on a mean counts as different from 0


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its standard error."""

    value: float
    error: float

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Mean:
        found = np.array(list(numbers), dtype=float)
        if found.size < 2:
            return cls(float(found.mean()) if found.size else math.nan, math.nan)
        return cls(float(found.mean()), float(found.std(ddof=1) / math.sqrt(found.size)))

    @property
    def clearly_above(self) -> bool:
        return self.value > CLEAR * self.error

    @property
    def clearly_below(self) -> bool:
        return self.value < -CLEAR * self.error


def percent_over(first: float, second: float) -> float | None:
    """By how many percent the first exceeds the second; None where the second is 0."""
    return None if second == 0 else 100 * (first / second - 1)


def area_under_curve(real: float, shuffled: Sequence[float]) -> float:
    """How often the real one exceeds a shuffled one; a tie counts half."""
    return sum(1.0 if real > other else 0.5 if real == other else 0.0 for other in shuffled) / len(shuffled)


def p_value(real: float, shuffled: Sequence[float]) -> float:
    """(1 + shuffles that reach the real one) / (1 + shuffles)."""
    return (1 + sum(other >= real for other in shuffled)) / (1 + len(shuffled))


def chance_of(claimed: int, tests: int, level: float) -> float:
    """The probability that as many of independent tests, or more, reach the level where there is nothing to find."""
    return float(binom.sf(claimed - 1, tests, level))


def interval(claimed: int, replicates: int) -> tuple[float, float]:
    """The exact 99 % binomial interval."""
    found = binomtest(claimed, replicates).proportion_ci(0.99, "exact")
    return float(found.low), float(found.high)
