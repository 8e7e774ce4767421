"""The construction of a tree from a spectrum on features of two cells: whole in one kernel."""

from __future__ import annotations

from typing import Any

import numpy as np

from ksdt_core.compiled import inner_kernel, kernel
from ksdt_core.fourier.binary_rows import cleared, copy_rows, halved, looked_over, restricted, with_room
from ksdt_core.fourier.bits import bit_count
from ksdt_core.fourier.growing import ANSWER_TIE, GrownNodes
from ksdt_core.fourier.schema import Schema
from ksdt_core.fourier.split_choice import GAIN_TIE
from ksdt_core.fourier.tree_bounds import TreeBounds
from ksdt_core.trees.tree import LEAF

MOST_FEATURES = 64  # bits of a word


def fits_binary_growth(schema: Schema) -> bool:
    """Whether every feature that the function depends on has two cells that count alike, and they fit one word."""
    present = schema.present()
    return (
        schema.masses is None
        and present.size <= MOST_FEATURES
        and all(len(schema.cells[feature]) == 2 for feature in present.tolist())
    )


def binary_growth(schema: Schema, bounds: TreeBounds, *, by_class: bool) -> GrownNodes | None:
    """The nodes of the tree of a schema, or None if there are more than the bounds allow.

    The first feature takes the highest bit, so that the first feature is the one that wins a tie.
    """
    present = schema.present()[::-1]
    keys = np.zeros(schema.keys.shape[0], dtype=np.uint64)
    for bit, feature in enumerate(present.tolist()):
        keys |= schema.layout.entry(schema.keys, feature).astype(np.uint64) << np.uint64(bit)
    order = np.argsort(keys)
    coefficients = np.ascontiguousarray(schema.coefficients[order].real)
    limits = (bounds.max_depth, 2.0 if bounds.confidence is None else bounds.confidence, bounds.free_energy)
    nodes, values, n_nodes, is_whole = _grow(keys[order], coefficients, by_class, limits, bounds.max_nodes)
    if not is_whole:
        return None
    bits, left, right = nodes[:n_nodes].T.copy()
    feature = np.where(bits == LEAF, LEAF, np.append(present, LEAF)[bits])
    first_cells = np.array([schema.cells[one][0] for one in present.tolist()] + [0], dtype=np.int64)
    return GrownNodes(feature, first_cells[bits], left, right, values[:n_nodes].copy())


@inner_kernel
def _impurity(average: Any, row: Any, change: Any, bit: Any, sign: Any, by_class: Any) -> Any:
    """See `split_choice.impurity`; of the averages in a row plus (or minus, or without) the changes of a bit."""
    total, n_outputs = 0.0, average.shape[1]
    for output in range(n_outputs):
        share = average[row, output] + sign * change[bit, output]
        if not by_class:
            total -= share * share
            continue
        share = min(max(share, 0.0), 1.0)
        if share > 0.0:
            total -= share * np.log2(share)
        if n_outputs == 1 and share < 1.0:
            total -= (1.0 - share) * np.log2(1.0 - share)
    return total


@inner_kernel
def _is_finished(average: Any, row: Any, reach: Any, energy: Any, depth: Any, by_class: Any, limits: Any) -> Any:
    """See `construction._is_finished`; of a schema whose averages stand in a row."""
    max_depth, confidence, free_energy = limits
    if (max_depth > 0 and depth >= max_depth) or (free_energy > 0.0 and energy <= free_energy):
        return True
    if not by_class:
        return False
    if reach.size == 1:
        surest = max(average[row, 0], 1.0 - average[row, 0])
        return surest >= confidence or abs(average[row, 0] - 0.5) > reach[0] + 2 * ANSWER_TIE
    largest = average[row, 0]
    for output in range(1, reach.size):
        largest = max(largest, average[row, output])
    if largest >= confidence:
        return True
    answer = 0
    while average[row, answer] < largest - ANSWER_TIE:
        answer += 1
    surely, rivals = average[row, answer] - reach[answer] - 2 * ANSWER_TIE, 0
    for other in range(reach.size):
        rivals += int(other != answer and average[row, other] + reach[other] >= surely)
    return rivals == 0


