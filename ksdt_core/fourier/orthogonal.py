"""Orthogonal trees: an ensemble without its redundancy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.boxes import BoxFunction, combined
from ksdt_core.fourier.construction import value_tree_from_spectrum
from ksdt_core.fourier.domain import CellDomain
from ksdt_core.fourier.gram import MAX_PAIRS, inner_products
from ksdt_core.fourier.growing import class_tree
from ksdt_core.fourier.projection import axis_signs
from ksdt_core.fourier.sizes import MAX_COEFFICIENTS
from ksdt_core.fourier.sources import box_functions
from ksdt_core.fourier.spectra import Spectrum
from ksdt_core.fourier.transform import function_spectrum
from ksdt_core.fourier.tree_bounds import MAX_NODES
from ksdt_core.fourier.tree_boxes import tree_function
from ksdt_core.fourier.truncation import cut_to_energy
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.value_tree import ValueTree

ENOUGH = 1e-12  # a share reached up to rounding is reached; eigenvalues below this share of their sum are zero


@dataclass(frozen=True, slots=True, eq=False)
class OrthogonalTrees:
    """Functions V_q = Σ_i weights[i, q] f_i of an ensemble with ⟨V_q, V_r⟩ = 1 if q = r, else 0.

    The trees of these functions have numbers at their leaves (`value_trees`) or classes (`class_trees`).
    """

    base: tuple[BoxFunction, ...]  # the ensemble
    class_names: tuple[str, ...]
    weights: NDArray[np.float64]  # (n_trees, n_components)
    eigenvalues: NDArray[np.float64]  # of WᵀW, all of them, falling
    coordinates: NDArray[np.float64]  # (n_trees, n_components), ⟨f_i, V_q⟩: tree i is about Σ_q coordinates[i, q] V_q

    def __post_init__(self) -> None:
        for array in (self.weights, self.eigenvalues, self.coordinates):
            array.setflags(write=False)

    @property
    def n_components(self) -> int:
        return int(self.weights.shape[1])

    @property
    def explained(self) -> NDArray[np.float64]:
        """The share of Σλ that each eigenvector captures, of all of them."""
        return np.asarray(self.eigenvalues / self.eigenvalues.sum())

    @property
    def kept_energy(self) -> float:
        """The share of Σλ that the components kept capture."""
        return float(self.explained[: self.n_components].sum())

    def function(self, component: int) -> BoxFunction:
        """V_q, made of the boxes of the ensemble."""
        return combined(self.base, self.weights[:, component])

    def spectrum(self, component: int, *, limit: int = MAX_COEFFICIENTS) -> Spectrum:
        """The spectrum of V_q, a column of the ensemble's principal components."""
        return function_spectrum(self.function(component), limit=limit)

    def value_trees(
        self,
        *,
        energy: float | None = None,
        max_depth: int = 0,
        free_energy: float = 0.0,
        max_nodes: int = MAX_NODES,
        limit: int = MAX_COEFFICIENTS,
    ) -> tuple[ValueTree, ...]:
        """The orthogonal trees: each V_q as a tree (TCFS), exactly, or of a spectrum that was cut, or within bounds."""
        found = []
        for component in range(self.n_components):
            whole = self.spectrum(component, limit=limit)
            cut = whole if energy is None else cut_to_energy(whole, energy)
            found.append(
                value_tree_from_spectrum(cut, max_depth=max_depth, free_energy=free_energy, max_nodes=max_nodes)
            )
        return tuple(found)

    def class_trees(self, found: Sequence[ValueTree], scales: Sequence[float]) -> tuple[Tree, ...]:
        """The trees of `value_trees` with classes at their leaves: those that the scaled numbers stand for.

        Siblings that predict alike are merged, so that these trees are as small as what they answer.
        """
        return tuple(class_tree(one, scale, self.class_names) for one, scale in zip(found, scales, strict=True))

    def scales(self, rows: NDArray[np.float64], *, row_weights: NDArray[Any] | None = None) -> tuple[float, ...]:
        """For each V_q the b that minimises Σ_rows Σ_outputs (mean_i f_i(x) - b V_q(x))²; 0 where V_q is 0 on all rows.

        b V_q is the best approximation of the ensemble's mean output that V_q alone gives on these rows.
        """
        answers = self._answers(rows)
        weights = np.ones(answers.shape[0]) if row_weights is None else np.asarray(row_weights, dtype=np.float64)
        functions, mean = answers @ self.weights, answers.mean(axis=2)
        products = np.einsum("r,roq,ro->q", weights, functions, mean)
        squares = np.einsum("r,roq,roq->q", weights, functions, functions)
        scales = np.divide(products, squares, out=np.zeros_like(products), where=squares > ENOUGH)
        return tuple(scales.tolist())

    def at(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """V_q(x) for the rows of a table: (n_rows, n_components, n_outputs)."""
        return np.asarray(np.swapaxes(self._answers(rows) @ self.weights, 1, 2))

    def gram_of(self, found: Sequence[ValueTree]) -> NDArray[np.float64]:
        """The inner products of trees of these functions; the identity where no bound cut them."""
        domain = self.base[0].domain
        return inner_products([tree_function(one.tree, domain, values=one.values) for one in found])

    def _answers(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """f_i(x): (n_rows, n_outputs, n_trees)."""
        cells = self.base[0].domain.cells_of(np.asarray(rows, dtype=np.float64))
        return np.stack([function.at(cells) for function in self.base], axis=2)


def orthogonal_trees(
    source: object,
    *,
    energy: float = 0.9,
    components: int | None = None,
    domain: CellDomain | None = None,
    max_pairs: int = MAX_PAIRS,
) -> OrthogonalTrees:
    """The orthogonal functions of an ensemble (ODT) [KPD06, section VI].

    WᵀW holds the inner products of the trees, uncentred; an eigenvector v of it with eigenvalue λ gives the function
    Σ_i v_i f_i / √λ. The number kept is given, or chosen so that they capture the share `energy` of Σλ.
    """
    functions = box_functions(source, domain=domain)
    eigenvalues, vectors = np.linalg.eigh(inner_products(functions, max_pairs=max_pairs))
    eigenvalues, vectors = np.maximum(eigenvalues[::-1], 0.0), vectors[:, ::-1]
    total = float(eigenvalues.sum())
    if total <= 0:
        raise InvalidParameterError("class-never-predicted", class_name=functions[0].outputs[-1])
    rank = int((eigenvalues > ENOUGH * total).sum())
    n_kept = _n_components(eigenvalues / total, rank, energy=energy, components=components)
    vectors, lengths = vectors[:, :n_kept] * axis_signs(vectors[:, :n_kept]), np.sqrt(eigenvalues[:n_kept])
    return OrthogonalTrees(functions, functions[0].class_names, vectors / lengths, eigenvalues, vectors * lengths)


def _n_components(shares: NDArray[np.float64], rank: int, *, energy: float, components: int | None) -> int:
    if components is not None:
        if not 1 <= components <= rank:
            raise InvalidParameterError("no-such-component", components=components, most=rank)
        return components
    if not 0 < energy <= 1:
        raise InvalidParameterError("not-a-share", option="energy", value=energy)
    return min(rank, int(np.searchsorted(np.cumsum(shares), energy - ENOUGH)) + 1)
