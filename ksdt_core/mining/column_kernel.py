"""Whole columns, compiled: the best gain of each, and the columns of two tables merged into one order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import kernel


def count_logs(n: int) -> NDArray[np.float64]:
    """The table of i · log2 i for i = 0 .. n."""
    counts = np.arange(1, n + 1, dtype=np.float64)
    return np.concatenate([[0.0], counts * np.log2(counts)])


@kernel
def best_gains(first, last, order, values, categorical, classes, weights, n_classes, logs, gains):  # type: ignore[no-untyped-def]
    """The best information gain of each column of one table, for columns first .. last − 1, into `gains`.

    IG = H(rows) − Σ_child n_child/n · H(child), with n · H = n log n − Σ_c n_c log n_c.
    """
    n_rows = order.shape[1]
    totals = np.zeros(n_classes, dtype=np.int64)
    for row in range(n_rows):
        totals[classes[row]] += weights[row]
    n_all = 0
    whole = 0.0
    for c in range(n_classes):
        n_all += totals[c]
        whole -= logs[totals[c]]
    whole += logs[n_all]
    counts = np.zeros(n_classes, dtype=np.int64)
    for a in range(first, last):
        n_left = 0
        best = 0.0
        for c in range(n_classes):
            counts[c] = 0
        for i in range(n_rows):
            row = order[a, i]
            if categorical[a] and i > 0 and values[a, row] != values[a, order[a, i - 1]]:
                n_left = 0
                for c in range(n_classes):
                    counts[c] = 0
            counts[classes[row]] += weights[row]
            n_left += weights[row]
            at_end = i + 1 == n_rows
            if (at_end or values[a, order[a, i + 1]] != values[a, row]) and n_left < n_all:
                left = logs[n_left]
                right = logs[n_all - n_left]
                for c in range(n_classes):
                    left -= logs[counts[c]]
                    right -= logs[totals[c] - counts[c]]
                best = max(best, (whole - (left + right)) / n_all)
        gains[a] = best


@kernel
def merge_columns(first, last, columns, left_order, right_order, left_values, right_values, order, codes):  # type: ignore[no-untyped-def]
    """Merge the sorted columns of both tables: `order` lists all rows by value, `codes` numbers the distinct values."""
    n_left = left_order.shape[1]
    n_right = right_order.shape[1]
    for p in range(first, last):
        a = columns[p]
        i = 0
        j = 0
        code = -1
        previous = 0.0
        for position in range(n_left + n_right):
            if j == n_right or (i < n_left and left_values[a, left_order[a, i]] <= right_values[a, right_order[a, j]]):
                row = np.int64(left_order[a, i])
                value = left_values[a, row]
                i += 1
            else:
                row = np.int64(right_order[a, j])
                value = right_values[a, row]
                row += n_left
                j += 1
            if position == 0 or value != previous:
                code += 1
                previous = value
            order[p, position] = row
            codes[p, row] = code
