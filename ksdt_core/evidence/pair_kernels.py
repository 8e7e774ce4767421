"""The loops of the pair test. Rows are bits of 64-bit words; a count is a number of bits."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ksdt_core.compiled import inlined, inner_kernel, kernel
from ksdt_core.evidence.shuffle_kernel import STEP, mixed, shuffle
from ksdt_core.fourier.bits import bit_count

WORD = 64
CHILD_ROWS = 8
TIE = 1e-9


class Side(NamedTuple):
    """What the kernels know of one table."""

    splits: Any  # (n_splits, n_words), the rows that meet each split
    every: Any  # (n_words,), all rows
    classes: Any  # (n_tested, n_words), the rows of each class that is tested against the rest
    usable: Any  # (n_splits,), whether both sides of the split hold 5 % of the rows of this table
    terms: Any  # (2, n_tested, n_splits), exp(δ·h(z)) and exp(δ·h(−z)) at the root


class Columns(NamedTuple):
    """Where the splits of each column are, and which columns can change places."""

    first: Any  # (n_attributes + 1,), splits of column j are first[j] to first[j + 1]
    members: Any  # (n_attributes,), the columns, kind by kind
    groups: Any  # columns members[groups[g]:groups[g + 1]] can change places


@inner_kernel
def _size(rows: Any) -> Any:
    """Rows of a set."""
    n = np.int64(0)
    for word in range(rows.size):
        n += np.int64(bit_count(rows[word]))
    return n


@inner_kernel
def _in_both(sets: Any, number: Any, rows: Any) -> Any:
    """Rows that are in sets[number] and in another set."""
    n = np.int64(0)
    for word in range(rows.size):
        n += np.int64(bit_count(sets[number, word] & rows[word]))
    return n


@inlined
def _h(z: Any, kappa: Any) -> Any:
    """h(z) = z up to κ and κ(1 + ln(z/κ)) beyond."""
    return z if z <= kappa else kappa * (1 + math.log(z / kappa))


@inner_kernel
def both_signs(left: Any, right: Any, delta: Any, kappa: Any) -> Any:
    """exp(δ·[h(z_L) + h(z_R)]), and the same of −z_L and −z_R."""
    first = math.exp(delta * (_h(left, kappa) + _h(right, kappa)))
    if abs(left) <= kappa and abs(right) <= kappa:
        return first, 1 / first
    return first, math.exp(delta * (_h(-left, kappa) + _h(-right, kappa)))


@kernel
def counts_in(splits: Any, rows: Any, counts: Any) -> None:
    """For every split and every set of rows how many of them meet it: counts[set, split]."""
    for number in range(rows.shape[0]):
        for split in range(splits.shape[0]):
            counts[number, split] = _in_both(splits, split, rows[number])


@kernel
def shuffled_classes(key: Any, start: Any, order: Any, classes: Any, made: Any) -> None:
    """The classes of all rows in shuffles start, start + 1, …: made[shuffle, row].

    `order` lists the rows in an order that does not depend on how the file lists them.
    """
    drawn = np.empty_like(classes)
    for k in range(made.shape[0]):
        for position in range(order.size):
            drawn[position] = classes[order[position]]
        shuffle(drawn, 0, order.size, mixed(key + np.uint64(start + k) * STEP))
        for position in range(order.size):
            made[k, order[position]] = drawn[position]


@kernel
def class_bits(classes: Any, tested: Any, words: Any) -> None:
    """The rows of each tested class as bits: words[shuffle, tested class], from classes[shuffle, row]."""
    one = np.uint64(1)
    for k in range(classes.shape[0]):
        for row in range(classes.shape[1]):
            for c in range(tested.size):
                if classes[k, row] == tested[c]:
                    words[k, c, row // WORD] |= one << np.uint64(row % WORD)


@kernel
def class_null(
    splits: Any,
    made: Any,
    usable: Any,
    mean: Any,
    inverse: Any,
    other: Any,
    delta: Any,
    kappa: Any,
    totals: Any,
    largest: Any,
) -> None:
    """For each shuffle of one table's classes the sum of the terms of E, and the largest m over these splits.

    `mean` and `inverse` (1 / standard deviation) belong to the shuffled table, `other` holds the z of the other one.
    """
    n_shuffles, n_classes = made.shape[0], made.shape[1]
    for split in range(splits.shape[0]):
        if not usable[split]:
            for k in range(n_shuffles):
                totals[k] += 2 * n_classes
                largest[k] = max(largest[k], 0.0)
            continue
        for c in range(n_classes):
            beside, centre, factor = other[c, split], mean[c, split], inverse[c, split]
            for k in range(n_shuffles):
                n = np.int64(0)
                for word in range(splits.shape[1]):
                    n += np.int64(bit_count(splits[split, word] & made[k, c, word]))
                z = (n - centre) * factor
                plus, minus = both_signs(z, beside, delta, kappa)
                totals[k] += plus + minus
                largest[k] = max(largest[k], min(z, beside), min(-z, -beside))


@inner_kernel
def _in_node(classes: Any, node: Any) -> Any:
    """The rows of each class in a node: as bits, their share, and 1 / standard deviation of a by n₁.

    √(n₁(N−n₁)Y(N−Y) / (N²(N−1))) is the standard deviation. It is −1 where a side has less than 5 % of the rows of the
    node, and 0 where nothing can vary.
    """
    n, n_classes = _size(node), classes.shape[0]
    rows = np.empty((n_classes, node.size), np.uint64)
    shares = np.empty(n_classes)
    inverse = np.full((n_classes, n + 1), -1.0)
    for c in range(n_classes):
        for word in range(node.size):
            rows[c, word] = classes[c, word] & node[word]
        of_class = _size(rows[c])
        shares[c] = of_class / n
        spread = float(of_class) * (n - of_class) / (float(n) * n * (n - 1))
        for met in range(-(-n // 20), n - (-(-n // 20)) + 1):
            variance = spread * met * (n - met)
            inverse[c, met] = 1 / math.sqrt(variance) if variance > 0 else 0.0
    return rows, shares, inverse


@inner_kernel
def _child_evidence(
    left: Any, right: Any, first: Any, partner: Any, left_node: Any, right_node: Any, delta: Any, kappa: Any
) -> Any:
    """E of the rows of a node, with column partner[j] of the right table beside column j of the left one."""
    left_rows, left_shares, left_inverse = _in_node(left.classes, left_node)
    right_rows, right_shares, right_inverse = _in_node(right.classes, right_node)
    n_classes = left.classes.shape[0]
    total = 0.0
    for j in range(partner.size):
        shift = first[partner[j]] - first[j]
        for split in range(first[j], first[j + 1]):
            met_left = _in_both(left.splits, split, left_node)
            met_right = _in_both(right.splits, split + shift, right_node)
            if left_inverse[0, met_left] < 0 or right_inverse[0, met_right] < 0:
                total += 2 * n_classes
                continue
            for c in range(n_classes):
                in_left, in_right = np.int64(0), np.int64(0)
                for word in range(left_node.size):
                    in_left += np.int64(bit_count(left.splits[split, word] & left_rows[c, word]))
                for word in range(right_node.size):
                    in_right += np.int64(bit_count(right.splits[split + shift, word] & right_rows[c, word]))
                z_left = (in_left - met_left * left_shares[c]) * left_inverse[c, met_left]
                z_right = (in_right - met_right * right_shares[c]) * right_inverse[c, met_right]
                plus, minus = both_signs(z_left, z_right, delta, kappa)
                total += plus + minus
    return math.log(total / (2 * n_classes * left.splits.shape[0]))


@inner_kernel
def _root(left: Any, right: Any, first: Any, partner: Any, order: Any) -> Any:
    """The sum of the terms of E at the root, and the splits of the two tables that make the best one (−1: none).

    Among equally good splits that of the column first in `order` is taken, then the one with the smaller threshold.
    """
    n_classes = left.terms.shape[1]
    total, best, best_left, best_right = 0.0, 0.0, -1, -1
    for j in order:
        shift = first[partner[j]] - first[j]
        for split in range(first[j], first[j + 1]):
            if not (left.usable[split] and right.usable[split + shift]):
                total += 2 * n_classes
                continue
            for c in range(n_classes):
                for sign in range(2):
                    term = left.terms[sign, c, split] * right.terms[sign, c, split + shift]
                    total += term
                    if term > best * (1 + TIE):
                        best, best_left, best_right = term, split, split + shift
    return total, best_left, best_right


@inner_kernel
def _draw_partners(key: Any, number: Any, columns: Any, partner: Any) -> None:
    """Which column of the right table stands beside each column of the left one in this shuffle; −1: its own."""
    drawn = columns.members.copy()
    if number >= 0:
        state = mixed(key + np.uint64(number) * STEP)
        for g in range(columns.groups.size - 1):
            state = shuffle(drawn, columns.groups[g], columns.groups[g + 1], state)
    for position in range(drawn.size):
        partner[columns.members[position]] = drawn[position]


@kernel
def pairing_null(
    key: Any, start: Any, columns: Any, left: Any, right: Any, delta: Any, kappa: Any, statistics: Any
) -> None:
    """T of shuffles start, start + 1, … of the pairing; number −1 is the pairing as it is.

    Equally good root splits: of the pairing as it is the first in column order, of a shuffle the first by content, so
    that shuffles do not depend on how a file lists its columns.
    """
    n_attributes = columns.first.size - 1
    n_terms = 2 * left.classes.shape[0] * left.splits.shape[0]
    floor = 0.8 * math.log(n_attributes)
    partner, listed = np.empty(n_attributes, np.int64), np.arange(n_attributes)
    for k in range(statistics.size):
        _draw_partners(key, start + k, columns, partner)
        total, split, beside = _root(left, right, columns.first, partner, columns.members if start + k >= 0 else listed)
        statistics[k] = math.log(total / n_terms)
        if split < 0:
            continue
        for side in range(2):
            left_node, right_node = left.splits[split].copy(), right.splits[beside].copy()
            if side == 1:
                left_node, right_node = left.every & ~left_node, right.every & ~right_node
            if min(_size(left_node), _size(right_node)) < CHILD_ROWS:
                continue
            child = _child_evidence(left, right, columns.first, partner, left_node, right_node, delta, kappa)
            statistics[k] += 0.5 * max(0.0, child - floor)
