"""The spectrum of a tree whose features have two cells each: built from the leaves up, on packed 64-bit partitions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import inner_kernel, kernel
from ksdt_core.fourier.bits import bit_count
from ksdt_core.fourier.domain import CellDomain
from ksdt_core.fourier.node_tests import NodeTests
from ksdt_core.fourier.partitions import Coefficients, Keys, layout_of
from ksdt_core.trees.tree import LEAF, Tree

MOST_FEATURES = 64  # bits of a word


@inner_kernel
def _joined(keys: Any, values: Any, left: Any, right: Any, end: Any, bit: Any, max_order: Any, out: Any) -> Any:
    """The spectrum of a node from those of its children, which stand one after the other; returns its size.

    With L where x_a = 0 and R where x_a = 1, neither depending on a:
    w_j = (L_j + R_j) / 2 for partitions without a, and w_(j with a) = (L_j - R_j) / 2.
    All keys with the same bits above a's form a block; within it the new keys follow the old ones, so order is kept.
    """
    keys_out, values_out, keys_new, values_new = out
    above = ~((bit << np.uint64(1)) - np.uint64(1))
    size, n_new, block = 0, 0, np.uint64(0)
    i, j = left, right
    while i < right or j < end:
        a = keys[i] if i < right else np.uint64(0xFFFFFFFFFFFFFFFF)
        b = keys[j] if j < end else np.uint64(0xFFFFFFFFFFFFFFFF)
        take_left, take_right = i < right and (a <= b or j >= end), j < end and (b <= a or i >= right)
        key = a if take_left else b
        half_left = 0.5 * values[i] if take_left else 0.0
        half_right = 0.5 * values[j] if take_right else 0.0
        i += take_left
        j += take_right
        if key & above != block:
            for new in range(n_new):
                keys_out[size + new], values_out[size + new] = keys_new[new], values_new[new]
            size += n_new
            n_new, block = 0, key & above
        mean, difference = half_left + half_right, half_left - half_right
        if mean != 0.0 or key == np.uint64(0):
            keys_out[size], values_out[size] = key, mean
            size += 1
        if difference != 0.0 and bit_count(key) < max_order:
            keys_new[n_new], values_new[n_new] = key | bit, difference
            n_new += 1
    for new in range(n_new):
        keys_out[size + new], values_out[size + new] = keys_new[new], values_new[new]
    return size + n_new


@inner_kernel
def _grown(array: Any, needed: Any) -> Any:
    """The array, or a copy with room for as many entries and half as many again."""
    if array.size >= needed:
        return array
    larger = np.empty(needed + needed // 2, array.dtype)
    for position in range(array.size):
        larger[position] = array[position]
    return larger


@kernel
def _tree_coefficients(
    attribute: Any, left: Any, right: Any, bits: Any, swapped: Any, leaf_values: Any, max_order: Any
) -> Any:
    """The partitions (rising) and coefficients of the function with these values at the leaves.

    `bits[node]` is the bit of the feature that a node tests, 0 where it has one cell and every row goes left;
    `swapped[node]` tells that cell 1 is the one that goes left. A feature tested before on the path is decided.
    """
    n_nodes = attribute.size
    keys, values = np.empty(1024, np.uint64), np.empty(1024)
    out = (np.empty(1024, np.uint64), np.empty(1024), np.empty(512, np.uint64), np.empty(512))
    # A node waits as (node, is it opened?, features decided on its path, where they are 1); spectra pile up in `keys`.
    node_of, opened = np.empty(2 * n_nodes + 2, np.int64), np.zeros(2 * n_nodes + 2, np.bool_)
    known, ones = np.empty(2 * n_nodes + 2, np.uint64), np.empty(2 * n_nodes + 2, np.uint64)
    starts = np.empty(n_nodes + 2, np.int64)
    n_waiting, n_spectra, top = 1, 0, 0
    node_of[0], known[0], ones[0] = 0, 0, 0
    while n_waiting:
        n_waiting -= 1
        node, path, path_ones = node_of[n_waiting], known[n_waiting], ones[n_waiting]
        if opened[n_waiting]:
            first, second = starts[n_spectra - 2], starts[n_spectra - 1]
            room = top - first
            if out[2].size < room:
                out = (np.empty(2 * room, np.uint64), np.empty(2 * room), np.empty(room, np.uint64), np.empty(room))
            size = _joined(keys, values, first, second, top, bits[node], max_order, out)
            keys, values = _grown(keys, first + size + 1), _grown(values, first + size + 1)
            for entry in range(size):
                keys[first + entry], values[first + entry] = out[0][entry], out[1][entry]
            n_spectra, top = n_spectra - 1, first + size
            continue
        while attribute[node] != LEAF and (bits[node] == 0 or path & bits[node]):
            is_one = path_ones & bits[node] != 0
            node = right[node] if bits[node] != 0 and is_one != swapped[node] else left[node]
        if attribute[node] == LEAF:
            keys, values = _grown(keys, top + 1), _grown(values, top + 1)
            keys[top], values[top] = 0, leaf_values[node]
            starts[n_spectra] = top
            n_spectra, top = n_spectra + 1, top + 1
            continue
        node_of[n_waiting], opened[n_waiting] = node, True
        bit = bits[node]
        zero, one = (right[node], left[node]) if swapped[node] else (left[node], right[node])
        node_of[n_waiting + 1], opened[n_waiting + 1] = one, False
        known[n_waiting + 1], ones[n_waiting + 1] = path | bit, path_ones | bit
        node_of[n_waiting + 2], opened[n_waiting + 2] = zero, False
        known[n_waiting + 2], ones[n_waiting + 2] = path | bit, path_ones
        n_waiting += 3
    return keys[:top].copy(), values[:top].copy()


def walsh_coefficients(
    tree: Tree, domain: CellDomain, *, values: NDArray[np.float64], max_order: int | None = None
) -> tuple[Keys, Coefficients]:
    """The partitions and coefficients of a tree on a binary domain, from its values (a row a node, a column an output).

    The tree may test at most 64 attributes, the domain may have more.
    """
    layout = layout_of(domain.n_cells)
    tests = NodeTests.of(tree, domain)
    used = sorted(set(tests.feature[tests.feature >= 0].tolist()))
    own_bit = np.zeros(domain.n_features, dtype=np.uint64)  # later features take lower bits, as in the domain's keys
    own_bit[used] = np.uint64(1) << np.arange(len(used), dtype=np.uint64)[::-1]
    own_bit[layout.n_cells < 2] = 0
    bits = np.where(tests.feature >= 0, own_bit[tests.feature], np.uint64(0))
    parts = []
    for column in np.ascontiguousarray(values.T, dtype=np.float64):
        highest = len(used) if max_order is None else max_order
        parts.append(_tree_coefficients(tree.attribute, tree.left, tree.right, bits, tests.swapped, column, highest))
    keys, coefficients = _side_by_side(parts)
    places = [(own_bit[feature], layout.word[feature], layout.shift[feature]) for feature in used]
    return _spread(keys, places, layout.n_words), coefficients


def _side_by_side(
    parts: list[tuple[NDArray[np.uint64], NDArray[np.float64]]],
) -> tuple[NDArray[np.uint64], Coefficients]:
    """Several functions' coefficients as columns of one array, over the partitions of all of them."""
    if len(parts) == 1:
        return parts[0][0], parts[0][1][:, None]
    keys = np.unique(np.concatenate([part[0] for part in parts]))
    columns = np.zeros((keys.size, len(parts)))
    for column, (own, values) in enumerate(parts):
        columns[np.searchsorted(keys, own), column] = values
    return keys, columns


def _spread(keys: NDArray[np.uint64], places: list[tuple[np.uint64, np.int64, np.uint64]], n_words: int) -> Keys:
    """Keys of one word in the layout of the domain: the bit of each feature moved to its word and shift."""
    moves: dict[tuple[int, int], int] = {}  # features that move alike are moved together
    for bit, word, shift in places:
        if bit:
            move = int(word), int(shift) - (int(bit).bit_length() - 1)
            moves[move] = moves.get(move, 0) | int(bit)
    spread = np.zeros((keys.size, n_words), dtype=np.uint64)
    for (target, distance), mask in moves.items():
        chosen = keys & np.uint64(mask)
        shifted = chosen << np.uint64(distance) if distance >= 0 else chosen >> np.uint64(-distance)
        spread[:, target] |= shifted
    return spread
