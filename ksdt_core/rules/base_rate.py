"""How two tables differ at a node beyond their base rates.

Tables that differ in how common a class is differ at every node, which tells nothing about the node: if of each class
the same share reaches a node in both tables, the odds ratio between the tables is at every node that of the whole
tables. That is what is tested. For a class c let
aᵢ be the rows of c and bᵢ those of other classes of table i at node V, and Aᵢ, Bᵢ the same at another node U above V
(the root: the base rates). With one half added to each count, as is usual for odds,

    L(V) = ln (a₁/b₁) − ln (a₂/b₂)            the log odds ratio between the tables at V,
    D = L(V) − L(U)                           what remains at V of the difference, beyond that at U,
    var D = Σᵢ (1/aᵢ + 1/bᵢ − 1/Aᵢ − 1/Bᵢ)    since the rows of V are among those of U,

and z = D / √var D is compared with the normal distribution, two-sided. With more than two classes each is set against
all others, the class with the smallest p stands for the node, and p is multiplied by the number of classes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Mixes = tuple[Sequence[int], Sequence[int]]
"""The rows of each class of both tables."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """What remains of the difference of two tables at a node."""

    answer: int  # the class that differs most
    log_odds: float  # D; above 0 where the left table has more of the class than the base rates explain
    p_value: float


def remaining(node: Mixes, above: Mixes) -> Remaining:
    """The difference of the tables at a node beyond that at a node above it."""
    n_classes = len(node[0])
    tested = [_of_class(node, above, answer) for answer in range(n_classes)]
    if n_classes == 2:
        return tested[1]  # that of the first class is its mirror image
    best = min(tested, key=lambda each: each.p_value)
    return Remaining(best.answer, best.log_odds, min(1.0, n_classes * best.p_value))


def expected_share(node: Mixes, above: Mixes, answer: int, side: int) -> float:
    """The share of the class in one table at the node if it differed from the other table by the base rates alone."""
    own = _log_odds(above[side], answer) - _log_odds(above[1 - side], answer)
    return 1 / (1 + math.exp(-(_log_odds(node[1 - side], answer) + own)))


def _of_class(node: Mixes, above: Mixes, answer: int) -> Remaining:
    log_odds = [_log_odds(mixes[0], answer) - _log_odds(mixes[1], answer) for mixes in (node, above)]
    difference = log_odds[0] - log_odds[1]
    variance = sum(_variance(here, answer) - _variance(there, answer) for here, there in zip(node, above, strict=True))
    p = 1.0 if variance <= 1e-12 else math.erfc(abs(difference) / math.sqrt(2 * variance))
    return Remaining(answer, difference, p)


def _halves(counts: Sequence[int], answer: int) -> tuple[float, float]:
    own = int(counts[answer])
    return own + 0.5, int(sum(counts)) - own + 0.5


def _log_odds(counts: Sequence[int], answer: int) -> float:
    own, others = _halves(counts, answer)
    return math.log(own / others)


def _variance(counts: Sequence[int], answer: int) -> float:
    own, others = _halves(counts, answer)
    return 1 / own + 1 / others
