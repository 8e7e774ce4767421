"""From sets of items to patterns: one for each set of rows, none that a more general one makes redundant.

Sets of items that cover the same rows of both tables are one pattern (one closed set of items); the shortest of them,
and of equally short ones the first, describes it. Let s_t be the rows of table t that a pattern covers, c_t those of
them that are of the class, N_t the rows of the table and C_t those of the class. A pattern predicts the class if
c_t / s_t > C_t / N_t in both tables. It is redundant if another pattern covers all its rows and more, and c_t / s_t is
at least as high in both tables.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ksdt_core.patterns.extents import Bits, Rows
from ksdt_core.patterns.itemsets import Itemset

Counts = NDArray[np.int64]  # (pattern, table, class)


def distinct(itemsets: Sequence[Itemset], keys: Sequence[bytes]) -> list[int]:
    """The positions of the itemsets that describe their rows best, in the order of the itemsets."""
    best: dict[bytes, int] = {}
    for position, key in enumerate(keys):
        other = best.get(key)
        if other is None or _order(itemsets[position]) < _order(itemsets[other]):
            best[key] = position
    return sorted(best.values())


def _order(itemset: Itemset) -> tuple[int, Itemset]:
    return len(itemset), itemset


def predicting(counts: Counts, totals: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which (pattern, class) have a lift above 1 in both tables; `totals` are the rows by (table, class)."""
    support, n_rows = counts.sum(axis=2, keepdims=True), totals.sum(axis=1)[None, :, None]
    return np.asarray((counts * n_rows > support * totals[None]).all(axis=1))


def shared_p_values(counts: Counts, totals: NDArray[np.int64], which: NDArray[np.bool_]) -> NDArray[np.float64]:
    """For each (table, pattern, class) of `which` the hypergeometric P(c_t or more); 1 elsewhere.

    A pattern that does not predict the class in both tables is counted as tested, with p = 1.
    """
    from scipy.stats import hypergeom  # takes a second to import

    found = np.ones((2, *which.shape))
    pattern, answer = np.nonzero(which)
    for table in (0, 1):
        correct, support = counts[pattern, table, answer], counts[pattern, table].sum(axis=1)
        of_class, n_rows = totals[table, answer], totals[table].sum()
        found[table, pattern, answer] = hypergeom.sf(correct - 1, n_rows, of_class, support)
    return np.clip(found, 0.0, 1.0)


def not_redundant(
    positions: Sequence[int], answer: int, counts: Counts, itemsets: Sequence[Itemset], rows: Rows
) -> list[int]:
    """Those of the patterns for one class that no more general one makes redundant.

    The most general come first. What a redundant pattern makes redundant, the one above it does, too, so that each is
    compared with those that are kept.
    """
    support = counts.sum(axis=2)
    ordered = sorted(positions, key=lambda position: (-int(support[position].sum()), position))
    kept: list[int] = []
    covered: list[Bits] = []  # of those that are kept
    for position in ordered:
        own, correct = support[position], counts[position, :, answer]
        above = np.array(kept, dtype=np.intp)
        at_least = (counts[above, :, answer] * own >= correct * support[above]).all(axis=1)
        bits = rows.covered(itemsets[position])
        if not any(not (bits & ~covered[other]).any() for other in np.flatnonzero(at_least).tolist()):
            kept.append(position)
            covered.append(bits)
    return kept
