"""Shapley values of rows, exact from the leaves: what each attribute adds to the answer for a row.

v(S) is the mean answer when the attributes of S are those of the row x and the others are drawn from background rows:
each on its own (`rows`, the product of the marginals) or together from one row (`empirical`, what SHAP calls
interventional). A function made of boxes is a sum of games, one a box, in which only the box's d features play:

    rows:       v_b(S) = v_b Π_(m in S) a_m Π_(m not in S) s_m, where a_m is 1 if x lies in the box's cells of m, else
                0, and s_m is their share of the background rows; then [O72, multilinear extensions]
                φ_k = v_b (a_k - s_k) ∫_0^1 Π_(m ≠ k) (t a_m + (1 - t) s_m) dt
    empirical:  the mean over background rows z of the same game with c_m (z lies in the cells) in place of s_m. With p
                features that only x meets and q that only z meets, all others being met by both,
                φ_k = v_b (p - 1)! q! / (p + q)! for the former, -v_b p! (q - 1)! / (p + q)! for the latter.

The integrand is a polynomial of degree d - 1, for which Gauss-Legendre with ⌈d / 2⌉ nodes is exact.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import kernel
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.bits import bit_count
from ksdt_core.fourier.boxes import BoxFunction, combined
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.masses import columns_of, row_domain
from ksdt_core.fourier.sources import trees_of
from ksdt_core.fourier.tree_boxes import tree_function

ShapleyMeasure = Literal["rows", "empirical"]
MOST_FEATURES = 62  # that one path may test
TABLED = 14  # up to so many features, rows that meet the same of them are computed once
_ROWS_A_THREAD = 200


@dataclass(frozen=True, slots=True, eq=False)
class ShapleyValues:
    """For each row, attribute and output what the attribute adds; base + Σ over the attributes is the answer."""

    attributes: tuple[str, ...]  # that some tree tests
    outputs: tuple[str, ...]  # the second of two classes, or every class
    values: NDArray[np.float64]  # (n_rows, n_attributes, n_outputs)
    base: NDArray[np.float64]  # (n_outputs,), the mean answer over the background


def shapley_values(
    source: object,
    rows: NDArray[np.float64],
    background: NDArray[np.float64],
    *,
    attributes: Sequence[str] | None = None,
    measure: ShapleyMeasure = "rows",
) -> ShapleyValues:
    """The Shapley values [S53, the value of a game] of rows for the mean prediction of trees, exact from the leaves.

    `ksdt.shapley_values(trees, x, pair.left.scaled, attributes=pair.attributes)` explains rows x of a pair by how they
    differ from the left table. base + Σ over the attributes is the trees' prediction.

    `attributes` names the columns of rows and background; without it they are the trees' own. Values are in the units
    that the trees test.
    """
    if measure not in ("rows", "empirical"):
        raise InvalidParameterError("not-a-choice", option="measure", value=measure, choices=("rows", "empirical"))
    if len(background) == 0:
        raise InvalidParameterError("measure-without-rows")
    trees = trees_of(source)
    domain = domain_of(trees)
    rows, background = (
        table if attributes is None else columns_of(domain, table, attributes) for table in (rows, background)
    )
    domain = row_domain(domain, [background])
    functions = [tree_function(tree, domain) for tree in trees]
    function = combined(functions, np.full(len(functions), 1 / len(functions)))
    cells = domain.cells_of(np.asarray(rows, dtype=np.float64))
    others = domain.cells_of(np.asarray(background, dtype=np.float64))
    base = function.mean() if measure == "rows" else function.at(others).mean(axis=0)
    values = box_shapley(function, cells, others if measure == "empirical" else others[:0])
    return ShapleyValues(tuple(feature.name for feature in domain.features), function.outputs, values, base)


def box_shapley(function: BoxFunction, cells: NDArray[np.int32], background: NDArray[np.int32]) -> NDArray[np.float64]:
    """The Shapley values of points: by the shares of the boxes, or jointly over background points where there are any.

    Points are shared out among threads; each is summed in a fixed order, so their number changes nothing.
    """
    used = np.flatnonzero(function.values.any(axis=1))
    boxes, values = function.boxes.take(used), function.values[used]
    longest = int(np.diff(boxes.start).max(initial=0))
    if longest > MOST_FEATURES:
        raise InvalidParameterError("path-tests-too-many-attributes", attributes=longest, limit=MOST_FEATURES)
    constraints = (boxes.start, boxes.feature, boxes.low, boxes.high, boxes.subset, boxes.subsets, boxes.share)
    nodes, weights = _quadrature((longest + 1) // 2)
    out = np.zeros((cells.shape[0], function.domain.n_features, function.n_outputs))
    n_parts = max(1, min(os.cpu_count() or 1, cells.shape[0] // _ROWS_A_THREAD))
    edges = np.linspace(0, cells.shape[0], n_parts + 1).astype(int).tolist()
    with ThreadPoolExecutor(n_parts) as pool:
        for done in [
            pool.submit(
                _add_values, constraints, values, cells[first:end], background, (nodes, weights, _orders()),
                out[first:end],
            )
            for first, end in pairwise(edges)
        ]:  # fmt: skip
            done.result()
    return out


def _quadrature(n_nodes: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Nodes and weights of the Gauss-Legendre rule on [0, 1]."""
    nodes, weights = np.polynomial.legendre.leggauss(max(1, n_nodes))
    return (nodes + 1) / 2, weights / 2


