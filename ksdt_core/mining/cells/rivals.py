"""Which splits can win at a decision, compiled.

ATD depends on the attribute only, and all attributes that no tree uses share one value. So of the unused attributes
only splits matter that few others dominate in gain and similarity; of a used attribute every split of its hull does,
since reusing one's own attribute can beat a fresh one.

The score of a split is linear in the weights: s·w = (IG − ATD)·x + (DSN − ATD)·y + ATD.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import inner_kernel, kernel
from ksdt_core.mining.growing import GAIN, NONE, POINT_ATTRIBUTE, SIMILARITY, SIZE, START, difference_after
from ksdt_core.mining.split_kernel import TIE

LEAST_IG_AND_DS = 5e-4
"""The corner w_IG + w_DS below this is omitted: there ATD alone decides, and ties grow without bound."""

CLEARLY = 1.001 * TIE / LEAST_IG_AND_DS
"""A split that is better by more than this in gain and in similarity wins against another under all weights."""

FIRST, N_FRONT = 0, 1  # lines of Fronts.sets
OFFSET, RANK, FRONT_ATTRIBUTE = 0, 1, 2  # lines of Fronts.points


class Fronts(NamedTuple):
    """For every row set the splits that fewer than `most_used + 1` other attributes dominate, by how many do."""

    sets: NDArray[np.int64]  # (2, n_sets), where its points start and how many; NONE while not computed
    points: NDArray[np.int32]  # (3, n_points), place in the row set's table, how many attributes dominate it, its own
    worths: NDArray[np.float64]  # (2, n_points), gain and similarity once more, side by side
    most_used: int


class Rivals(NamedTuple):
    """Room for the splits of one decision; `order` is their place in the table: on a tie the earlier wins."""

    order: NDArray[np.int64]
    score: NDArray[np.float64]  # (3, n), the score as a·x + b·y + c
    lead: NDArray[np.float64]  # (n,), room to work in


@kernel
def front_of(places, worths, begin, by_gain, allowed, most_used):  # type: ignore[no-untyped-def]
    """The splits of a row set that fewer than `most_used + 1` other allowed attributes dominate.

    A split is dominated by one as good in both respects that comes earlier, or by one that is clearly better in both.
    Splits are taken `by_gain`, the largest first; `best` lists the attributes met so far with the largest similarity.
    """
    size = by_gain.size
    n_best = np.int64(0)
    best_attribute = np.empty(most_used + 2, dtype=np.int64)
    best_worth = np.empty((most_used + 2, 2))
    rank = np.full(size, NONE, dtype=np.int32)
    n_kept = 0
    least_gain = -np.inf  # of the attributes listed, once the list is full: all of them dominate what lies below both
    least_similarity = -np.inf
    for position in by_gain:
        attribute = np.int64(places[POINT_ATTRIBUTE, begin + position])
        if not allowed[attribute]:
            continue
        gain = worths[GAIN, begin + position]
        similarity = worths[SIMILARITY, begin + position]
        if gain + CLEARLY < least_gain and similarity + CLEARLY < least_similarity:
            continue
        n_dominating = 0
        for i in range(n_best):
            if best_attribute[i] == attribute or best_worth[i, 1] < similarity:
                continue
            clearly = best_worth[i, 0] > gain + CLEARLY and best_worth[i, 1] > similarity + CLEARLY
            n_dominating += clearly or best_attribute[i] < attribute
            if n_dominating > most_used:
                break
        if n_dominating <= most_used:
            rank[position] = n_dominating
            n_kept += 1
        n_best = _remembered(best_attribute, best_worth, n_best, attribute, gain, similarity)
        if n_best == best_attribute.size:
            least_gain, least_similarity = best_worth[:, 0].min(), best_worth[:, 1].min()
    return _by_rank(places, worths, begin, rank, n_kept, most_used)


@inner_kernel
def _by_rank(places, worths, begin, rank, n_kept, most_used):  # type: ignore[no-untyped-def]
    """The splits that have a rank, those of the smallest rank first, as `Fronts` holds them."""
    points = np.empty((3, n_kept), dtype=np.int32)
    front_worths = np.empty((2, n_kept))
    ends = np.zeros(most_used + 2, dtype=np.int64)  # where the next split of each rank goes
    for position in range(rank.size):
        if rank[position] != NONE:
            ends[rank[position] + 1] += 1
    ends = np.cumsum(ends)
    for position in range(rank.size):
        if rank[position] != NONE:
            at = ends[rank[position]]
            ends[rank[position]] += 1
            points[OFFSET, at] = position
            points[RANK, at] = rank[position]
            points[FRONT_ATTRIBUTE, at] = places[POINT_ATTRIBUTE, begin + position]
            front_worths[GAIN, at] = worths[GAIN, begin + position]
            front_worths[SIMILARITY, at] = worths[SIMILARITY, begin + position]
    return points, front_worths


@inner_kernel
def _remembered(best_attribute, best_worth, n_best, attribute, gain, similarity):  # type: ignore[no-untyped-def]
    """Enter a split into the list of attributes with the largest similarity; returns how many are listed."""
    at = NONE
    lowest = 0
    for i in range(n_best):
        if best_attribute[i] == attribute:
            at = i
        if best_worth[i, 1] < best_worth[lowest, 1]:
            lowest = i
    if at == NONE and n_best < best_attribute.size:
        at = n_best
        n_best += 1
        best_worth[at, 1] = -1.0
    elif at == NONE:
        at = lowest
    if similarity > best_worth[at, 1]:
        best_attribute[at] = attribute
        best_worth[at, 0] = gain
        best_worth[at, 1] = similarity
    return n_best


@inner_kernel
def _add(rivals, n, order, gain, similarity, atd):  # type: ignore[no-untyped-def]
    rivals.order[n] = order
    rivals.score[0, n] = gain - atd
    rivals.score[1, n] = similarity - atd
    rivals.score[2, n] = atd
    return n + 1


@inner_kernel
def _first_of(places, begin, end, attribute):  # type: ignore[no-untyped-def]
    """The first place of an attribute, or where it would be: places are sorted by attribute."""
    while begin < end:
        middle = (begin + end) // 2
        if places[POINT_ATTRIBUTE, middle] < attribute:
            begin = middle + 1
        else:
            end = middle
    return begin


@inner_kernel
def gathered(tables, fronts, growth, rules, used, t, row_set, level, rivals):  # type: ignore[no-untyped-def]
    """The rivals of a decision, into `rivals`; returns how many. `used` lists the attributes that some tree uses."""
    begin = tables.sets[START, row_set]
    end = begin + tables.sets[SIZE, row_set]
    allowed = rules.allowed[0 if level == 1 else 1]
    n = np.int64(0)
    fresh = difference_after(growth, t, np.int64(NONE), level, rules) if rules.w_atd > 0.0 else 0.0
    if used.size <= fronts.most_used:
        first = fronts.sets[FIRST, row_set]
        for i in range(first, first + fronts.sets[N_FRONT, row_set]):
            if fronts.points[RANK, i] > used.size:
                break
            if not growth.is_used[fronts.points[FRONT_ATTRIBUTE, i]]:
                n = _add(
                    rivals, n, fronts.points[OFFSET, i], fronts.worths[GAIN, i], fronts.worths[SIMILARITY, i], fresh
                )
    else:
        for place in range(begin, end):
            attribute = tables.places[POINT_ATTRIBUTE, place]
            if allowed[attribute] and not growth.is_used[attribute]:
                n = _add(rivals, n, place - begin, tables.worths[GAIN, place], tables.worths[SIMILARITY, place], fresh)
    for attribute in used:
        if not allowed[attribute]:
            continue
        place = _first_of(tables.places, begin, end, attribute)
        if place < end and tables.places[POINT_ATTRIBUTE, place] == attribute:
            atd = difference_after(growth, t, np.int64(attribute), level, rules) if rules.w_atd > 0.0 else 0.0
            while place < end and tables.places[POINT_ATTRIBUTE, place] == attribute:
                n = _add(rivals, n, place - begin, tables.worths[GAIN, place], tables.worths[SIMILARITY, place], atd)
                place += 1
    return n
