"""What a split is worth: entropy, information gain on the union of both tables (IG), and the split score (IDT)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray


def entropy(counts: ArrayLike) -> NDArray[np.float64]:
    """Entropy in bits along the last axis of class counts: −Σ_c p_c log2 p_c with p_c = n_c / n; 0 with no row.

    Computed as (n log2 n − Σ_c n_c log2 n_c) / n.
    """
    counts = np.asarray(counts, dtype=np.int64)
    totals = counts.sum(axis=-1, keepdims=True)
    bits = _count_log_count(totals) - _count_log_count(counts).sum(axis=-1, keepdims=True)
    result: NDArray[np.float64] = (np.maximum(bits, 0.0) / np.maximum(totals, 1))[..., 0]
    return result


def information_gain(counts_left_child: ArrayLike, counts_right_child: ArrayLike) -> NDArray[np.float64]:
    """Information gain of a split, IG(A, a, D1', D2') [DH14, section 4.3]: H(V) − n_l/n H(V_l) − n_r/n H(V_r).

    The counts are those of the union of the two tables' rows at each child, classes along the last axis; log base 2.
    """
    left, right = np.asarray(counts_left_child, dtype=np.int64), np.asarray(counts_right_child, dtype=np.int64)
    n_left, n_right = left.sum(axis=-1), right.sum(axis=-1)
    n_rows = np.maximum(n_left + n_right, 1)
    gain = entropy(left + right) - n_left / n_rows * entropy(left) - n_right / n_rows * entropy(right)
    result: NDArray[np.float64] = np.maximum(gain, 0.0)
    return result


def split_score(weights: tuple[float, ...], ig: float, *, dsn: float, atd: float | None = None) -> float:
    """Score of a split, IDT [DH14, section 4.4]: w_IG·IG + w_DS·DSN + w_ATD·ATD.

    `dsn` is the mean DSN of the two children, `atd` the aggregate tree difference of the tree as it would be after
    the split. A single tree has two weights and no `atd`.
    """
    parts = (ig, dsn) if atd is None else (ig, dsn, atd)
    return math.fsum(weight * part for weight, part in zip(weights, parts, strict=True))


def _count_log_count(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """n · log2 n of each count, 0 for 0; by the scalar logarithm, since vectorised ones differ between processors."""
    largest = int(counts.max(initial=0))
    if largest < counts.size:  # a table of every number is then shorter than a sorted list of those that occur
        return np.array([0.0, *(n * math.log2(n) for n in range(1, largest + 1))])[counts]
    distinct, where = np.unique(counts, return_inverse=True)
    table = np.array([n * math.log2(n) if n > 0 else 0.0 for n in distinct.tolist()])
    return table[where].reshape(counts.shape)
