"""Cut spectra keep the largest coefficients, in conjugate pairs, and no more than are needed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.fourier.transform import spectrum
from ksdt_core.fourier.truncation import cut_to_energy
from tests.fourier.from_spectra import cut_to_order
from tests.fourier.trees import FEW, ensembles, tree_of
from tests.oracles import brute_fourier as brute
from tests.refusals import refused


def pairs_of(found, output):
    """{earlier of j and -j: (magnitude, energy of both)} for the partitions but 0 that an output uses."""
    n_cells = found.domain.n_cells
    pairs = {}
    for partition, w in zip(found.partitions().tolist(), found.coefficients[:, output], strict=True):
        conjugate = [(n - j) % n for j, n in zip(partition, n_cells, strict=True)]
        key = tuple(min(partition, conjugate))
        if any(key) and abs(w) > 1e-14:
            before = pairs.get(key, (0.0, 0.0, 0))
            pairs[key] = (abs(w), before[1] + abs(w) ** 2, before[2] + 1)
    return pairs


@FEW
@given(ensembles(max_trees=2), st.floats(0, 1), st.booleans())
def test_largest_coefficients_and_no_more_than_needed(trees, energy, count_mean):
    whole = spectrum(trees)[0]
    cut = cut_to_energy(whole, energy, count_mean=count_mean)
    assert not cut.keys[0].any(), "w_0 always stays"
    np.testing.assert_array_equal(cut.mean, whole.mean)
    for output in range(whole.n_outputs):
        everything, kept = pairs_of(whole, output), pairs_of(cut, output)
        total = sum(pair[1] for pair in everything.values())
        assert all(kept[key][2] == everything[key][2] for key in kept), "conjugates stay together"
        ranked = sorted(everything, key=lambda key: (-round(everything[key][0], 12), key))
        assert set(kept) == set(ranked[: len(kept)]), "the largest, ties in partition order"
        reached = sum(pair[1] for pair in kept.values())
        square = float(whole.mean[output]) ** 2 if count_mean else 0.0
        wanted = energy * (total + square) - square
        assert reached >= wanted - 1e-9
        if kept:
            assert reached - kept[ranked[len(kept) - 1]][1] < wanted
        np.testing.assert_allclose(cut.kept()[output], reached / total if total > 1e-12 else 1.0, atol=1e-9)


@FEW
@given(ensembles(max_trees=2), st.floats(0, 1))
def test_what_is_left_is_a_real_function(trees, energy):
    cut = cut_to_energy(spectrum(trees)[0], energy)
    cells = np.array(brute.points(brute.cells_of_trees(trees)), dtype=np.int32)
    turns = (cells / np.array(cut.domain.n_cells)) @ cut.partitions().T
    values = np.exp(-2j * np.pi * turns) @ cut.coefficients
    np.testing.assert_allclose(values.imag, 0, atol=1e-9)
    np.testing.assert_allclose(values.real, cut.at(cells), atol=1e-9)


@FEW
@given(ensembles(max_trees=2), st.integers(0, 4))
def test_order_bound_before_or_after_is_the_same(trees, max_order):
    for later, at_once in zip(spectrum(trees), spectrum(trees, max_order=max_order), strict=True):
        cut = cut_to_order(later, max_order)
        np.testing.assert_array_equal(cut.keys, at_once.keys)
        np.testing.assert_allclose(cut.coefficients, at_once.coefficients, atol=1e-12)
        np.testing.assert_allclose(cut.kept(), at_once.kept(), atol=1e-9)


def binary_expansion(function, bits):
    """Energy by order of the function on the bits of its cells, features of 2^bits cells each."""
    n_bits = sum(bits)
    values = function.reshape([2] * n_bits)
    coefficients = np.fft.fftn(values) / values.size
    orders = np.array([sum(point) for point in np.ndindex(*[2] * n_bits)])
    return np.bincount(orders, weights=np.abs(coefficients.ravel()) ** 2, minlength=n_bits + 1)


@FEW
@given(st.lists(st.integers(0, 1), min_size=32, max_size=32))
def test_high_orders_have_no_more_energy_than_in_the_binary_expansion(classes):
    """[KPD06, Theorem 1]: a feature of four cells and one of eight against their five bits."""
    cuts_x, cuts_y = (1.0, 2.0, 3.0), tuple(float(i) for i in range(1, 8))

    def by_cut(name, cuts, parts):
        if len(parts) == 1:
            return parts[0]
        return (name, cuts[0], parts[0], by_cut(name, cuts[1:], parts[1:]))

    rows = [by_cut("y", cuts_y, classes[8 * i : 8 * i + 8]) for i in range(4)]
    found = spectrum(tree_of(by_cut("x", cuts_x, rows), attributes=["x", "y"]))
    ours = found.energy_by_order()[:, 0]
    theirs = binary_expansion(np.array(classes, dtype=float), (2, 3))
    for order in range(6):
        assert ours[order:].sum() <= theirs[order:].sum() + 1e-12


@pytest.mark.parametrize("energy", [-0.1, 1.1, float("nan")])
def test_share_out_of_range(energy):
    with refused("out-of-range", option="energy"):
        spectrum(tree_of(("x", 1.0, 0, 1), attributes=["x"]), energy=energy)
