"""Tables of two classes, the usual case, compiled: the four class counts of a child stand in one whole number.

A row adds `weight << 16 · kind` to it, so a column is walked with one addition a row; counts reach 32,767 at most.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import inlined, kernel

MOST_COUNTED = 2**15 - 1
MOST_KNOWN = 2**16  # gains computed beforehand: they stay near the processor
COUNT = np.int64(0xFFFF)


def row_steps(kind: NDArray[np.int32], weight: NDArray[np.int64], n_classes: int) -> NDArray[np.int64]:
    """What each row adds to the packed counts; empty where they do not fit."""
    if n_classes != 2 or np.bincount(kind, weights=weight).max(initial=0) > MOST_COUNTED:
        return np.empty(0, dtype=np.int64)
    steps: NDArray[np.int64] = weight.astype(np.int64) << (16 * kind.astype(np.int64))
    return steps


def known_gains(totals: NDArray[np.int64], logs: NDArray[np.float64], n_candidates: int) -> NDArray[np.float64]:
    """The gains of all counts that a child can have; none where candidates are hardly more than these."""
    n = int((totals[0] + totals[2] + 1) * (totals[1] + totals[3] + 1)) if totals.size == 4 else 0
    known = np.empty(n if n <= min(MOST_KNOWN, n_candidates // 4) else 0)
    if known.size:
        _know_gains(totals, logs, known)
    return known


@inlined
def packed_tally(rows, n_rows, codes, steps, totals, fewest, found_code, packed):  # type: ignore[no-untyped-def]
    """Walk a numeric column of a row set and note the counts of the ≤ child at each threshold.

    Common candidates follow each other, since both children's counts are monotone: returns the first and how many.
    """
    counts = np.int64(0)
    n_found = 0
    row = rows[0]
    code = codes[row]
    for i in range(1, n_rows):
        counts += steps[row]
        row = rows[i]
        here = code
        code = codes[row]
        packed[n_found] = counts
        found_code[n_found] = here
        n_found += code != here
    first = 0
    while first < n_found:
        counts = packed[first]
        n_left = (counts & COUNT) + ((counts >> 16) & COUNT)
        n_right = ((counts >> 32) & COUNT) + (counts >> 48)
        if n_left >= fewest[0] and n_right >= fewest[1]:
            break
        first += 1
    while n_found > first:
        counts = packed[n_found - 1]
        n_left = totals[0] + totals[1] - ((counts & COUNT) + ((counts >> 16) & COUNT))
        n_right = totals[2] + totals[3] - (((counts >> 32) & COUNT) + (counts >> 48))
        if n_left >= fewest[0] and n_right >= fewest[1]:
            break
        n_found -= 1
    return first, n_found - first


@inlined
def plain_gain(first, second, totals, logs, n_all):  # type: ignore[no-untyped-def]
    """IG of a child with so many rows of the two classes: H(rows) − Σ_child n_child/n · H(child)."""
    whole = logs[n_all] - (logs[totals[0] + totals[2]] + logs[totals[1] + totals[3]])
    child = logs[first + second] - (logs[first] + logs[second])
    other_first = totals[0] + totals[2] - first
    other_second = totals[1] + totals[3] - second
    rest = logs[other_first + other_second] - (logs[other_first] + logs[other_second])
    return (whole - (child + rest)) / n_all


@inlined
def packed_worths(packed, begin, n_found, totals, logs, n_all, known, gain, similarity):  # type: ignore[no-untyped-def]
    """Gain and mean DSN of the children of the candidates from `start` on."""
    width = totals[1] + totals[3] + 1
    if known.size > 0:
        for j in range(n_found):
            counts = packed[begin + j]
            first = (counts & COUNT) + ((counts >> 32) & COUNT)
            gain[j] = known[first * width + ((counts >> 16) & COUNT) + (counts >> 48)]
    else:
        for j in range(n_found):
            counts = packed[begin + j]
            first = (counts & COUNT) + ((counts >> 32) & COUNT)
            gain[j] = plain_gain(first, ((counts >> 16) & COUNT) + (counts >> 48), totals, logs, n_all)
    left_0, left_1 = np.float64(totals[0]), np.float64(totals[1])
    right_0, right_1 = np.float64(totals[2]), np.float64(totals[3])
    for j in range(n_found):
        counts = packed[begin + j]
        a, b = np.float64(counts & COUNT), np.float64((counts >> 16) & COUNT)
        c, d = np.float64((counts >> 32) & COUNT), np.float64(counts >> 48)
        rest_a, rest_b, rest_c, rest_d = left_0 - a, left_1 - b, right_0 - c, right_1 - d
        similarity[j] = 0.5 * (
            (a * c + b * d) / np.sqrt((a * a + b * b) * (c * c + d * d))
            + (rest_a * rest_c + rest_b * rest_d)
            / np.sqrt((rest_a * rest_a + rest_b * rest_b) * (rest_c * rest_c + rest_d * rest_d))
        )


@kernel
def _know_gains(totals, logs, known):  # type: ignore[no-untyped-def]
    """The gain of every pair of class counts that the ≤ child can have, into `known`."""
    n_all = totals[0] + totals[1] + totals[2] + totals[3]
    width = totals[1] + totals[3] + 1
    for first in range(totals[0] + totals[2] + 1):
        for second in range(width):
            known[first * width + second] = plain_gain(first, second, totals, logs, n_all)
