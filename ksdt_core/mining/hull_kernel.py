"""The candidates of a column that can win under some weights, compiled: its upper hull in gain and similarity."""

from __future__ import annotations

import numpy as np

from ksdt_core.compiled import inlined, reducing_kernel


@reducing_kernel
def _best_scores(gain, similarity, n_points, u_low, u_high):  # type: ignore[no-untyped-def]
    """The best scores in two directions."""
    best_low = -np.inf
    best_high = -np.inf
    for i in range(n_points):
        t = gain[i] - similarity[i]
        best_low = max(best_low, similarity[i] + u_low * t)
        best_high = max(best_high, similarity[i] + u_high * t)
    return best_low, best_high


@reducing_kernel
def _mark_near(gain, similarity, n_points, cone, between, high, low, keep):  # type: ignore[no-untyped-def]
    """Mark the points that are not clearly below the edge between the hull's two ends, nor below these."""
    u_low, u_high, slack = cone
    u, edge = between
    t_high, best_high = high
    t_low, best_low = low
    for i in range(n_points):
        t = gain[i] - similarity[i]
        keep[i] = (
            (edge - (similarity[i] + u * t) <= slack)
            | ((t >= t_high) & (best_high - (similarity[i] + u_high * t) <= slack))
            | ((t <= t_low) & (best_low - (similarity[i] + u_low * t) <= slack))
        )


@inlined
def suspects_of(gain, similarity, n_points, cone, suspects, keep, index, stack):  # type: ignore[no-untyped-def]
    """List points of which some direction of the cone brings those marked `keep` within `slack` of the best.

    A direction u scores a point u·gain + (1 − u)·similarity, u_low ≤ u ≤ u_high. The points that win are the vertices
    of the upper hull. Along the hull t = gain − similarity grows with u, and the smallest gap of a point to the hull
    lies in the direction of the edge whose two ends have t below and above the point's own: one comparison settles it.
    Most points lie below the hull of every direction, so a first walk without branches marks the others, and only these
    are looked at. Returns how many were listed.
    """
    u_low, u_high, slack = cone
    best_low, best_high = _best_scores(gain, similarity, n_points, u_low, u_high)
    high = 0
    while similarity[high] + u_high * (gain[high] - similarity[high]) < best_high:
        high += 1
    low = 0
    while similarity[low] + u_low * (gain[low] - similarity[low]) < best_low:
        low += 1
    t_high = gain[high] - similarity[high]
    t_low = gain[low] - similarity[low]
    u = (similarity[low] - similarity[high]) / (t_high - t_low) if t_high > t_low else u_high
    edge = similarity[high] + u * t_high
    _mark_near(gain, similarity, n_points, cone, (u, edge), (t_high, best_high), (t_low, best_low), keep)
    n_suspects = 0
    for i in range(n_points):
        suspects[n_suspects] = i
        n_suspects += keep[i]
    n_between = 0
    for position in range(n_suspects):
        i = suspects[position]
        t = gain[i] - similarity[i]
        keep[i] = False
        if t >= t_high:
            keep[i] = best_high - (similarity[i] + u_high * t) <= slack
        elif t <= t_low:
            keep[i] = best_low - (similarity[i] + u_low * t) <= slack
        else:
            index[n_between] = i
            n_between += 1
    if n_between > 0:
        _mark_between(gain, similarity, slack, high, low, n_between, keep, index, stack)
    return n_suspects


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
