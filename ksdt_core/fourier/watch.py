"""An ensemble under watch: its inner products, the eigenstate last computed, and the next step."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ksdt_core.fourier.stability_report import SecondVector, StabilityStep

ROUNDING = 1e-12
"""Of the largest inner product: ‖E‖_F up to this is no change. α is learned from changes only."""


class Watch:
    """Goes from one update to the next; decomposes only as often as the limit asks for."""

    def __init__(
        self, gram: Matrix, members: list[int], *, limit: float | None, calibration: int, n_vectors: int = 2
    ) -> None:
        self.members = members  # which tree is at each place
        self._all = gram  # inner products of all trees that are or will be there
        self._limit = limit
        self._to_calibrate = calibration
        self._n_vectors = n_vectors  # eigenvectors that are followed
        self._rounding = ROUNDING * float(np.abs(gram).max(initial=0.0))
        self._known_gram = self._current()
        self._known = Eigenstate.of(self._known_gram)
        self._known_at = -1  # the update after which the known state was computed

    def step(self, update: int, place: int | None) -> StabilityStep:
        """The next tree takes a place (None: a new one)."""
        frobenius = self._beyond_rounding(self._move(place))
        is_next = self._known_at == update - 1
        since = frobenius if is_next else self._beyond_rounding(self._norm_since_known())
        bound = eigenvector_bound(since, self._known.gap)
        needed = self._is_needed(bound)
        gap, compared_with = self._known.gap, self._known_at
        vector_change = value_change = None
        others: tuple[SecondVector, ...] = ()
        if needed:
            vector_change, value_change, others = self._decompose(update)
        return StabilityStep(
            update=update,
            replaced=place,
            frobenius=frobenius,
            frobenius_since=since,
            compared_with=compared_with,
            eigengap=gap,
            eigenvalue_change=value_change,
            eigenvalue_bound=eigenvalue_bound(since),
            eigenvector_change=vector_change,
            eigenvector_bound=bound,
            says_nothing=bound is None or bound >= SAYS_NOTHING,
            second=others[0] if others else None,
            later=others[1:],
        )

    def _move(self, place: int | None) -> float:
        """Let the next tree in and return ‖E‖_F, from its inner products with those that are there."""
        new = self._next
        with_new, new_square = self._all[new, self.members], float(self._all[new, new])
        if place is None:
            self.members.append(new)
            return growth_norm(with_new, new_square=new_square)
        with_old = self._all[self.members[place], self.members]
        self.members[place] = new
        return replacement_norm(with_old, with_new, place=place, new_square=new_square)

    @property
    def _next(self) -> int:
        return max(self.members) + 1  # trees come in their order, and the newest is never gone before the next

    def _beyond_rounding(self, norm: float) -> float:
        """The norm, or 0 where a tree that predicts alike came and only sums were rounded otherwise."""
        return norm if norm > self._rounding else 0.0

    def _is_needed(self, bound: float | None) -> bool:
        """Whether the eigenstate is computed again: no limit, a bound beyond it or none, or α still to be learned."""
        if bound is not None and bound > 0 and self._to_calibrate > 0:
            self._to_calibrate -= 1
            return True
        return self._limit is None or bound is None or bound > self._limit

    def _decompose(self, update: int) -> tuple[float, float, tuple[SecondVector, ...]]:
        before, before_gram = self._known, self._known_gram
        gram = self._current()
        now = Eigenstate.of(gram)
        vector_change, value_change = before.change_to(now)
        others = _others(before, before_gram, now, gram, n_vectors=self._n_vectors)
        self._known, self._known_gram, self._known_at = now, gram, update
        return vector_change, value_change, others

    def _current(self) -> Matrix:
        gram: Matrix = self._all[np.ix_(self.members, self.members)]
        return gram

    def _norm_since_known(self) -> float:
        """‖E‖_F of all that has changed since the known state; needs no decomposition either."""
        gram = self._current()
        return math.sqrt(float(((gram - _padded(self._known_gram, gram.shape[0])) ** 2).sum()))


def _padded(gram: Matrix, size: int) -> Matrix:
    """The matrix with zeros for trees that were not there yet."""
    missing = size - gram.shape[0]
    return np.pad(gram, ((0, missing), (0, missing))) if missing else gram


def _others(
    before: Eigenstate, before_gram: Matrix, now: Eigenstate, gram: Matrix, *, n_vectors: int
) -> tuple[SecondVector, ...]:
    """The second eigenvector and those after it, each through the space complementary to those before it.

    There it is the dominant one, so that the same bound applies [K03, section 5].
    """
    found = []
    for _ in range(2, max(2, min(n_vectors, before_gram.shape[0])) + 1):
        before_gram, gram = before.deflated(before_gram), now.deflated(gram)
        before, now = Eigenstate.of(before_gram), Eigenstate.of(gram)
        change = gram - _padded(before_gram, gram.shape[0])
        bound = eigenvector_bound(math.sqrt(float((change**2).sum())), before.gap)
        found.append(SecondVector(before.change_to(now)[0], bound))
    return tuple(found)


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
