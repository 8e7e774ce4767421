"""Spectra on features of two cells within kernels: rows of packed partitions, restricted to either cell."""

from __future__ import annotations

from typing import Any

import numpy as np

from ksdt_core.compiled import inner_kernel
from ksdt_core.fourier.bits import bit_count
from ksdt_core.fourier.schema import FREE


@inner_kernel
def looked_over(keys: Any, coefficients: Any, start: Any, end: Any, first: Any, reach: Any) -> Any:
    """Fills the coefficients of order one by bit, and Σ|w_j| over j ≠ 0; returns the bits present, and Σ|w_j|².

    `first` comes with zeros and is to be left so.
    """
    present, energy = np.uint64(0), 0.0
    for output in range(reach.size):
        reach[output] = 0.0
    for row in range(start + 1, end):
        key = keys[row]
        present |= key
        is_first = key & (key - np.uint64(1)) == np.uint64(0)
        for output in range(reach.size):
            coefficient = coefficients[row, output]
            reach[output] += abs(coefficient)
            energy += coefficient * coefficient
            if is_first:
                first[np.int64(bit_count(key - np.uint64(1))), output] = coefficient
    return present, energy


@inner_kernel
def cleared(keys: Any, start: Any, end: Any, first: Any) -> None:
    """Zeros again where `looked_over` wrote coefficients of order one."""
    for row in range(start + 1, end):
        if keys[row] & (keys[row] - np.uint64(1)) == np.uint64(0):
            for output in range(first.shape[1]):
                first[np.int64(bit_count(keys[row] - np.uint64(1))), output] = 0.0


@inner_kernel
def halved(keys: Any, start: Any, end: Any, bit: Any, rows: Any) -> Any:
    """The rows without the feature, then from `end - start` on those with it; returns how many there are of each."""
    n_without, n_having, mask = 0, 0, np.uint64(1) << np.uint64(bit)
    for row in range(start, end):
        if keys[row] & mask:
            rows[end - start + n_having] = row
            n_having += 1
        else:
            rows[n_without] = row
            n_without += 1
    return n_without, n_having


@inner_kernel
def restricted(keys: Any, coefficients: Any, bit: Any, rows: Any, counts: Any, sign: Any, out: Any) -> Any:
    """The spectrum of a child: w_j + w_(j with the feature) where its cell is 0, the difference where it is 1.

    Both halves of the rows are in the order of their partitions without the feature. Returns the size.
    """
    keys_out, coefficients_out = out
    n_without, n_having = counts
    mask, most = np.uint64(1) << np.uint64(bit), np.uint64(0xFFFFFFFFFFFFFFFF)
    i, j, size, second = 0, 0, 0, n_without + n_having
    while i < n_without or j < n_having:
        a = keys[rows[i]] if i < n_without else most
        b = keys[rows[second + j]] & ~mask if j < n_having else most
        takes_a, takes_b, counts_here = i < n_without and a <= b, j < n_having and b <= a, False
        for output in range(coefficients.shape[1]):
            value = 0.0
            if takes_a:
                value = coefficients[rows[i], output]
            if takes_b:
                value += sign * coefficients[rows[second + j], output]
            coefficients_out[size, output] = value
            counts_here = counts_here or abs(value) > FREE
        keys_out[size] = a if takes_a else b
        i += int(takes_a)
        j += int(takes_b)
        size += int(counts_here or keys_out[size] == np.uint64(0))
    return size


@inner_kernel
def copy_rows(keys: Any, coefficients: Any, n_rows: Any, to_keys: Any, to_coefficients: Any, place: Any) -> None:
    """The first rows of a spectrum written to a place in other arrays."""
    for row in range(n_rows):
        to_keys[place + row] = keys[row]
        for output in range(coefficients.shape[1]):
            to_coefficients[place + row, output] = coefficients[row, output]


@inner_kernel
def with_room(keys: Any, coefficients: Any, n_rows: Any) -> Any:
    """The arrays, or larger copies that hold that many rows."""
    if keys.size >= n_rows:
        return keys, coefficients
    more_keys, more = np.empty(2 * n_rows, np.uint64), np.empty((2 * n_rows, coefficients.shape[1]))
    copy_rows(keys, coefficients, keys.size, more_keys, more, 0)
    return more_keys, more
