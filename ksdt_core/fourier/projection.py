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


def projection_of(gram: NDArray[np.float64], n_components: int = 2) -> Projection:
    """The principal components of functions whose inner products are known.

    The sign of an axis makes its first score within 1e-9 of the largest magnitude positive; no variance gives zeros.
    """
    n_components = whole("n_components", n_components, smallest=1)
    n_trees = gram.shape[0]
    row_means = gram.mean(axis=0)
    centred = gram - row_means - row_means[:, None] + row_means.mean()
    eigenvalues, eigenvectors = np.linalg.eigh((centred + centred.T) / 2)
    n_kept = min(n_components, n_trees)
    kept = np.zeros(n_components)
    kept[:n_kept] = eigenvalues[::-1][:n_kept]
    kept[kept <= NO_VARIANCE * max(1.0, float(np.diagonal(gram).max()))] = 0.0
    vectors = np.zeros((n_trees, n_components))
    vectors[:, :n_kept] = eigenvectors[:, ::-1][:, :n_kept]
    vectors[:, kept == 0] = 0.0
    vectors *= axis_signs(vectors * np.sqrt(kept))
    variance = max(0.0, float(np.trace(centred)))
    lengths = np.sqrt(kept)
    weights = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    explained = kept / variance if kept[0] > 0 else np.zeros(n_components)
    return Projection(vectors * lengths, explained, gram.copy(), weights, variance if kept[0] > 0 else 0.0)


def axis_signs(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """+1 or -1 for each axis: the sign of its first score within 1e-9 of the largest magnitude."""
    magnitude = np.abs(scores)
    first = np.argmax(magnitude >= magnitude.max(axis=0) - SIGN_TIE, axis=0)
    return np.where(scores[first, np.arange(scores.shape[1])] < 0, -1.0, 1.0)
