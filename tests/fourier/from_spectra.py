"""What follows from spectra alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ksdt_core.fourier.partitions import group_starts, sorting
from ksdt_core.fourier.spectra import Spectrum


def spectral_inner_products(spectra: Sequence[Spectrum]) -> NDArray[np.float64]:
    """⟨f, g⟩ = Re Σ_j w_j(f) conj w_j(g), summed over the outputs [KPD06, Lemma 2, which lacks the conjugate]."""
    keys = np.concatenate([one.keys for one in spectra])
    order = sorting(keys)
    is_new = np.zeros(keys.shape[0], dtype=np.intp)
    is_new[group_starts(keys[order])[1:]] = 1
    column = np.empty(keys.shape[0], dtype=np.intp)
    column[order] = np.cumsum(is_new)
    row = np.repeat(np.arange(len(spectra)), [one.n_partitions for one in spectra])
    products = np.zeros((len(spectra), len(spectra)))
    for output in range(spectra[0].n_outputs):
        values = np.concatenate([one.coefficients[:, output] for one in spectra])
        matrix = csr_array((values, (row, column)))
        products += (matrix @ matrix.conj().T).toarray().real
    return products


def cut_to_order(spectrum: Spectrum, max_order: int) -> Spectrum:
    """Only the partitions of orders up to max_order."""
    low = spectrum.order() <= max_order
    return replace(spectrum, keys=spectrum.keys[low], coefficients=spectrum.coefficients[low])
