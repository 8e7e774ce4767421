"""Whether a split separates the classes of a third table in the direction of the two mined ones."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ksdt_core.evidence.replicated import FEWEST_ROWS, HOLDS_LEVEL

Counts = NDArray[np.int64]
Direction = tuple[int, int]
"""A class, and 1 where it is more frequent in the left child, −1 where it is in the right one."""


def split_direction(left: Counts, right: Counts) -> Direction | None:
    """The direction that the two tables share; None where they share none.

    `left` and `right` are the class counts of the two children, (2, n_classes), in each table. For more than two
    classes it is the class that the split separates best in both: argmax over classes c and signs g of
    min(g·z_L, g·z_R).
    """
    z_left, z_right = (_signed_z(counts) for counts in (left, right))
    scores = [
        (min(sign * a, sign * b), c, sign)
        for c, (a, b) in enumerate(zip(z_left, z_right, strict=True))
        for sign in (1, -1)
    ]
    best, c, sign = max(scores, key=lambda entry: (round(entry[0], 9), -entry[1]))
    return (c, sign) if best > 0 else None


def _signed_z(children: Counts) -> list[float]:
    """Hypergeometric z of each class in the left child: (a − n₁Y/N) / √(n₁(N−n₁)Y(N−Y) / (N²(N−1)))."""
    (n1, n2), of_class = children.sum(axis=1).tolist(), children.sum(axis=0).tolist()
    n = n1 + n2
    found = []
    for a, y in zip(children[0].tolist(), of_class, strict=True):
        variance = n1 * n2 * y * (n - y) / (n * n * (n - 1)) if n > 1 else 0.0
        found.append((a - n1 * y / n) / math.sqrt(variance) if variance > 0 else 0.0)
    return found


def one_sided_p(children: Counts, direction: Direction | None) -> float:
    """Fisher's one-sided p: P(X ≥ a) of a hypergeometric X, a the rows of the class on its side.

    Without a direction it is 1.
    """
    if direction is None:
        return 1.0
    c, sign = direction
    here, there = (children[0], children[1]) if sign > 0 else (children[1], children[0])
    return upper_tail(int(here[c]), int(here.sum()), int(here[c] + there[c]), int(here.sum() + there.sum()))


def upper_tail(a: int, drawn: int, marked: int, n: int) -> float:
    """P(X ≥ a), X the marked rows among so many drawn of n.

    >>> round(upper_tail(3, 4, 4, 8), 4)  # the lady tasting tea
    0.2429
    """
    from scipy.special import gammaln  # late: most commands do without it

    def ways(n_all: NDArray[np.float64] | float, n_chosen: NDArray[np.float64] | float) -> NDArray[np.float64]:
        """The logarithm of the binomial coefficient."""
        return np.asarray(gammaln(n_all + 1.0) - gammaln(n_chosen + 1.0) - gammaln(n_all - n_chosen + 1.0))

    i = np.arange(max(a, drawn + marked - n), min(drawn, marked) + 1, dtype=np.float64)
    terms = np.exp(ways(marked, i) + ways(n - marked, drawn - i) - ways(n, drawn))
    return min(1.0, math.fsum(terms.tolist()))


def verdict_of(children: Counts, p: float) -> tuple[bool | None, float | None]:
    """Whether the split holds, and its p; neither where a child has fewer than 5 rows."""
    if int(children.sum(axis=1).min()) < FEWEST_ROWS:
        return None, None
    return p < HOLDS_LEVEL, p
