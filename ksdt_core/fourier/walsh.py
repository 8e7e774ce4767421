"""The spectrum of a tree whose features have two cells each: built from the leaves up, on packed partitions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import inner_kernel, kernel
from ksdt_core.fourier.bits import bit_count
from ksdt_core.fourier.domain import CellDomain
from ksdt_core.fourier.node_tests import NodeTests
from ksdt_core.fourier.partitions import Coefficients, Keys, layout_of, summed
from ksdt_core.trees.tree import LEAF, Tree


def walsh_coefficients(
    tree: Tree, domain: CellDomain, *, values: NDArray[np.float64], max_order: int | None = None
) -> tuple[Keys, Coefficients]:
    """The partitions and coefficients of a tree on a binary domain, from its values (a row a node)."""
    layout, tests = layout_of(domain.n_cells), NodeTests.of(tree, domain)
    inner = np.flatnonzero(tests.feature >= 0)
    tested = tests.feature[inner]
    word, bit = np.zeros(tree.n_nodes, layout.word.dtype), np.zeros(tree.n_nodes, np.uint64)
    word[inner] = layout.word[tested]
    bit[inner] = np.where(layout.n_cells[tested] == 2, np.uint64(1) << layout.shift[tested], np.uint64(0))
    nodes = (tree.attribute, tree.left, tree.right, word, bit, tests.swapped)
    highest = -1 if max_order is None else max_order
    words = (0,) * layout.n_words  # a tuple, so that the kernel is compiled for this number of words
    parts = [_tree_coefficients(nodes, np.ascontiguousarray(column), highest, words) for column in values.T]
    return _side_by_side(parts)


def _side_by_side(parts: list[tuple[Keys, NDArray[np.float64]]]) -> tuple[Keys, Coefficients]:
    """Several functions' coefficients as columns of one array, over the partitions of all of them."""
    if len(parts) == 1:
        return parts[0][0], parts[0][1][:, None]
    keys = np.concatenate([part[0] for part in parts])
    columns = np.zeros((keys.shape[0], len(parts)))
    first = 0
    for column, (own, values) in enumerate(parts):
        columns[first : first + own.shape[0], column] = values
        first += own.shape[0]
    return summed(keys, columns, negligible=0.0)


@inner_kernel
def _compared(keys: Any, one: Any, other: Any, words: Any) -> Any:
    """-1, 0 or 1 as one key is below, equal to or above another."""
    for word in range(len(words)):
        if keys[one, word] != keys[other, word]:
            return -1 if keys[one, word] < keys[other, word] else 1
    return 0


@inner_kernel
def _is_new_block(keys: Any, row: Any, before: Any, last: Any, above: Any) -> Any:
    """Whether two keys differ before a bit: in the words before its own, or in the higher bits of that."""
    for word in range(last):
        if keys[row, word] != keys[before, word]:
            return True
    return (keys[row, last] ^ keys[before, last]) & above != 0


@inner_kernel
def _order(keys: Any, row: Any, words: Any) -> Any:
    """The number of non-zero entries."""
    total = np.uint64(0)
    for word in range(len(words)):
        total += bit_count(keys[row, word])
    return total


@inner_kernel
def _joined(keys: Any, values: Any, span: Any, test: Any, max_order: Any, out: Any, words: Any) -> Any:
    """The spectrum of a node from those of its children, which stand one after the other; returns its size.

    With L where x_a = 0 and R where x_a = 1, neither depending on a:
    w_j = (L_j + R_j) / 2 for partitions without a, and w_(j with a) = (L_j - R_j) / 2.
    All keys with the same bits above a's form a block; within it the new keys follow the old ones, so order is kept.
    """
    keys_out, values_out, new_rows, new_values = out
    left, right, end = span
    last, bit = test
    above = ~((bit << np.uint64(1)) - np.uint64(1))
    size, n_new, i, j, block = 0, 0, left, right, left
    while i < right or j < end:
        side = _compared(keys, i, j, words) if i < right and j < end else (-1 if i < right else 1)
        row = i if side <= 0 else j
        half_left = 0.5 * values[i] if side <= 0 else 0.0
        half_right = 0.5 * values[j] if side >= 0 else 0.0
        i += int(side <= 0)
        j += int(side >= 0)
        if n_new and _is_new_block(keys, row, block, last, above):
            size = _flushed(keys, last, bit, n_new, size, out, words)
            n_new = 0
        block = row
        mean, difference = half_left + half_right, half_left - half_right
        if mean != 0.0 or size == 0:
            for word in range(len(words)):
                keys_out[size, word] = keys[row, word]
            values_out[size] = mean
            size += 1
        if difference != 0.0 and (max_order < 0 or _order(keys, row, words) < max_order):
            new_rows[n_new], new_values[n_new] = row, difference
            n_new += 1
    return _flushed(keys, last, bit, n_new, size, out, words)


