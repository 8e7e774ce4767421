"""Shares of right answers, each counted row by row as its definition reads."""

from __future__ import annotations

import math
from collections.abc import Sequence


def accuracy(classes: Sequence[int], answers: Sequence[int]) -> float:
    """Rows answered right over all rows."""
    return sum(c == a for c, a in zip(classes, answers, strict=True)) / len(classes)


def sensitivity(classes: Sequence[int], answers: Sequence[int], of: int) -> float | None:
    """Of the rows of a class those that are answered with it."""
    rows = [a for c, a in zip(classes, answers, strict=True) if c == of]
    return sum(a == of for a in rows) / len(rows) if rows else None


def specificity(classes: Sequence[int], answers: Sequence[int], of: int) -> float | None:
    """Of the rows of other classes those that are answered with another class."""
    rows = [a for c, a in zip(classes, answers, strict=True) if c != of]
    return sum(a != of for a in rows) / len(rows) if rows else None


def balanced(classes: Sequence[int], answers: Sequence[int]) -> float:
    """The mean sensitivity of the classes that occur."""
    present = sorted(set(classes))
    return sum(sensitivity(classes, answers, c) or 0.0 for c in present) / len(present)


def baseline(classes: Sequence[int]) -> float:
    """Always answering the largest class."""
    return max(classes.count(c) for c in set(classes)) / len(classes)


def vote(answers: Sequence[Sequence[int]], n_classes: int) -> list[int]:
    """For each row the class that most trees answer, the first of several."""
    voted = []
    for row in zip(*answers, strict=True):
        counts = [row.count(c) for c in range(n_classes)]
        voted.append(counts.index(max(counts)))
    return voted


def auc(classes: Sequence[int], scores: Sequence[float]) -> float | None:
    """Over all pairs of a row of each class: 1 where the second class scores higher, ½ where both score alike."""
    pairs = [
        1.0 if s1 > s0 else 0.5 if s1 == s0 else 0.0
        for c0, s0 in zip(classes, scores, strict=True)
        for c1, s1 in zip(classes, scores, strict=True)
        if (c0, c1) == (0, 1)
    ]
    return sum(pairs) / len(pairs) if pairs else None


def at_least(correct: int, n: int, share: float) -> float:
    """P(X ≥ correct), X ~ Bin(n, share), term by term."""
    return math.fsum(math.comb(n, i) * share**i * (1 - share) ** (n - i) for i in range(correct, n + 1))