@inner_kernel
def _best_bit(average: Any, row: Any, first: Any, present: Any, by_class: Any, gains: Any) -> Any:
    """The feature with the largest gain, the first of equal ones; if none gains anything the first that is present."""
    here, best, highest = _impurity(average, row, first, 0, 0.0, by_class), -np.inf, np.int64(0)
    left = present
    while left != np.uint64(0):
        highest = np.int64(bit_count((left & (~left + np.uint64(1))) - np.uint64(1)))  # zeros below the lowest bit
        left &= left - np.uint64(1)
        children = _impurity(average, row, first, highest, 1.0, by_class)
        children += _impurity(average, row, first, highest, -1.0, by_class)
        gains[highest] = here - children / 2
        best = max(best, gains[highest])
    bit = highest
    while best > GAIN_TIE and ((present >> np.uint64(bit)) & np.uint64(1) == 0 or gains[bit] < best - GAIN_TIE):
        bit -= 1
    return bit


@inner_kernel
def _more_nodes(nodes: Any, values: Any) -> Any:
    """Copies of the nodes with room for twice as many."""
    more_nodes, more = np.empty((2 * values.shape[0], 3), np.int64), np.empty((2 * values.shape[0], values.shape[1]))
    for node in range(values.shape[0]):
        for column in range(3):
            more_nodes[node, column] = nodes[node, column]
        for output in range(values.shape[1]):
            more[node, output] = values[node, output]
    return more_nodes, more


@inner_kernel
def _new_leaf(nodes: Any, values: Any, node: Any, coefficients: Any, row: Any) -> None:
    """A node without a test, with the averages of a row."""
    for column in range(3):
        nodes[node, column] = LEAF
    for output in range(values.shape[1]):
        values[node, output] = coefficients[row, output]


@kernel
def _grow(keys: Any, coefficients: Any, by_class: Any, limits: Any, max_nodes: Any) -> Any:
    """The nodes in the order they are made (bit tested or LEAF, children), their averages, and whether that is all.

    Spectra of schemata that wait lie one after the other; the one to look at next is the last.
    """
    n_rows, n_outputs = coefficients.shape
    nodes, values = np.empty((64, 3), np.int64), np.empty((64, n_outputs))
    waiting = np.zeros((MOST_FEATURES + 2, 3), np.int64)  # node, depth, where its spectrum starts
    rows = np.empty(2 * n_rows, np.int64)
    out_zero = (np.empty(n_rows, np.uint64), np.empty((n_rows, n_outputs)))
    out_one = (np.empty(n_rows, np.uint64), np.empty((n_rows, n_outputs)))
    first, reach, gains = np.zeros((MOST_FEATURES, n_outputs)), np.empty(n_outputs), np.empty(MOST_FEATURES)
    _new_leaf(nodes, values, 0, coefficients, 0)
    n_nodes, n_waiting, top = 1, 1, n_rows
    while n_waiting:
        n_waiting -= 1
        node, depth, start = waiting[n_waiting, 0], waiting[n_waiting, 1], waiting[n_waiting, 2]
        end, top = top, start
        if end - start == 1:
            continue
        present, energy = looked_over(keys, coefficients, start, end, first, reach)
        if _is_finished(coefficients, start, reach, energy, depth, by_class, limits):
            cleared(keys, start, end, first)
            continue
        if n_nodes + 2 > max_nodes:
            return nodes, values, n_nodes, False
        if n_nodes + 2 > values.shape[0]:
            nodes, values = _more_nodes(nodes, values)
        bit = _best_bit(coefficients, start, first, present, by_class, gains)
        cleared(keys, start, end, first)
        halves = halved(keys, start, end, bit, rows)
        n_zero = restricted(keys, coefficients, bit, rows, halves, 1.0, out_zero)
        n_one = restricted(keys, coefficients, bit, rows, halves, -1.0, out_one)
        middle = start + n_one
        top = middle + n_zero
        keys, coefficients = with_room(keys, coefficients, top)
        copy_rows(out_one[0], out_one[1], n_one, keys, coefficients, start)
        copy_rows(out_zero[0], out_zero[1], n_zero, keys, coefficients, middle)
        nodes[node, 0], nodes[node, 1], nodes[node, 2] = bit, n_nodes, n_nodes + 1
        _new_leaf(nodes, values, n_nodes, coefficients, middle)
        _new_leaf(nodes, values, n_nodes + 1, coefficients, start)
        for child in range(2):
            waiting[n_waiting, 0], waiting[n_waiting, 1] = n_nodes + 1 - child, depth + 1
            waiting[n_waiting, 2] = middle if child else start
            n_waiting += 1
        n_nodes += 2
    return nodes, values, n_nodes, True
