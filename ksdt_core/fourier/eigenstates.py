"""The dominant eigenvectors of inner-product matrices, and how far a change of the matrix can turn them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
SAYS_NOTHING = math.sqrt(2.0)  # unit vectors of the closer sign are never further apart


@dataclass(frozen=True, slots=True, eq=False)
class Eigenstate:
    """The largest eigenvalue of a symmetric matrix, its unit eigenvector, and the gap to the next eigenvalue."""

    value: float  # λ1
    vector: NDArray[np.float64]  # γ1, of length 1
    gap: float  # δ = λ1 - λ2; λ1 itself for a single tree

    @classmethod
    def of(cls, gram: Matrix) -> Self:
        eigenvalues, eigenvectors = np.linalg.eigh((gram + gram.T) / 2)
        below = float(eigenvalues[-2]) if eigenvalues.size > 1 else 0.0
        return cls(float(eigenvalues[-1]), eigenvectors[:, -1], float(eigenvalues[-1]) - below)

    def change_to(self, later: Eigenstate) -> tuple[float, float]:
        """‖γ1 - γ1'‖ with the sign of γ1' that is closer, and |λ1 - λ1'|; a tree that was not there yet counts 0."""
        before = np.zeros(later.vector.size)
        before[: self.vector.size] = self.vector
        nearer = min(float(np.linalg.norm(before - sign * later.vector)) for sign in (1.0, -1.0))
        return nearer, abs(self.value - later.value)

    def deflated(self, gram: Matrix) -> Matrix:
        """The matrix on the complementary space, G - λ1 γ1 γ1ᵀ: its dominant eigenvector is the second one of G."""
        return gram - self.value * np.outer(self.vector, self.vector)


def eigenvector_bound(frobenius: float, gap: float) -> float | None:
    """4‖E‖_F / (δ - √2‖E‖_F) [K03, Eq. 2]; none where δ ≤ √2‖E‖_F."""
    room = gap - math.sqrt(2.0) * frobenius
    return 4.0 * frobenius / room if room > 0 else None


def eigenvalue_bound(frobenius: float) -> float:
    """√2‖E‖_F [K03, Eq. 3]."""
    return math.sqrt(2.0) * frobenius


def replacement_norm(replaced: Matrix, new: Matrix, *, place: int, new_square: float) -> float:
    """‖E‖_F of replacing the tree at a place, from inner products alone [K03, Eq. 4].

    `replaced` and `new` hold ⟨w_i, w_o⟩ and ⟨w_i, w_new⟩ for the trees i of the ensemble as it was;
    ‖E‖_F² = 2 Σ_(i ≠ o) ⟨w_i, w_o - w_new⟩² + (⟨w_o, w_o⟩ - ⟨w_new, w_new⟩)².
    """
    differences = np.delete(replaced - new, place)
    return math.sqrt(2.0 * float(differences @ differences) + (float(replaced[place]) - new_square) ** 2)


def growth_norm(new: Matrix, *, new_square: float) -> float:
    """‖E‖_F of adding a tree: the matrix before had zeros in its place."""
    return math.sqrt(2.0 * float(new @ new) + new_square**2)