def _orders() -> NDArray[np.float64]:
    """1 / (p + q over p) at [p, q]: over p it is (p - 1)! q! / (p + q)!, over q it is p! (q - 1)! / (p + q)!."""
    size = MOST_FEATURES + 1
    return np.array([[1 / comb(p + q, p) for q in range(size)] for p in range(size)])


@kernel
def _patterns(constraints: Any, box: Any, cells: Any, found: Any) -> None:
    """For each point the constraints of a box that it meets, as bits."""
    start, feature, low, high, subset, subsets, _ = constraints
    for point in range(cells.shape[0]):
        met = np.uint64(0)
        for c in range(start[box], start[box + 1]):
            cell = cells[point, feature[c]]
            row = subset[c]
            if row < 0:
                inside = low[c] <= cell < high[c]
            else:
                inside = (subsets[row, cell >> 6] >> np.uint64(cell & 63)) & np.uint64(1) != 0
            if inside:
                met |= np.uint64(1) << np.uint64(c - start[box])
        found[point] = met


@kernel
def _distinct(patterns: Any, place_of: Any, n_bits: Any, distinct: Any, counts: Any, which: Any) -> Any:
    """The distinct patterns, how often each is there, and which one each point has; long patterns stand for themselves.

    `place_of` holds -1 for every pattern, before and after.
    """
    n_found = 0
    for point in range(patterns.size):
        place = place_of[np.int64(patterns[point])] if n_bits <= TABLED else -1
        if place < 0:
            place = n_found
            distinct[place], counts[place] = patterns[point], 0
            if n_bits <= TABLED:
                place_of[np.int64(patterns[point])] = place
            n_found += 1
        counts[place] += 1
        which[point] = place
    if n_bits <= TABLED:
        for place in range(n_found):
            place_of[np.int64(distinct[place])] = -1
    return n_found


@kernel
def _by_shares(met: Any, share: Any, nodes: Any, weights: Any, found: Any) -> None:
    """φ of one pattern under the product of the marginals."""
    n_bits = share.size
    found[:n_bits] = 0.0
    for c in range(n_bits):
        if share[c] == 0.0 and (met >> np.uint64(c)) & np.uint64(1) == 0:
            return  # neither the point nor any row lies there
    for node in range(nodes.size):
        t, product = nodes[node], weights[node]
        for c in range(n_bits):
            product *= (1.0 - t) * share[c] + (t if (met >> np.uint64(c)) & np.uint64(1) else 0.0)
        for c in range(n_bits):
            a = 1.0 if (met >> np.uint64(c)) & np.uint64(1) else 0.0
            found[c] += (a - share[c]) * product / (t * a + (1.0 - t) * share[c])


@kernel
def _by_rows(met: Any, theirs: Any, counts: Any, orders: Any, n_bits: Any, found: Any) -> None:
    """φ of one pattern, the mean over background rows with these patterns."""
    found[:n_bits] = 0.0
    everything, n_rows = (np.uint64(1) << np.uint64(n_bits)) - np.uint64(1), counts.sum()
    for place in range(theirs.size):
        if met | theirs[place] != everything:
            continue
        gained, lost = met & ~theirs[place], theirs[place] & ~met
        p, q = np.int64(bit_count(gained)), np.int64(bit_count(lost))
        order = orders[p, q] * counts[place] / n_rows
        for c in range(n_bits):
            if (gained >> np.uint64(c)) & np.uint64(1):
                found[c] += order / p
            elif (lost >> np.uint64(c)) & np.uint64(1):
                found[c] -= order / q


@kernel
def _add_values(constraints: Any, values: Any, cells: Any, background: Any, tables: Any, out: Any) -> None:
    """Adds the Shapley values of every point to its rows of `out`, box by box."""
    start, feature, _, _, _, _, share = constraints
    nodes, weights, orders = tables
    n_most = max(cells.shape[0], background.shape[0])
    patterns, which = np.empty(n_most, np.uint64), np.empty(n_most, np.int64)
    ours, theirs = np.empty(cells.shape[0], np.uint64), np.empty(background.shape[0], np.uint64)
    our_counts, their_counts = np.empty(cells.shape[0], np.int64), np.empty(background.shape[0], np.int64)
    place_of = np.full(1 << TABLED, -1, np.int64)
    of_pattern = np.empty((cells.shape[0], MOST_FEATURES))
    for box in range(start.size - 1):
        n_bits, n_theirs = start[box + 1] - start[box], 0
        if background.shape[0]:
            _patterns(constraints, box, background, patterns[: background.shape[0]])
            n_theirs = _distinct(patterns[: background.shape[0]], place_of, n_bits, theirs, their_counts, which)
        _patterns(constraints, box, cells, patterns[: cells.shape[0]])
        n_ours = _distinct(patterns[: cells.shape[0]], place_of, n_bits, ours, our_counts, which)
        for place in range(n_ours):
            if background.shape[0]:
                _by_rows(ours[place], theirs[:n_theirs], their_counts[:n_theirs], orders, n_bits, of_pattern[place])
            else:
                own_shares = share[start[box] : start[box + 1]]
                _by_shares(ours[place], own_shares, nodes, weights, of_pattern[place])
        for point in range(cells.shape[0]):
            for c in range(n_bits):
                part = of_pattern[which[point], c]
                if part != 0.0:
                    for output in range(values.shape[1]):
                        out[point, feature[start[box] + c], output] += values[box, output] * part
