"""Dividing a piece of the weight triangle among the splits that win in it, compiled.

The miner takes the first split whose score lies within TIE of the best. Of two splits i, earlier than j, the first
beats the second where (s_i − s_j)·w ≥ −TIE, and the second the first elsewhere: half-planes. Where a split beats all
others pairwise, the miner takes it. What no split wins so is a tie circle, and is divided by the rule itself.
"""

from __future__ import annotations

import numpy as np

from ksdt_core.compiled import inner_kernel, reducing_kernel
from ksdt_core.mining.cells.polygons import clip, copied, measure
from ksdt_core.mining.growing import NONE
from ksdt_core.mining.split_kernel import TIE

SMALLEST = 1e-14
"""Pieces of a smaller area are dropped."""

ROUNDING = 2e-15
"""Scores at a corner are known to this."""


@inner_kernel
def score_at(rivals, i, x, y):  # type: ignore[no-untyped-def]
    """The score of a split under the weights (x, y, 1 − x − y)."""
    return rivals.score[0, i] * x + rivals.score[1, i] * y + rivals.score[2, i]


@reducing_kernel
def _best_at(rivals, n, x, y):  # type: ignore[no-untyped-def]
    """The best score under these weights."""
    best = -np.inf
    for i in range(n):
        best = max(best, score_at(rivals, i, x, y))
    return best


@inner_kernel
def winner_at(rivals, n, x, y):  # type: ignore[no-untyped-def]
    """The split that the miner takes under these weights: of those within TIE of the best the first in table order."""
    least = _best_at(rivals, n, x, y) - TIE
    winner = NONE
    for i in range(n):
        if score_at(rivals, i, x, y) >= least and (winner == NONE or rivals.order[i] < rivals.order[winner]):
            winner = i
    return winner


@inner_kernel
def _lead(rivals, i, j):  # type: ignore[no-untyped-def]
    """By how much i must be ahead of j, to beat it: −TIE where it comes earlier, TIE where it comes later."""
    return -TIE if rivals.order[i] < rivals.order[j] else TIE


@reducing_kernel
def _narrowest(rivals, n, own, x, y):  # type: ignore[no-untyped-def]
    """How much more than it needs a split of this score is ahead of the rival that comes nearest to it."""
    narrowest = np.inf
    for j in range(n):
        narrowest = min(narrowest, own - score_at(rivals, j, x, y) - rivals.lead[j])
    return narrowest


@inner_kernel
def wins_everywhere(rivals, n, winner, polygon, n_corners):  # type: ignore[no-untyped-def]
    """Whether a split beats all others at every corner, and so in the whole piece."""
    for j in range(n):
        rivals.lead[j] = _lead(rivals, winner, j)
    rivals.lead[winner] = -np.inf
    for v in range(n_corners):
        x, y = polygon[v, 0], polygon[v, 1]
        if _narrowest(rivals, n, score_at(rivals, winner, x, y) + ROUNDING, x, y) < 0.0:
            return False
    return True


@inner_kernel
def _hopeless(rivals, i, j, polygon, n_corners):  # type: ignore[no-untyped-def]
    """Whether j keeps i from being taken anywhere: more than TIE better at all corners, or as good and earlier."""
    needed = 0.0 if rivals.order[j] < rivals.order[i] else TIE
    for v in range(n_corners):
        ahead = score_at(rivals, j, polygon[v, 0], polygon[v, 1]) - score_at(rivals, i, polygon[v, 0], polygon[v, 1])
        if ahead < needed or (needed > 0.0 and ahead == needed):
            return False
    return True


@inner_kernel
def survivors_of(rivals, n, winner, polygon, n_corners):  # type: ignore[no-untyped-def]
    """The splits that may be taken somewhere in the piece, in table order."""
    kept = np.empty(n, dtype=np.int64)
    n_kept = 0
    for i in range(n):
        if i == winner or not _hopeless(rivals, i, winner, polygon, n_corners):
            kept[n_kept] = i
            n_kept += 1
    alive = np.empty(n_kept, dtype=np.int64)
    n_alive = 0
    for a in range(n_kept):
        is_alive = True
        for b in range(n_kept):
            if a != b and _hopeless(rivals, kept[a], kept[b], polygon, n_corners):
                is_alive = False
                break
        if is_alive:
            at = n_alive  # kept in table order
            while at > 0 and rivals.order[alive[at - 1]] > rivals.order[kept[a]]:
                alive[at] = alive[at - 1]
                at -= 1
            alive[at] = kept[a]
            n_alive += 1
    return alive[:n_alive]


@inner_kernel
def _ahead(rivals, i, j, lead):  # type: ignore[no-untyped-def]
    """The half-plane in which i is ahead of j by at least `lead`, as (a, b, c)."""
    return (
        rivals.score[0, i] - rivals.score[0, j],
        rivals.score[1, i] - rivals.score[1, j],
        rivals.score[2, i] - rivals.score[2, j] - lead,
    )


@inner_kernel
def _opposite(line):  # type: ignore[no-untyped-def]
    return -line[0], -line[1], -line[2]


