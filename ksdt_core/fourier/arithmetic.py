"""Adding spectra: the spectrum of a sum of functions is the sum of their spectra."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.partitions import summed
from ksdt_core.fourier.spectra import NEGLIGIBLE, Spectrum, squared_magnitude

Weights = Sequence[float] | NDArray[np.float64]


def weighted_sum(spectra: Sequence[Spectrum], weights: Weights) -> Spectrum:
    """Σ_i a_i w^(i), the spectrum of Σ_i a_i f_i; its values are no longer classes."""
    if not spectra or len(spectra) != len(weights):
        raise InvalidParameterError("spectra-and-weights-differ", spectra=len(spectra), weights=len(weights))
    first = spectra[0]
    if any(one.domain != first.domain or one.outputs != first.outputs for one in spectra):
        raise InvalidParameterError("spectra-of-different-domains")
    keys, coefficients = summed(
        np.concatenate([one.keys for one in spectra]),
        np.concatenate([float(a) * one.coefficients for a, one in zip(weights, spectra, strict=True)]),
        negligible=NEGLIGIBLE,
    )
    energy = squared_magnitude(coefficients).sum(axis=0)
    return Spectrum(first.domain, keys, coefficients, first.outputs, (), energy)


def mean_spectrum(spectra: Sequence[Spectrum], weights: Weights | None = None) -> Spectrum:
    """The (weighted) mean of spectra, which still answers classes: it is the share of trees that vote for each."""
    mean = weighted_sum(spectra, vote_shares(len(spectra), weights))
    return replace(mean, class_names=spectra[0].class_names)


def vote_shares(n_trees: int, weights: Weights | None = None) -> NDArray[np.float64]:
    """The weights of trees, made to sum to 1; by default all equal."""
    given = np.ones(n_trees) if weights is None else np.asarray(weights, dtype=np.float64)
    if given.shape != (n_trees,):
        raise InvalidParameterError("trees-and-weights-differ", trees=n_trees, weights=given.size)
    if not np.isfinite(given).all() or (given < 0).any() or given.sum() <= 0:
        raise InvalidParameterError("bad-tree-weights", option="weights", weights=given.tolist())
    return np.asarray(given / given.sum())
