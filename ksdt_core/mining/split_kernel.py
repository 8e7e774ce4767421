"""The inner loops of mining, compiled: the splits of a row set that can win, and its two parts after a split.

Rows of both tables stand in one list, those of the left table first. `kind[row]` is class + n_classes · side and
`weight[row]` how often the row counts. A column is walked in the order of its values, the class counts of both
children are kept while walking, and n·log2 n comes from a table, so a candidate costs a handful of operations.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import inlined, kernel
from ksdt_core.mining.hull_kernel import suspects_of
from ksdt_core.mining.packed_kernel import packed_tally, packed_worths
from ksdt_core.mining.split_worth import COST_RULE, CRITERION, EXPONENTIAL, GAIN_RATIO, GINI, IS_PLAIN, SQUARED

# Scores within TIE of the best are equal: the earlier attribute wins, then the smaller threshold.
TIE = 1e-9
BLOCK = 1024  # candidates worked on at a time
LOG_2 = np.log(2.0)


def working_room(n_rows: int, n_classes: int) -> tuple[NDArray[Any], ...]:
    """Arrays that `promising_splits` works in, for a row set of this size."""
    return (
        np.empty((2 * n_classes, n_rows), dtype=np.int32),  # counts of the ≤ child at each candidate
        np.zeros((6, min(n_rows, BLOCK))),  # sums of products for the similarities of a block
        np.empty((2, n_rows)),  # gain and similarity of each candidate
        np.empty(n_rows, dtype=np.int32),  # code of each candidate
        np.empty(n_rows, dtype=np.bool_),  # which candidates can win
        np.empty(n_rows + 1, dtype=np.int32),  # candidates that are not clearly below the hull
        np.empty(n_rows, dtype=np.int32),  # candidates between the ends of a hull
        np.empty((min(n_rows, BLOCK) + 3, 4), dtype=np.int64),  # parts of the hull still to be looked at
        np.empty(2 * n_classes, dtype=np.int32),  # counts of the ≤ child while walking
        np.empty(n_rows, dtype=np.int64),  # packed counts of the ≤ child at each candidate
    )


@inlined
def _tally(rows, n_rows, codes, categorical, kind, weight, totals, fewest, child, found_code, tallies):  # type: ignore[no-untyped-def]
    """Walk a column of a row set and note the counts of the ≤ (or =) child at each common candidate.

    A candidate is common when in each table both children have `fewest` rows, at least one. Every place is written and
    only then counted or not: a branch here would be guessed wrongly half of the time. Returns how many there are.
    """
    n_classes = totals.size // 2
    n_left_all = 0
    n_right_all = 0
    for c in range(n_classes):
        n_left_all += totals[c]
        n_right_all += totals[n_classes + c]
        child[c] = 0
        child[n_classes + c] = 0
    n_found = 0
    n_left = 0
    n_right = 0
    row = rows[0]
    code = codes[row]
    for i in range(n_rows):
        side = kind[row] >= n_classes
        child[kind[row]] += weight[row]
        n_left += weight[row] * (not side)
        n_right += weight[row] * side
        here = code
        code = -1
        if i + 1 < n_rows:
            row = rows[i + 1]
            code = codes[row]
        for q in range(2 * n_classes):
            tallies[q, n_found] = child[q]
        found_code[n_found] = here
        is_common = (
            (n_left >= fewest[0])
            & (n_left_all - n_left >= fewest[0])
            & (n_right >= fewest[1])
            & (n_right_all - n_right >= fewest[1])
        )
        n_found += (code != here) & is_common
        if categorical and code != here:
            n_left = 0
            n_right = 0
            for q in range(2 * n_classes):
                child[q] = 0
    return n_found


@inlined
def _gains(tallies, n_found, totals, logs, n_all, worth, divisor, gain):  # type: ignore[no-untyped-def]
    """What every candidate of a column tells about the class on the union of the rows, by the criterion asked for.

    IG = H(rows) − Σ_child n_child/n · H(child), with n · H = n log n − Σ_c n_c log n_c. Gain ratio: IG / H(sizes of the
    children). Gini reduction: (Σ_child Σ_c n_c²/n_child − Σ_c n_c²/n) / n. Costs: g² / divisor, or (2^g − 1) / divisor.
    """
    n_classes = totals.size // 2
    rules, terms = worth.rules, worth.terms
    of_all = 0.0
    for c in range(n_classes):
        of_all += terms[totals[c] + totals[n_classes + c]]
    if n_classes == 2 and rules[IS_PLAIN]:  # the usual case, without the inner loop
        whole = logs[n_all] - of_all
        for j in range(n_found):
            first = tallies[0, j] + tallies[2, j]
            second = tallies[1, j] + tallies[3, j]
            child = logs[first + second] - (logs[first] + logs[second])
            other_first = totals[0] + totals[2] - first
            other_second = totals[1] + totals[3] - second
            rest = logs[other_first + other_second] - (logs[other_first] + logs[other_second])
            gain[j] = (whole - (child + rest)) / n_all
        return
    for j in range(n_found):
        n_child = 0
        child = 0.0
        rest = 0.0
        for c in range(n_classes):
            n = tallies[c, j] + tallies[n_classes + c, j]
            n_child += n
            child += terms[n]
            rest += terms[totals[c] + totals[n_classes + c] - n]
        n_rest = n_all - n_child
        sizes = logs[n_all] - (logs[n_child] + logs[n_rest])
        value = (sizes - (of_all - (child + rest))) / n_all
        if rules[CRITERION] == GAIN_RATIO:
            value *= n_all / sizes
        if rules[CRITERION] == GINI:
            value = (child / n_child + rest / n_rest - of_all / n_all) / n_all
        if rules[COST_RULE] == SQUARED:
            value *= value / divisor
        if rules[COST_RULE] == EXPONENTIAL:
            value = np.expm1(value * LOG_2) / divisor
        gain[j] = value


@inlined
def _similarities(tallies, n_found, totals, sums, similarity):  # type: ignore[no-untyped-def]
    """Mean DSN of the two children of every candidate of a column.

    Loops over classes stand outside those over candidates, so that the latter run several candidates at a time.
    """
    n_classes = totals.size // 2
    dot, left_square, right_square = sums[0], sums[1], sums[2]
    rest_dot, rest_left_square, rest_right_square = sums[3], sums[4], sums[5]
    for begin in range(0, n_found, BLOCK):
        n = min(BLOCK, n_found - begin)
        for c in range(n_classes):
            left_all = np.float64(totals[c])
            right_all = np.float64(totals[n_classes + c])
            before = 0.0 if c == 0 else 1.0
            for j in range(n):
                left = np.float64(tallies[c, begin + j])
                right = np.float64(tallies[n_classes + c, begin + j])
                dot[j] = before * dot[j] + left * right
                left_square[j] = before * left_square[j] + left * left
                right_square[j] = before * right_square[j] + right * right
                rest_dot[j] = before * rest_dot[j] + (left_all - left) * (right_all - right)
                rest_left_square[j] = before * rest_left_square[j] + (left_all - left) * (left_all - left)
                rest_right_square[j] = before * rest_right_square[j] + (right_all - right) * (right_all - right)
        for j in range(n):
            similarity[begin + j] = 0.5 * (
                dot[j] / np.sqrt(left_square[j] * right_square[j])
                + rest_dot[j] / np.sqrt(rest_left_square[j] * rest_right_square[j])
            )


@inlined
def _own_rows(source, member, line, n_rows):  # type: ignore[no-untyped-def]
    """The rows of a set in the order of a column, from that of a set that contains it."""
    position = 0
    for i in range(source.size):
        row = source[i]
        line[position] = row
        position += member[row]
        if position == n_rows:
            break


@inlined
def _noted(a, suspects, keep, code, gain, similarity, places, worths, n_points):  # type: ignore[no-untyped-def]
    """Note the splits of a column that are kept; returns how many splits there are then.

    An earlier split that is as good in both respects wins every tie against a later one.
    """
    begin = n_points
    for i in suspects:
        if not keep[i]:
            continue
        beaten = False
        for earlier in range(max(begin, n_points - 4), n_points):
            if worths[0, earlier] >= gain[i] and worths[1, earlier] >= similarity[i]:
                beaten = True
                break
        if not beaten:
            places[0, n_points] = a
            places[1, n_points] = code[i]
            worths[0, n_points] = gain[i]
            worths[1, n_points] = similarity[i]
            n_points += 1
    return n_points


@kernel
def promising_splits(  # type: ignore[no-untyped-def]
    first,
    last,
    source,
    member,
    new_order,
    codes,
    categorical,
    kind,
    weight,
    totals,
    logs,
    worth,
    known,
    cone,
    room,
    places,
    worths,
):
    """The splits of a row set that can win, for columns first .. last − 1, into `places` and `worths`.

    `source` lists the rows of a set that contains this one in the order of each column; `member` says which of them
    belong. `new_order` takes the order of this set's own rows, for its children to start from; with a single line it
    is only space to work in. `known` is what `known_gains` gives. Within an attribute the splits stand by growing
    threshold (or value). Returns how many splits were found and the column to continue with: `last`, or an earlier one
    where `places` was full.
    """
    tallies, sums, found, found_code, keep, suspects, index, stack, child, packed = room
    found_gain = found[0]
    found_similarity = found[1]
    n_rows = new_order.shape[1]
    n_all = 0
    for q in range(totals.size):
        n_all += totals[q]
    is_packed = worth.steps.size > 0
    n_points = 0
    for a in range(first, last):
        if n_points + n_rows > places.shape[1]:
            return n_points, a
        line = new_order[a if new_order.shape[0] > 1 else 0]
        _own_rows(source[a], member, line, n_rows)
        if is_packed and not categorical[a]:
            before, n_found = packed_tally(
                line, n_rows, codes[a], worth.steps, totals, worth.fewest, found_code, packed
            )
            if n_found == 0:
                continue
            packed_worths(packed, before, n_found, totals, logs, n_all, known, found_gain, found_similarity)
        else:
            before = 0
            n_found = _tally(
                line, n_rows, codes[a], categorical[a], kind, weight, totals, worth.fewest, child, found_code, tallies
            )
            if n_found == 0:
                continue
            _gains(tallies, n_found, totals, logs, n_all, worth, worth.divisors[a], found_gain)
            _similarities(tallies, n_found, totals, sums, found_similarity)
        n_suspects = suspects_of(found_gain, found_similarity, n_found, cone, suspects, keep, index, stack)
        n_points = _noted(
            a, suspects[:n_suspects], keep, found_code[before:], found_gain, found_similarity, places, worths, n_points
        )
    return n_points, last


@kernel
def part_rows(rows, codes, code, categorical, kind, weight, totals):  # type: ignore[no-untyped-def]
    """The two children of a split: their rows, the class counts of the ≤ (or =) child, and the two rows it parts.

    The last are a row with the largest value of the ≤ child and one with the smallest value of the other child.
    """
    goes_left = np.empty(rows.size, dtype=np.bool_)
    n_left = 0
    for i in range(rows.size):
        goes_left[i] = codes[rows[i]] == code if categorical else codes[rows[i]] <= code
        n_left += goes_left[i]
    left = np.empty(n_left, dtype=np.int32)
    right = np.empty(rows.size - n_left, dtype=np.int32)
    counts = np.zeros(totals.size, dtype=np.int64)
    n_left = 0
    n_right = 0
    lower = rows[0]
    upper = rows[0]
    for i in range(rows.size):
        row = rows[i]
        if goes_left[i]:
            left[n_left] = row
            n_left += 1
            counts[kind[row]] += weight[row]
            if codes[row] == code:
                lower = row
        else:
            if n_right == 0 or codes[row] < codes[upper]:
                upper = row
            right[n_right] = row
            n_right += 1
    return left, right, counts, lower, upper
