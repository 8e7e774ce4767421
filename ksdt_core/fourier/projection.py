"""Trees as points: the principal components of their spectra, through inner products alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.fourier.domain import CellDomain
from ksdt_core.fourier.gram import MAX_PAIRS, Measure, inner_products
from ksdt_core.given import whole

SIGN_TIE = 1e-9  # magnitudes within this of the largest count as largest
NO_VARIANCE = 1e-12  # eigenvalues that rounding leaves of zero, as a share of what the trees could vary


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """Each tree as a point; the distance of two points approaches √(mean of (f - g)²) as components are added."""

    points: NDArray[np.float64]  # (n_trees, n_components)
    explained: NDArray[np.float64]  # (n_components,), shares of the variance
    gram: NDArray[np.float64]  # (n_trees, n_trees), the inner products
    weights: NDArray[np.float64]  # (n_trees, n_components), axis q is the function Σ_i weights[i, q] f_i, of length 1
    variance: float  # Σ over all components

    def __post_init__(self) -> None:
        for array in (self.points, self.explained, self.gram, self.weights):
            array.setflags(write=False)


def project(
    source: object,
    n_components: int = 2,
    *,
    domain: CellDomain | None = None,
    measure: Measure = "uniform",
    rows: NDArray[np.float64] | None = None,
    max_pairs: int = MAX_PAIRS,
) -> Projection:
    """Principal components of the trees' spectra, centred over the trees [K03, section 3].

    Needs no spectrum: with G the matrix of inner products and C = I - 11ᵀ/m, the eigenvectors u and eigenvalues μ of
    C G C give the scores √μ · u.
    """
    gram = inner_products(source, domain=domain, measure=measure, rows=rows, max_pairs=max_pairs)
    return projection_of(gram, n_components)


def projection_of(
    gram: NDArray[np.float64], n_components: int = 2, *, which: NDArray[np.intp] | None = None
) -> Projection:
    """The principal components of functions whose inner products are known.

    The sign of an axis makes its first score within 1e-9 of the largest magnitude positive; no variance gives zeros.
    `which` says for each tree which row of the matrix is its function, where several trees are one function.
    """
    n_components = whole("n_components", n_components, smallest=1)
    eigenvalues, eigenvectors, variance = _centred_axes(gram, which)
    n_trees, n_kept = eigenvectors.shape[0], min(n_components, eigenvalues.size)
    kept = np.zeros(n_components)
    kept[:n_kept] = eigenvalues[:n_kept]
    kept[kept <= NO_VARIANCE * max(1.0, float(np.diagonal(gram).max()))] = 0.0
    vectors = np.zeros((n_trees, n_components))
    vectors[:, :n_kept] = eigenvectors[:, :n_kept]
    vectors[:, kept == 0] = 0.0
    vectors *= axis_signs(vectors * np.sqrt(kept))
    lengths = np.sqrt(kept)
    weights = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    explained = kept / variance if kept[0] > 0 else np.zeros(n_components)
    all_trees = gram.copy() if which is None else gram[np.ix_(which, which)]
    return Projection(vectors * lengths, explained, all_trees, weights, variance if kept[0] > 0 else 0.0)


def _centred_axes(
    gram: NDArray[np.float64], which: NDArray[np.intp] | None
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Eigenvalues of C G C, the largest first, their eigenvectors (a row a tree) and the trace.

    With c_d trees of function d, H the inner products of the functions and p = c / m, the centred
    H - 1(Hp)ᵀ - (Hp)1ᵀ + pᵀHp, multiplied by √c_d √c_e, has the same eigenvalues, and v_d / √c_d is the entry of every
    tree of function d.
    """
    if which is None:
        row_means = gram.mean(axis=0)
        centred = gram - row_means - row_means[:, None] + row_means.mean()
        eigenvalues, eigenvectors = np.linalg.eigh((centred + centred.T) / 2)
        return eigenvalues[::-1], eigenvectors[:, ::-1], max(0.0, float(np.trace(centred)))
    counts = np.bincount(which, minlength=gram.shape[0])
    shares, roots = counts / which.size, np.sqrt(counts)
    row_means = gram @ shares
    centred = (gram - row_means - row_means[:, None] + row_means @ shares) * roots * roots[:, None]
    eigenvalues, eigenvectors = np.linalg.eigh((centred + centred.T) / 2)
    of_trees = (eigenvectors[:, ::-1] / roots[:, None])[which]
    return eigenvalues[::-1], of_trees, max(0.0, float(np.trace(centred)))


def axis_signs(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """+1 or -1 for each axis: the sign of its first score within 1e-9 of the largest magnitude."""
    magnitude = np.abs(scores)
    first = np.argmax(magnitude >= magnitude.max(axis=0) - SIGN_TIE, axis=0)
    return np.where(scores[first, np.arange(scores.shape[1])] < 0, -1.0, 1.0)
