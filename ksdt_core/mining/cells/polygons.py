"""Convex pieces of the weight triangle, compiled: measure, cut, inner point, distance.

A point is (x, y) = (w_IG, w_DS); w_ATD = 1 − x − y. A piece is a list of corners in order. For a single tree the
weights lie on the segment x + y = 1: its pieces have two corners, and their measure is a length instead of an area.
"""

from __future__ import annotations

import numpy as np

from ksdt_core.compiled import inner_kernel, kernel

ROUNDING = 1e-16  # of a distance from an edge, since coordinates go up to 1
NO_EDGE = 1e-15


@inner_kernel
def measure(polygon, n):  # type: ignore[no-untyped-def]
    """The area of a piece, taken relative to its first corner; the length along x of a segment."""
    if n < 2:
        return 0.0
    if n == 2:
        return abs(polygon[1, 0] - polygon[0, 0])
    twice = 0.0
    for i in range(1, n - 1):
        twice += (polygon[i, 0] - polygon[0, 0]) * (polygon[i + 1, 1] - polygon[0, 1]) - (
            polygon[i + 1, 0] - polygon[0, 0]
        ) * (polygon[i, 1] - polygon[0, 1])
    return 0.5 * abs(twice)


@inner_kernel
def clip(polygon, n, line, out):  # type: ignore[no-untyped-def]
    """The part of a piece where a·x + b·y + c ≥ 0, line = (a, b, c), into `out`; returns its number of corners.

    Both sides of a cut get the very same new corners, so that pieces neither overlap nor leave a gap.
    """
    a, b, c = line
    n_out = 0
    before = a * polygon[0, 0] + b * polygon[0, 1] + c
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        after = a * polygon[j, 0] + b * polygon[j, 1] + c
        if before >= 0.0:
            out[n_out, 0] = polygon[i, 0]
            out[n_out, 1] = polygon[i, 1]
            n_out += 1
        crosses = (before > 0.0 and after < 0.0) or (before < 0.0 and after > 0.0)
        if crosses and (n > 2 or j > i):  # a segment has one edge, not two
            part = before / (before - after)
            out[n_out, 0] = polygon[i, 0] + part * (polygon[j, 0] - polygon[i, 0])
            out[n_out, 1] = polygon[i, 1] + part * (polygon[j, 1] - polygon[i, 1])
            n_out += 1
        before = after
    return 0 if n > 2 and n_out < 3 else n_out  # a polygon that only touches the line has no part there


@inner_kernel
def copied(source, n, target):  # type: ignore[no-untyped-def]
    """Copy the corners of a piece."""
    for i in range(n):
        target[i, 0] = source[i, 0]
        target[i, 1] = source[i, 1]
    return n


@inner_kernel
def _in_plane(x, y):  # type: ignore[no-untyped-def]
    """A point in coordinates in which distances are those of weight vectors: |w − w'|² = Σ (w_i − w'_i)²."""
    return (x - y) / np.sqrt(2.0), (x + y) * np.sqrt(1.5)


@inner_kernel
def _edge_lines(polygon, n, lines):  # type: ignore[no-untyped-def]
    """Of each edge the inner unit normal and offset, (a, b, c): a·p + b·q + c is the distance from it."""
    centre_p = 0.0
    centre_q = 0.0
    for i in range(n):
        p, q = _in_plane(polygon[i, 0], polygon[i, 1])
        centre_p += p / n
        centre_q += q / n
    n_lines = 0
    for i in range(n):
        p, q = _in_plane(polygon[i, 0], polygon[i, 1])
        j = i + 1 if i + 1 < n else 0
        p_next, q_next = _in_plane(polygon[j, 0], polygon[j, 1])
        length = np.hypot(p_next - p, q_next - q)
        if length < NO_EDGE:  # two corners that rounding made of one: the direction between them means nothing
            continue
        a = -(q_next - q) / length
        b = (p_next - p) / length
        sign = 1.0 if a * (centre_p - p) + b * (centre_q - q) >= 0.0 else -1.0
        lines[n_lines, 0] = sign * a
        lines[n_lines, 1] = sign * b
        lines[n_lines, 2] = -sign * (a * (p - centre_p) + b * (q - centre_q))  # offsets from the centre keep digits
        n_lines += 1
    return n_lines, centre_p, centre_q


