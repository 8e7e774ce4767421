"""The measures of SPEC.md section 2, each as its definition reads."""

from __future__ import annotations

import math
from collections.abc import Sequence

Usage = dict[tuple[int, int], float]
"""Components of a usage summary that are not zero: (level, attribute) → value; level 0 stands for all levels."""


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """a·b / (‖a‖‖b‖), and 0 when either is all zero."""
    length_a, length_b = math.sqrt(sum(x * x for x in a)), math.sqrt(sum(x * x for x in b))
    if length_a == 0 or length_b == 0:
        return 0.0
    return sum(x * y for x, y in zip(a, b, strict=True)) / (length_a * length_b)


def entropy(counts: Sequence[int]) -> float:
    """−Σ p log2 p of the class shares."""
    n = sum(counts)
    return -sum(c / n * math.log2(c / n) for c in counts if c > 0)


def gain(counts_a: Sequence[int], counts_b: Sequence[int]) -> float:
    """Information gain of splitting a node into children with these class counts."""
    both = [a + b for a, b in zip(counts_a, counts_b, strict=True)]
    n_a, n_b = sum(counts_a), sum(counts_b)
    return entropy(both) - n_a / (n_a + n_b) * entropy(counts_a) - n_b / (n_a + n_b) * entropy(counts_b)


def gain_ratio(counts_a: Sequence[int], counts_b: Sequence[int]) -> float:
    """Information gain over the entropy of the children's sizes."""
    return gain(counts_a, counts_b) / entropy([sum(counts_a), sum(counts_b)])


def gini(counts: Sequence[int]) -> float:
    """1 − Σ p² of the class shares."""
    return 1 - sum((c / sum(counts)) ** 2 for c in counts)


def gini_reduction(counts_a: Sequence[int], counts_b: Sequence[int]) -> float:
    """How much less impure the children are than the node."""
    both = [a + b for a, b in zip(counts_a, counts_b, strict=True)]
    n_a, n_b = sum(counts_a), sum(counts_b)
    return gini(both) - n_a / (n_a + n_b) * gini(counts_a) - n_b / (n_a + n_b) * gini(counts_b)


CRITERIA = {"gain": gain, "gain-ratio": gain_ratio, "gini": gini_reduction}


def for_cost(value: float, cost: float, rule: str, weight: float) -> float:
    """A value set against a cost."""
    return value**2 / cost if rule == "squared" else (2**value - 1) / (cost + 1) ** weight


def usage(tests: Sequence[tuple[int, int]], kind: str) -> Usage:
    """AUS of a tree whose tests are given as (attribute, level).

    lnc: Cnt(A) / avgLvl(A), one number an attribute. llc: how often A is tested at each level.
    """
    summary: Usage = {}
    for attribute in {attribute for attribute, _ in tests}:
        levels = [level for tested, level in tests if tested == attribute]
        if kind == "lnc":
            average_level = sum(levels) / len(levels)
            summary[0, attribute] = len(levels) / average_level
        else:
            for level in set(levels):
                summary[level, attribute] = levels.count(level)
    return summary


def tree_pair_difference(a: Usage, b: Usage) -> float:
    """TPD: 1 − cosine of the summaries; 0 for two trees with no split, 1 if only one has none."""
    if not a and not b:
        return 0.0
    places = sorted(a.keys() | b.keys())
    return 1 - cosine([a.get(place, 0.0) for place in places], [b.get(place, 0.0) for place in places])


def aggregate(differences: Sequence[float], how: str, ell: int) -> float:
    """ATD from the TPDs to the other trees; 1 when there is none."""
    if not differences:
        return 1.0
    n_kept = {"avgmin": ell, "avg": len(differences), "min": 1}[how]
    kept = sorted(differences)[:n_kept]
    return sum(kept) / len(kept)


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
