"""The Fourier basis of a feature whose cells do not count alike.

Let μ be the shares of the cells and ψ_j(x) = exp(2πi x j / λ). Then φ_0 = 1 and, for j > 0, φ = G^(-1/2) (ψ - E ψ),
where G holds the covariances E[(ψ_j - E ψ_j) conj (ψ_k - E ψ_k)]. This is the orthonormal basis nearest to the waves ψ
(symmetric orthogonalisation): φ_(λ - j) = conj φ_j, and where all cells count alike φ = ψ. With w_j = E[f Π_m φ_(j_m)]

    f(x) = Σ_j w_j conj φ_j(x) wherever μ(x) > 0,     E f² = Σ_j |w_j|²,     ⟨f, g⟩ = Re Σ_j w_j(f) conj w_j(g).

Where cells hold no rows there are fewer dimensions than entries; with the pseudo-inverse the φ are a tight frame, for
which all three still hold. The energy of the partitions on a set of attributes is their part of the variance (Sobol).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ksdt_core.fourier.domain import CellDomain

Basis = NDArray[np.complex128]
"""(λ, λ), φ_j(x): a row an entry, a column a cell."""

SINGULAR = 1e-12  # an eigenvalue of G that rounding leaves of zero


@lru_cache(maxsize=4096)
def mass_basis(masses: tuple[int, ...]) -> Basis:
    """φ of a feature whose cells count this much."""
    n_cells = len(masses)
    shares = np.array(masses, dtype=np.float64) / sum(masses)
    cells = np.arange(n_cells)
    waves = np.exp(2j * np.pi * (np.outer(cells, cells) % n_cells) / n_cells)
    centred = waves[1:] - (waves[1:] @ shares)[:, None]
    values, vectors = np.linalg.eigh((centred * shares) @ centred.conj().T)
    alive = values > SINGULAR
    roots = np.divide(1.0, np.sqrt(np.abs(values)), out=np.zeros_like(values), where=alive)
    basis = np.concatenate([np.ones((1, n_cells)), (vectors * roots) @ (vectors.conj().T @ centred)])
    basis.setflags(write=False)
    return basis


@lru_cache(maxsize=4096)
def analysis(masses: tuple[int, ...]) -> Basis:
    """μ(x) φ_j(x): times the values of a function at the cells it gives the coefficients."""
    shares = np.array(masses, dtype=np.float64) / sum(masses)
    found: Basis = mass_basis(masses) * shares
    found.setflags(write=False)
    return found


def basis_at(domain: CellDomain, entries: NDArray[np.int64], cells: NDArray[np.int32]) -> Basis:
    """conj φ_j(x) of points (rows) and partitions (columns) on a domain with masses."""
    assert domain.masses is not None
    found = np.ones((cells.shape[0], entries.shape[0]), dtype=np.complex128)
    for feature, masses in enumerate(domain.masses):
        used = np.flatnonzero(entries[:, feature])
        if used.size:
            own = mass_basis(masses).conj()[np.ix_(entries[used, feature], cells[:, feature])]
            found[:, used] *= own.T
    return found
