"""An ensemble in fewer trees: the aggregated tree and the orthogonal trees, and how far they answer as it votes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.fourier.aggregation import aggregated_tree
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.orthogonal import orthogonal_trees
from ksdt_core.learners.ensembles import Ensemble
from ksdt_core.trees.columns import cells_of, on_tested_attributes
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.value_tree import ValueTree
from ksdt_core.trees.walk import predicted_classes

MAX_COEFFICIENTS = 300_000
"""What is still quick enough for a page; a mean of many trees on many attributes can have far more."""
MAX_NODES = 2_000


@dataclass(frozen=True, slots=True, eq=False)
class Summary:
    """What stands for an ensemble, and the share of rows of each table that it answers as the ensemble votes."""

    trees: tuple[Tree, ...]
    agreement_left: float
    agreement_right: float
    kept_energy: float = 1.0  # of the orthogonal functions kept
    value_trees: tuple[ValueTree, ...] = ()
    weights: tuple[float, ...] = ()  # c_q, with which the numbers of each of these trees count in their sum
    energies: tuple[float, ...] = ()  # the share of the ensemble's energy that each of them captures

    @property
    def n_nodes(self) -> int:
        return sum(tree.n_nodes for tree in self.trees)


def ensemble_nodes(trees: Sequence[Tree]) -> int:
    """Nodes of all trees together."""
    return sum(tree.n_nodes for tree in trees)


def aggregated_summary(
    trees: Sequence[Tree], pair: DatasetPair, *, max_depth: int = 0, domain: CellDomain | None = None
) -> Summary:
    """The aggregated tree (AFT), no deeper than asked; without a bound it answers as the ensemble votes."""
    found = aggregated_tree(trees, domain=domain, max_depth=max_depth, max_nodes=MAX_NODES, limit=MAX_COEFFICIENTS)

    def answer(values: NDArray[np.float64]) -> NDArray[np.int32]:
        return predicted_classes(found, cells_of(found, values, pair.attributes))

    return _summary((found,), trees, pair, answer=answer)


def orthogonal_summary(
    trees: Sequence[Tree], pair: DatasetPair, *, energy: float = 0.9, max_depth: int = 0,
    domain: CellDomain | None = None,
) -> Summary:  # fmt: skip
    """The orthogonal trees (ODT) that hold a share of the energy, and their sum as an answer.

    The mean of the ensemble is about Σ_q c_q V_q with c_q the mean of ⟨f_i, V_q⟩ over its trees i; the answer of the
    orthogonal trees is the class that this sum gives.
    """
    domain = domain or domain_of(list(trees))
    found = orthogonal_trees(list(trees), energy=energy, domain=domain)
    grown = found.value_trees(max_depth=max_depth, max_nodes=MAX_NODES, limit=MAX_COEFFICIENTS)
    shares = found.coordinates.mean(axis=0)

    def answer(values: NDArray[np.float64]) -> NDArray[np.int32]:
        votes = sum(
            share * one.at(cells_of(one.tree, values, pair.attributes))
            for share, one in zip(shares.tolist(), grown, strict=True)
        )
        return _answers(np.asarray(votes))

    plain = tuple(one.tree for one in grown)
    summary = _summary(plain, trees, pair, answer=answer, kept_energy=found.kept_energy, value_trees=grown)
    energies = found.explained[: found.n_components]
    return replace(summary, weights=tuple(shares.tolist()), energies=tuple(energies.tolist()))


def _answers(votes: NDArray[np.float64]) -> NDArray[np.int32]:
    """The class of shares of votes: the second of two above one half, else the one with the largest share."""
    classes = votes[:, 0] > 0.5 if votes.shape[1] == 1 else votes.argmax(axis=1)
    return np.asarray(classes, dtype=np.int32)


def _summary(
    found: tuple[Tree, ...], trees: Sequence[Tree], pair: DatasetPair, *,
    answer: Callable[[NDArray[np.float64]], NDArray[np.int32]], kept_energy: float = 1.0,
    value_trees: tuple[ValueTree, ...] = (),
) -> Summary:  # fmt: skip
    ensemble = Ensemble(on_tested_attributes(trees), np.ones(len(trees)))
    shares = []
    for side in (pair.left, pair.right):
        same = answer(side.scaled) == ensemble.predict(cells_of(ensemble.trees[0], side.scaled, pair.attributes))
        shares.append(float(np.average(same, weights=side.weights)))
    return Summary(found, shares[0], shares[1], kept_energy, value_trees)