@inner_kernel
def _flushed(keys: Any, last: Any, bit: Any, n_new: Any, size: Any, out: Any, words: Any) -> Any:
    """Writes the new partitions of a block behind the old ones; returns the size with them."""
    keys_out, values_out, new_rows, new_values = out
    for new in range(n_new):
        for word in range(len(words)):
            keys_out[size + new, word] = keys[new_rows[new], word]
        keys_out[size + new, last] |= bit
        values_out[size + new] = new_values[new]
    return size + n_new


@inner_kernel
def _with_room(keys: Any, values: Any, n_rows: Any) -> Any:
    """The arrays, or copies with room for as many rows and half as many again."""
    if values.size >= n_rows:
        return keys, values
    room = n_rows + n_rows // 2
    more_keys, more = np.empty((room, keys.shape[1]), np.uint64), np.empty(room)
    for row in range(values.size):
        more[row] = values[row]
        for word in range(keys.shape[1]):
            more_keys[row, word] = keys[row, word]
    return more_keys, more


@inner_kernel
def _scratch(n_rows: Any, n_words: Any) -> Any:
    """Room for what two spectra of so many rows together can become."""
    keys, values = np.empty((2 * n_rows, n_words), np.uint64), np.empty(2 * n_rows)
    return keys, values, np.empty(n_rows, np.int64), np.empty(n_rows)


@inner_kernel
def _decided(nodes: Any, node: Any, known: Any, ones: Any, place: Any) -> Any:
    """The first node from here on whose test the path leaves open: one feature has one cell, or was tested above."""
    attribute, left, right, word, bit, swapped = nodes
    while attribute[node] != LEAF and (bit[node] == 0 or known[place, word[node]] & bit[node] != 0):
        is_one = bit[node] != 0 and ones[place, word[node]] & bit[node] != 0
        node = right[node] if bit[node] != 0 and is_one != swapped[node] else left[node]
    return node


@kernel
def _tree_coefficients(nodes: Any, leaf_values: Any, max_order: Any, words: Any) -> Any:
    """The partitions (rising) and coefficients of the function with these values at the leaves.

    `bit[node]` is the bit of the feature that a node tests, 0 where it has one cell and every row goes left;
    `swapped[node]` tells that cell 1 is the one that goes left. The spectra of finished branches pile up in `keys`.
    """
    attribute, left, right, word, bit, swapped = nodes
    n_words, n_nodes = len(words), attribute.size
    keys, values = np.empty((1024, n_words), np.uint64), np.empty(1024)
    out = _scratch(512, n_words)
    waiting, opened = np.zeros(2 * n_nodes + 3, np.int64), np.zeros(2 * n_nodes + 3, np.bool_)
    known = np.zeros((2 * n_nodes + 3, n_words), np.uint64)  # features decided on the path to a waiting node,
    ones = np.zeros((2 * n_nodes + 3, n_words), np.uint64)  # and which of them have cell 1
    starts = np.empty(n_nodes + 2, np.int64)
    n_waiting, n_spectra, top = 1, 0, 0
    while n_waiting:
        n_waiting -= 1
        node = waiting[n_waiting]
        if opened[n_waiting]:
            first, second = starts[n_spectra - 2], starts[n_spectra - 1]
            if out[2].size < top - first:
                out = _scratch(top - first, n_words)
            size = _joined(keys, values, (first, second, top), (word[node], bit[node]), max_order, out, words)
            keys, values = _with_room(keys, values, first + size + 1)
            for row in range(size):
                values[first + row] = out[1][row]
                for w in range(n_words):
                    keys[first + row, w] = out[0][row, w]
            n_spectra, top = n_spectra - 1, first + size
            continue
        node = _decided(nodes, node, known, ones, n_waiting)
        if attribute[node] == LEAF:
            keys, values = _with_room(keys, values, top + 1)
            for w in range(n_words):
                keys[top, w] = 0
            values[top] = leaf_values[node]
            starts[n_spectra] = top
            n_spectra, top = n_spectra + 1, top + 1
            continue
        waiting[n_waiting], opened[n_waiting] = node, True
        for cell in range(2):  # the branch of cell 0 is taken up first
            place = n_waiting + 2 - cell
            waiting[place], opened[place] = (right[node] if (cell == 1) != swapped[node] else left[node]), False
            for w in range(n_words):
                known[place, w], ones[place, w] = known[n_waiting, w], ones[n_waiting, w]
            known[place, word[node]] |= bit[node]
            if cell == 1:
                ones[place, word[node]] |= bit[node]
        n_waiting += 3
    return keys[:top].copy(), values[:top].copy()
