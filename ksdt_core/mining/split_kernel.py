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
        np.empty(n_rows, dtype=np.int32),  # candidates between the ends of a hull
        np.empty((min(n_rows, BLOCK) + 3, 4), dtype=np.int64),  # parts of the hull still to be looked at
        np.empty(2 * n_classes, dtype=np.int32),  # counts of the ≤ child while walking
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
def _mark_promising(gain, similarity, n_points, cone, keep, index, stack):  # type: ignore[no-untyped-def]
    """Mark the points that some direction of the cone brings within `slack` of the best.

    A direction u scores a point u·gain + (1 − u)·similarity, u_low ≤ u ≤ u_high. The points that win are the vertices
    of the upper hull. Along the hull t = gain − similarity grows with u, and the smallest gap of a point to the hull
    lies in the direction of the edge whose two ends have t below and above the point's own: one comparison settles it.
    """
    u_low, u_high, slack = cone
    high = 0
    low = 0
    best_high = -np.inf
    best_low = -np.inf
    for i in range(n_points):
        t = gain[i] - similarity[i]
        if similarity[i] + u_high * t > best_high:
            best_high = similarity[i] + u_high * t
            high = i
        if similarity[i] + u_low * t > best_low:
            best_low = similarity[i] + u_low * t
            low = i
    t_high = gain[high] - similarity[high]
    t_low = gain[low] - similarity[low]
    u = (similarity[low] - similarity[high]) / (t_high - t_low) if t_high > t_low else u_high
    edge = similarity[high] + u * t_high
    n_between = 0
    for i in range(n_points):
        t = gain[i] - similarity[i]
        keep[i] = False
        if t >= t_high:
            keep[i] = best_high - (similarity[i] + u_high * t) <= slack
        elif t <= t_low:
            keep[i] = best_low - (similarity[i] + u_low * t) <= slack
        elif edge - (similarity[i] + u * t) <= slack:
            index[n_between] = i
            n_between += 1
    if n_between > 0:
        _mark_between(gain, similarity, slack, high, low, n_between, keep, index, stack)


@inlined
def _mark_between(gain, similarity, slack, high, low, n_between, keep, index, stack):  # type: ignore[no-untyped-def]  # noqa: C901 (a kernel)
    """Mark the promising ones of the points `index` whose t lies between those of the hull's two ends.

    The point farthest above the chord is a vertex of the hull and parts the others by their t; points more than
    `slack` below the chord of their part lie as far below the hull.
    """
    depth = 0
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = 0, n_between, high, low
    while depth >= 0:
        begin, end, upper, lower = stack[depth, 0], stack[depth, 1], stack[depth, 2], stack[depth, 3]
        depth -= 1
        t_upper = gain[upper] - similarity[upper]
        t_lower = gain[lower] - similarity[lower]
        u = (similarity[lower] - similarity[upper]) / (t_upper - t_lower)
        edge = similarity[upper] + u * t_upper
        best = edge
        farthest = -1
        n_kept = begin
        for position in range(begin, end):
            i = index[position]
            score = similarity[i] + u * (gain[i] - similarity[i])
            if edge - score <= slack:
                index[n_kept] = i
                n_kept += 1
                if score > best:
                    best = score
                    farthest = i
        if farthest < 0 or best - edge < 1e-15 or depth + 3 > stack.shape[0]:  # no room to look closer: keep all
            for position in range(begin, n_kept):
                keep[index[position]] = True
            continue
        t_farthest = gain[farthest] - similarity[farthest]
        middle = begin
        for position in range(begin, n_kept):
            i = index[position]
            if gain[i] - similarity[i] > t_farthest:
                index[position] = index[middle]
                index[middle] = i
                middle += 1
        after = middle
        for position in range(middle, n_kept):
            i = index[position]
            t = gain[i] - similarity[i]
            if t < t_farthest:
                index[after] = i
                after += 1
            elif best - (similarity[i] + u * t) <= slack:
                keep[i] = True
        if middle > begin:
            depth += 1
            stack[depth, 0], stack[depth, 1], stack[depth, 2], stack[depth, 3] = begin, middle, upper, farthest
        if after > middle:
            depth += 1
            stack[depth, 0], stack[depth, 1], stack[depth, 2], stack[depth, 3] = middle, after, farthest, lower


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
    cone,
    room,
    places,
    worths,
):
    """The splits of a row set that can win, for columns first .. last − 1, into `places` and `worths`.

    `source` lists the rows of a set that contains this one in the order of each column; `member` says which of them
    belong. `new_order` takes the order of this set's own rows, for its children to start from; with a single line it
    is only space to work in. Within an attribute the splits stand by growing threshold (or value). Returns how many
    splits were found and the column to go on with: `last`, or an earlier one where `places` was full.
    """
    tallies, sums, found, found_code, keep, index, stack, child = room
    found_gain = found[0]
    found_similarity = found[1]
    n_rows = new_order.shape[1]
    n_all = 0
    for q in range(totals.size):
        n_all += totals[q]
    n_points = 0
    for a in range(first, last):
        if n_points + n_rows > places.shape[1]:
            return n_points, a
        line = new_order[a if new_order.shape[0] > 1 else 0]
        position = 0
        for i in range(source.shape[1]):
            row = source[a, i]
            line[position] = row
            position += member[row]
            if position == n_rows:
                break
        n_found = _tally(
            line, n_rows, codes[a], categorical[a], kind, weight, totals, worth.fewest, child, found_code, tallies
        )
        if n_found == 0:
            continue
        _gains(tallies, n_found, totals, logs, n_all, worth, worth.divisors[a], found_gain)
        _similarities(tallies, n_found, totals, sums, found_similarity)
        _mark_promising(found_gain, found_similarity, n_found, cone, keep, index, stack)
        begin = n_points
        for i in range(n_found):
            if not keep[i]:
                continue
            # An earlier split that is as good in both respects wins every tie against this one.
            beaten = False
            for earlier in range(max(begin, n_points - 4), n_points):
                if worths[0, earlier] >= found_gain[i] and worths[1, earlier] >= found_similarity[i]:
                    beaten = True
                    break
            if not beaten:
                places[0, n_points] = a
                places[1, n_points] = found_code[i]
                worths[0, n_points] = found_gain[i]
                worths[1, n_points] = found_similarity[i]
                n_points += 1
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