@kernel
def inner_point(polygon):  # type: ignore[no-untyped-def]
    """The centre (x, y) of the largest circle in a piece, and its radius; the middle and half length of a segment.

    The circle touches three edges (or lies between two parallel ones, where one of many serves): of all triples the
    one whose circle lies within all edges and is largest. Where rounding leaves none, the mean of the corners serves.
    """
    n = polygon.shape[0]
    if n == 2:
        x = 0.5 * (polygon[0, 0] + polygon[1, 0])
        return x, 1.0 - x, abs(polygon[1, 0] - polygon[0, 0]) / np.sqrt(2.0)
    lines = np.empty((n, 3))
    n_lines, centre_p, centre_q = _edge_lines(polygon, n, lines)
    around = 0.0  # the length of all edges; no circle in the piece is wider than 2 · area / around
    for i in range(n):
        p, q = _in_plane(polygon[i, 0], polygon[i, 1])
        j = i + 1 if i + 1 < n else 0
        p_next, q_next = _in_plane(polygon[j, 0], polygon[j, 1])
        around += np.hypot(p_next - p, q_next - q)
    widest = 2.0 * np.sqrt(3.0) * measure(polygon, n) / around * (1.0 + 1e-6) if around > 0.0 else 0.0
    best = -1.0
    best_p = 0.0
    best_q = 0.0
    for i in range(n_lines):
        for j in range(i + 1, n_lines):
            for m in range(j + 1, n_lines):
                p, q, radius = _circle_of(lines[i], lines[j], lines[m])
                if not best < radius <= widest or np.hypot(p, q) > around:
                    continue
                inside = True
                for other in range(n_lines):
                    if lines[other, 0] * p + lines[other, 1] * q + lines[other, 2] < radius * (1.0 - 1e-9) - ROUNDING:
                        inside = False
                        break
                if inside:
                    best, best_p, best_q = radius, p, q
    p, q = best_p + centre_p, best_q + centre_q
    total = q / np.sqrt(1.5)
    difference = p * np.sqrt(2.0)
    return 0.5 * (total + difference), 0.5 * (total - difference), max(best, 0.0)


@kernel
def inner_points(corners, spans):  # type: ignore[no-untyped-def]
    """The inner points (x, y, radius) of many pieces; piece i has spans[i, 1] corners from spans[i, 0] on."""
    found = np.empty((spans.shape[0], 3))
    for i in range(spans.shape[0]):
        found[i, 0], found[i, 1], found[i, 2] = inner_point(corners[spans[i, 0] : spans[i, 0] + spans[i, 1]])
    return found


@inner_kernel
def _circle_of(first, second, third):  # type: ignore[no-untyped-def]
    """Centre and radius of the circle that lies at the same distance from three lines; radius −1 where there is none.

    a_i·p + b_i·q − r = −c_i, by Cramer's rule.
    """
    a1, b1, c1 = first[0], first[1], first[2]
    a2, b2, c2 = second[0] - a1, second[1] - b1, second[2] - c1
    a3, b3, c3 = third[0] - a1, third[1] - b1, third[2] - c1
    determinant = a2 * b3 - a3 * b2
    if abs(determinant) < 1e-14:
        return 0.0, 0.0, -1.0
    p = (b2 * c3 - b3 * c2) / determinant
    q = (a3 * c2 - a2 * c3) / determinant
    return p, q, a1 * p + b1 * q + c1


@inner_kernel
def nearest_point(polygon, x, y):  # type: ignore[no-untyped-def]
    """The point of a piece nearest to (x, y), and its distance as weight vectors; 0 inside."""
    n = polygon.shape[0]
    p, q = _in_plane(x, y)
    best = np.inf
    best_x, best_y = x, y
    inside = n > 2
    side = 0.0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        p1, q1 = _in_plane(polygon[i, 0], polygon[i, 1])
        p2, q2 = _in_plane(polygon[j, 0], polygon[j, 1])
        cross = (p2 - p1) * (q - q1) - (q2 - q1) * (p - p1)
        if side == 0.0:
            side = cross
        elif cross * side < 0.0:
            inside = False
        length = (p2 - p1) ** 2 + (q2 - q1) ** 2
        part = 0.0 if length == 0.0 else ((p - p1) * (p2 - p1) + (q - q1) * (q2 - q1)) / length
        part = min(1.0, max(0.0, part))
        distance = np.hypot(p1 + part * (p2 - p1) - p, q1 + part * (q2 - q1) - q)
        if distance < best:
            best = distance
            best_x = polygon[i, 0] + part * (polygon[j, 0] - polygon[i, 0])
            best_y = polygon[i, 1] + part * (polygon[j, 1] - polygon[i, 1])
    if inside:
        return x, y, 0.0
    return best_x, best_y, best


@kernel
def nearest_of(corners, first, n, left_out, x, y):  # type: ignore[no-untyped-def]
    """Of many pieces, but those omitted, the one nearest to (x, y): its number, nearest point and distance.

    Piece i has the corners first[i] .. first[i] + n[i]; the number is −1 where all are omitted.
    """
    best = -1
    best_x, best_y, best_distance = x, y, np.inf
    for i in range(first.size):
        if not left_out[i]:
            there_x, there_y, distance = nearest_point(corners[first[i] : first[i] + n[i]], x, y)
            if distance < best_distance:
                best, best_x, best_y, best_distance = i, there_x, there_y, distance
    return best, best_x, best_y, best_distance
