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
"""The corner w_IG + w_DS below this is left out: there ATD alone decides, and ties grow without bound."""

CLEARLY = 1.001 * TIE / LEAST_IG_AND_DS
"""A split that is better by more than this in gain and in similarity wins against another under all weights."""

FIRST, N_FRONT = 0, 1  # lines of Fronts.sets
OFFSET, RANK = 0, 1  # lines of Fronts.points


class Fronts(NamedTuple):
    """For every row set the splits that fewer than `most_used + 1` other attributes dominate, in table order."""

    sets: NDArray[np.int64]  # (2, n_sets), where its points begin and how many; NONE while not computed
    points: NDArray[np.int32]  # (2, n_points), the place in the row set's table, and how many attributes dominate it
    most_used: int


class Rivals(NamedTuple):
    """Room for the splits of one decision; `order` is their place in the table: of equal ones the earlier wins."""

    order: NDArray[np.int64]
    score: NDArray[np.float64]  # (n, 3), the score as a·x + b·y + c


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
    rank = np.empty(size, dtype=np.int32)
    n_kept = 0
    least_gain = -np.inf  # of the attributes listed, once the list is full: all of them dominate what lies below both
    least_similarity = -np.inf
    for position in by_gain:
        attribute = np.int64(places[POINT_ATTRIBUTE, begin + position])
        rank[position] = NONE
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
    found = np.empty((2, n_kept), dtype=np.int32)
    n_kept = 0
    for position in range(size):
        if rank[position] != NONE:
            found[OFFSET, n_kept] = position
            found[RANK, n_kept] = rank[position]
            n_kept += 1
    return found


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
def _add(rivals, n, tables, place, begin, atd):  # type: ignore[no-untyped-def]
    rivals.order[n] = place - begin
    rivals.score[n, 0] = tables.worths[GAIN, place] - atd
    rivals.score[n, 1] = tables.worths[SIMILARITY, place] - atd
    rivals.score[n, 2] = atd
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
            place = begin + fronts.points[OFFSET, i]
            if fronts.points[RANK, i] <= used.size and not growth.is_used[tables.places[POINT_ATTRIBUTE, place]]:
                n = _add(rivals, n, tables, place, begin, fresh)
    else:
        for place in range(begin, end):
            attribute = tables.places[POINT_ATTRIBUTE, place]
            if allowed[attribute] and not growth.is_used[attribute]:
                n = _add(rivals, n, tables, place, begin, fresh)
    for attribute in used:
        if not allowed[attribute]:
            continue
        place = _first_of(tables.places, begin, end, attribute)
        if place < end and tables.places[POINT_ATTRIBUTE, place] == attribute:
            atd = difference_after(growth, t, np.int64(attribute), level, rules) if rules.w_atd > 0.0 else 0.0
            while place < end and tables.places[POINT_ATTRIBUTE, place] == attribute:
                n = _add(rivals, n, tables, place, begin, atd)
                place += 1
    return n
