"""Cutting a spectrum to its largest coefficients."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.partitions import group_starts, sorting
from ksdt_core.fourier.spectra import Spectrum, squared_magnitude
from ksdt_core.given import is_number

ENOUGH = 1e-12  # a share reached up to rounding is reached
_TIE_DIGITS = 12  # magnitudes that agree so far are equal


def cut_to_energy(spectrum: Spectrum, energy: float, *, count_mean: bool = False) -> Spectrum:
    """The largest coefficients that keep a share of the energy apart from w_0, output by output; w_0 always stays.

    With `count_mean` the share is that of the whole energy, w_0² included, as published: fewer coefficients stay.

    Equal magnitudes are taken in the order of the partitions. A coefficient and its conjugate stay or go together, so
    that the function stays real. What is omitted of a column that another output needs is zero there.
    """
    if not (is_number(energy) and 0 <= energy <= 1):
        raise InvalidParameterError("out-of-range", option="energy", value=energy, low=0, high=1)
    pairs = conjugate_pairs(spectrum)
    columns = [
        _largest(spectrum, output, pairs=pairs, energy=energy, count_mean=count_mean)
        for output in range(spectrum.n_outputs)
    ]
    stays = np.stack(columns, axis=1)
    used = stays.any(axis=1)
    coefficients = np.where(stays, spectrum.coefficients, 0)[used]
    return replace(spectrum, keys=spectrum.keys[used], coefficients=coefficients)


def conjugate_pairs(spectrum: Spectrum) -> NDArray[np.intp]:
    """A number for each partition that it shares with its conjugate, rising in the order of the earlier of the two."""
    if spectrum.domain.is_binary:
        return np.arange(spectrum.n_partitions)
    conjugates = spectrum.layout.conjugate(spectrum.keys)
    differs = conjugates != spectrum.keys
    first_word = differs.argmax(axis=1)[:, None]
    is_later = np.take_along_axis(conjugates < spectrum.keys, first_word, axis=1)
    earlier = np.where(is_later, conjugates, spectrum.keys)
    order = sorting(earlier)
    starts = np.zeros(spectrum.n_partitions, dtype=np.intp)
    starts[group_starts(earlier[order])[1:]] = 1
    pairs = np.empty(spectrum.n_partitions, dtype=np.intp)
    pairs[order] = np.cumsum(starts)
    return pairs


def _largest(
    spectrum: Spectrum, output: int, *, pairs: NDArray[np.intp], energy: float, count_mean: bool
) -> NDArray[np.bool_]:
    """Which coefficients of an output stay."""
    energies = squared_magnitude(spectrum.coefficients[:, [output]])[:, 0]
    stays = np.zeros(spectrum.n_partitions, dtype=np.bool_)
    stays[0] = True
    of_pair = np.bincount(pairs, weights=energies)
    of_pair[pairs[0]] = 0.0
    magnitude = np.sqrt(of_pair / np.bincount(pairs)).round(_TIE_DIGITS)
    largest_first = np.argsort(-magnitude, kind="stable")
    reached = np.cumsum(of_pair[largest_first])
    whole, mean = spectrum.whole_energy[output], energies[0]
    wanted = energy * whole - mean if count_mean else energy * (whole - mean)
    n_kept = int(np.searchsorted(reached, wanted - ENOUGH * max(wanted, 1.0))) + 1 if wanted > ENOUGH else 0
    chosen = np.zeros(of_pair.size, dtype=np.bool_)
    chosen[largest_first[:n_kept]] = True
    return stays | (chosen[pairs] & (energies > 0))