@inner_kernel
def _appended(corners, n_used, polygon, n):  # type: ignore[no-untyped-def]
    """The list of corners with those of one more piece; longer where it was full."""
    if n_used + n > corners.shape[0]:
        longer = np.empty((2 * (n_used + n), 2))
        copied(corners, n_used, longer)
        corners = longer
    copied(polygon, n, corners[n_used:])
    return corners


@inner_kernel
def divided(rivals, alive, polygon, n_corners, smallest):  # type: ignore[no-untyped-def]
    """The pieces of a polygon, each with the split taken there: lines (split, first corner, corners, tied), corners."""
    room = n_corners + alive.size + 4
    now = np.empty((room, 2))
    then = np.empty((room, 2))
    corners = np.empty((64, 2))
    lines = np.empty((2 * alive.size + 8, 4), dtype=np.int64)
    n_lines = np.int64(0)
    n_used = np.int64(0)
    left_over = measure(polygon, n_corners)
    for i in alive:
        n = copied(polygon, n_corners, now)
        for j in alive:
            if i != j and n > 1:
                n = clip(now, n, _ahead(rivals, i, j, _lead(rivals, i, j)), then)
                now, then = then, now
        size = measure(now, n)
        if size >= smallest:
            left_over -= size
            corners = _appended(corners, n_used, now, n)
            lines[n_lines, 0], lines[n_lines, 1], lines[n_lines, 2], lines[n_lines, 3] = i, n_used, n, 0
            n_lines += 1
            n_used += n
    if left_over >= smallest:
        return _with_circles(rivals, alive, polygon, n_corners, smallest, lines, n_lines, corners, n_used)
    return lines[:n_lines], corners


@inner_kernel
def _with_circles(rivals, alive, polygon, n_corners, smallest, lines, n_lines, corners, n_used):  # type: ignore[no-untyped-def]
    """The pieces, and those of the tie circles that they leave over.

    Taking a convex piece out of the polygon leaves, for every split that the winner must beat, the part in which it
    beats those before but not this one. What is left after all winners have been taken out lies in tie circles.
    """
    rest, rest_corners = _left_over(rivals, alive, polygon, n_corners, smallest)
    room = n_corners + 3 * alive.size + 8
    now = np.empty((room, 2))
    then = np.empty((room, 2))
    inside = np.empty((room, 2))
    for r in range(rest.shape[0]):
        for top in alive:  # where this split is the best, the first within TIE of it is taken
            n = copied(rest_corners[rest[r, 0] :], rest[r, 1], now)
            for j in alive:
                if j != top and n > 1:
                    n = clip(now, n, _ahead(rivals, top, j, 0.0), then)
                    now, then = then, now
            for i in alive:
                if n < 2 or measure(now, n) < smallest:
                    break
                near = _ahead(rivals, i, top, -TIE)
                n_inside = clip(now, n, near, inside)
                if measure(inside, n_inside) >= smallest:
                    if n_lines == lines.shape[0]:
                        longer = np.empty((2 * n_lines, 4), dtype=np.int64)
                        for line in range(n_lines):
                            for column in range(4):
                                longer[line, column] = lines[line, column]
                        lines = longer
                    corners = _appended(corners, n_used, inside, n_inside)
                    lines[n_lines, 0], lines[n_lines, 1], lines[n_lines, 2], lines[n_lines, 3] = i, n_used, n_inside, 1
                    n_lines += 1
                    n_used += n_inside
                n = clip(now, n, _opposite(near), then)
                now, then = then, now
    return lines[:n_lines], corners


@inner_kernel
def _left_over(rivals, alive, polygon, n_corners, smallest):  # type: ignore[no-untyped-def]
    """The convex parts of the polygon in which no split beats all others: (first corner, corners), corners."""
    rest = np.empty((1, 2), dtype=np.int64)
    rest[0, 0], rest[0, 1] = 0, n_corners
    rest_corners = np.empty((n_corners, 2))
    copied(polygon, n_corners, rest_corners)
    room = n_corners + 2 * alive.size * alive.size + 8
    now = np.empty((room, 2))
    then = np.empty((room, 2))
    outside = np.empty((room, 2))
    for i in alive:
        left = np.empty((rest.shape[0] * alive.size + 1, 2), dtype=np.int64)
        left_corners = np.empty((64, 2))
        n_left = np.int64(0)
        n_used = np.int64(0)
        for r in range(rest.shape[0]):
            n = copied(rest_corners[rest[r, 0] :], rest[r, 1], now)
            for j in alive:
                if i == j or n < 2:
                    continue
                line = _ahead(rivals, i, j, _lead(rivals, i, j))
                n_outside = clip(now, n, _opposite(line), outside)
                if measure(outside, n_outside) >= smallest:
                    left_corners = _appended(left_corners, n_used, outside, n_outside)
                    left[n_left, 0], left[n_left, 1] = n_used, n_outside
                    n_left += 1
                    n_used += n_outside
                n = clip(now, n, line, then)
                now, then = then, now
        rest, rest_corners = left[:n_left], left_corners
    return rest, rest_corners
