"""Compiled scans of the rows at a node: what the best split by each attribute is worth.

A worth is the gain (or the reduction of Gini impurity) over the rows whose cell is known, times their share of the
weight at the node; the information is the entropy of the children's weights, missing cells as one child more [Q93,
chapter 3]. Without missing cells both are those of `ksdt_core/measures/criteria.py`.
"""

from __future__ import annotations

import numpy as np

from ksdt_core.compiled import inner_kernel, kernel

TIE = 1e-9


@inner_kernel
def _f(x):  # type: ignore[no-untyped-def]
    """x · log2 x."""
    return x * np.log2(x) if x > 0 else 0.0


@inner_kernel
def _gains(order, cells, classes, weights, by_gini, least, left, right, gains):  # type: ignore[no-untyped-def]
    """The gain of each threshold of one column, −1 where it is none, in `gains`; the known weight and the best."""
    left[:] = 0.0
    right[:] = 0.0
    known, n_known = 0.0, 0
    for row in order:
        if np.isnan(cells[row]):
            break
        right[classes[row]] += weights[row]
        known += weights[row]
        n_known += 1
    of_left, of_right = 0.0, 0.0
    for class_ in range(right.size):
        of_right += right[class_] * right[class_] if by_gini else _f(right[class_])
    before = of_right / max(known, TIE) if by_gini else _f(known) - of_right
    n_left, n_right, best = 0.0, known, -1.0
    for place in range(n_known - 1):
        row = order[place]
        class_, weight = classes[row], weights[row]
        old_left, old_right = left[class_], right[class_]
        new_left, new_right = old_left + weight, max(0.0, old_right - weight)
        if by_gini:
            of_left += new_left * new_left - old_left * old_left
            of_right += new_right * new_right - old_right * old_right
        else:
            of_left += _f(new_left) - _f(old_left)
            of_right += _f(new_right) - _f(old_right)
        left[class_], right[class_] = new_left, new_right
        n_left += weight
        n_right -= weight
        gains[place] = -1.0
        if cells[row] < cells[order[place + 1]] and n_left >= least - TIE and n_right >= least - TIE:
            if by_gini:
                gain = (of_left / n_left + of_right / n_right - before) / known
            else:
                gain = (before - _f(n_left) + of_left - _f(n_right) + of_right) / known
            gains[place] = max(gain, 0.0)
            best = max(best, gains[place])
    return known, best


@kernel
def scan_thresholds(order, columns, values, classes, weights, n_classes, by_gini, least, total):  # type: ignore[no-untyped-def]
    """For each numeric column: worth and information of its best threshold, and the two values beside it.

    `order` has for each of `columns` the rows of the node by rising value, missing cells last; each side of a threshold
    has at least the weight `least`. A worth of −1 means that there is none.
    """
    n_columns, n_rows = order.shape
    worth, info = np.full(n_columns, -1.0), np.zeros(n_columns)
    low, high = np.zeros(n_columns), np.zeros(n_columns)
    left, right = np.zeros(n_classes), np.zeros(n_classes)
    gains = np.empty(n_rows)
    for position in range(n_columns):
        rows, cells = order[position], values[:, columns[position]]
        known, best = _gains(rows, cells, classes, weights, by_gini, least, left, right, gains)
        if best < 0:
            continue
        place, n_left = 0, weights[rows[0]]
        while gains[place] < best - TIE:
            place += 1
            n_left += weights[rows[place]]
        worth[position] = gains[place] * known / total
        info[position] = np.log2(total) - (_f(n_left) + _f(known - n_left) + _f(total - known)) / total
        low[position], high[position] = cells[rows[place]], cells[rows[place + 1]]
    return worth, info, low, high


@kernel
def scan_values(rows, columns, codes, n_values, classes, weights, n_classes, by_gini, least, total):  # type: ignore[no-untyped-def]
    """For each column of codes: worth and information of a child for each value; −1 without two children.

    At least two children have the weight `least`. A missing cell has the code −1.
    """
    n_columns = columns.size
    worth, info = np.full(n_columns, -1.0), np.zeros(n_columns)
    largest = 1
    for position in range(n_columns):
        largest = max(largest, n_values[columns[position]])
    counts, whole = np.zeros((largest, n_classes)), np.zeros(n_classes)
    for position in range(n_columns):
        column = columns[position]
        known = 0.0
        whole[:] = 0.0
        for row in rows:
            code = codes[row, column]
            if code >= 0:
                counts[code, classes[row]] += weights[row]
                whole[classes[row]] += weights[row]
                known += weights[row]
        inside, sizes, n_present, n_enough = 0.0, 0.0, 0, 0
        for row in rows:  # values that no row has are not looked at: there may be many
            code = codes[row, column]
            if code < 0:
                continue
            size, sum_ = 0.0, 0.0
            for class_ in range(n_classes):
                size += counts[code, class_]
                sum_ += counts[code, class_] * counts[code, class_] if by_gini else _f(counts[code, class_])
                counts[code, class_] = 0.0
            if size > 0:  # the first row with this value
                n_present += 1
                n_enough += 1 if size >= least - TIE else 0
                sizes += _f(size)
                inside += sum_ / size if by_gini else _f(size) - sum_
        if n_present < 2 or n_enough < 2:
            continue
        before = 0.0
        for class_ in range(n_classes):
            before += whole[class_] * whole[class_] if by_gini else _f(whole[class_])
        gain = (inside - before / known) / known if by_gini else (_f(known) - before - inside) / known
        worth[position] = max(gain, 0.0) * known / total
        info[position] = np.log2(total) - (sizes + _f(total - known)) / total
    return worth, info


@kernel
def kept_orders(order, keep, n_kept):  # type: ignore[no-untyped-def]
    """The same orders of fewer rows: those that are kept."""
    found = np.empty((order.shape[0], n_kept), dtype=order.dtype)
    for position in range(order.shape[0]):
        at = 0
        for place in range(order.shape[1]):
            row = order[position, place]
            if keep[row]:
                found[position, at] = row
                at += 1
    return found
