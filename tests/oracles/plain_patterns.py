"""Patterns by enumerating every set of items, with Python sets of row numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

Rows = tuple[frozenset[int], frozenset[int]]  # of the left and of the right table


@dataclass(frozen=True)
class PlainPattern:
    itemset: tuple[int, ...]
    answer: int
    support: tuple[int, int]
    correct: tuple[int, int]
    p_values: tuple[float, float]
    p_corrected: float


def plain_patterns(
    items: list[Rows], classes: tuple[list[int], list[int]], n_classes: int, *, share: Fraction, longest: int
) -> list[PlainPattern]:
    """Every pattern that predicts a class in both tables and that no more general one makes redundant."""
    described: dict[Rows, tuple[int, ...]] = {}
    for length in range(1, longest + 1):
        for itemset in combinations(range(len(items)), length):
            rows = tuple(frozenset.intersection(*(items[i][table] for i in itemset)) for table in (0, 1))
            if all(found and len(found) >= share * len(own) for found, own in zip(rows, classes, strict=True)):
                described.setdefault((rows[0], rows[1]), itemset)
    tested = {(rows, answer): _p_values(rows, classes, answer) for rows in described for answer in range(n_classes)}
    corrected = _holm({key: max(p) for key, p in tested.items()})
    found = []
    for (rows, answer), p_values in tested.items():
        if not _predicts(rows, classes, answer):
            continue
        own = _confidence(rows, classes, answer)
        general = (
            other for other in described if other != rows and all(a >= b for a, b in zip(other, rows, strict=True))
        )
        if any(all(a >= b for a, b in zip(_confidence(other, classes, answer), own, strict=True)) for other in general):
            continue
        correct = [sum(classes[table][row] == answer for row in rows[table]) for table in (0, 1)]
        found.append(
            PlainPattern(
                described[rows],
                answer,
                (len(rows[0]), len(rows[1])),
                (correct[0], correct[1]),
                p_values,
                corrected[rows, answer],
            )
        )
    return found


def _confidence(rows: Rows, classes: tuple[list[int], list[int]], answer: int) -> list[Fraction]:
    return [Fraction(sum(own[row] == answer for row in met), len(met)) for met, own in zip(rows, classes, strict=True)]


def _predicts(rows: Rows, classes: tuple[list[int], list[int]], answer: int) -> bool:
    shares = [Fraction(own.count(answer), len(own)) for own in classes]
    return all(share > base for share, base in zip(_confidence(rows, classes, answer), shares, strict=True))


def _p_values(rows: Rows, classes: tuple[list[int], list[int]], answer: int) -> tuple[float, float]:
    """Hypergeometric tails; 1 where the class is not predicted in both tables."""
    if not _predicts(rows, classes, answer):
        return 1.0, 1.0
    tails = []
    for met, own in zip(rows, classes, strict=True):
        total, of_class, drawn = len(own), own.count(answer), len(met)
        seen = sum(own[row] == answer for row in met)
        ways = sum(comb(of_class, k) * comb(total - of_class, drawn - k) for k in range(seen, min(of_class, drawn) + 1))
        tails.append(float(Fraction(ways, comb(total, drawn))))
    return tails[0], tails[1]


def _holm(p_values: dict[tuple[Rows, int], float]) -> dict[tuple[Rows, int], float]:
    ordered = sorted(p_values, key=lambda key: p_values[key])
    highest, corrected = 0.0, {}
    for rank, key in enumerate(ordered):
        highest = max(highest, min(1.0, (len(ordered) - rank) * p_values[key]))
        corrected[key] = highest
    return corrected
