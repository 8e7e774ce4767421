"""An ensemble in fewer trees: the aggregated tree and the orthogonal trees, and how far they answer as it votes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.fourier.aggregation import aggregated_tree
from ksdt_core.fourier.domain import CellDomain
from ksdt_core.fourier.orthogonal import orthogonal_trees
from ksdt_core.fourier.tree_boxes import class_indicators
from ksdt_core.learners.ensembles import Ensemble
from ksdt_core.studies.judging import combined_answers
from ksdt_core.trees.columns import cells_of, on_tested_attributes
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.walk import predicted_classes

MAX_COEFFICIENTS = 300_000
"""What is still quick enough for a page; a mean of many trees on many attributes can have far more."""
MAX_NODES = 2_000
ENOUGH_MORE = 0.01  # of the two shares of rows together: what less brings is not worth another tree


@dataclass(frozen=True, slots=True, eq=False)
class Summary:
    """What stands for an ensemble, and the share of rows of each table that it answers as the ensemble votes."""

    trees: tuple[Tree, ...]
    agreement_left: float
    agreement_right: float
    kept_energy: float = 1.0  # of the orthogonal functions kept
    weights: tuple[float, ...] = ()  # b_q, with which the answers of each orthogonal tree count in their sum
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


def orthogonal_summary(trees: Sequence[Tree], pair: DatasetPair, *, energy: float = 0.9, max_depth: int = 0) -> Summary:
    """The orthogonal trees (ODT) with classes at their leaves, and their weighted sum as an answer.

    Of the functions that hold a share of the energy, those whose trees split come one by one; weights are fitted by
    least squares to the votes of the ensemble on the rows of both tables. As few trees are kept as answer best, and
    never with more nodes than the ensemble has, unless the first one alone has more.
    """
    aligned = on_tested_attributes(trees)
    found = orthogonal_trees(list(aligned), energy=energy)
    sides = [cells_of(aligned[0], side.scaled, pair.attributes) for side in (pair.left, pair.right)]
    rows = np.concatenate(sides)
    counts = np.concatenate([side.weights / side.weights.sum() for side in (pair.left, pair.right)])
    scales = found.scales(rows, row_weights=counts)
    numbers = found.value_trees(max_depth=max_depth, max_nodes=MAX_NODES, limit=MAX_COEFFICIENTS)
    grown = found.class_trees(numbers, scales)
    splitting = [q for q, tree in enumerate(grown) if tree.n_nodes > 1] or [0]
    outputs = _outputs([grown[q] for q in splitting], rows)
    votes, classes = _outputs(aligned, rows).mean(axis=0), Ensemble(aligned, np.ones(len(trees))).predict(rows)
    sizes = np.cumsum([grown[q].n_nodes for q in splitting])
    most = max(1, int((sizes <= ensemble_nodes(trees)).sum()))
    fits = [_fit(outputs[: kept + 1], votes, counts) for kept in range(most)]
    agreement = [np.split(combined_answers(outputs[: b.size], b) == classes, [sides[0].shape[0]]) for b in fits]
    shares = [
        [
            float(np.average(same, weights=side.weights))
            for same, side in zip(both, (pair.left, pair.right), strict=True)
        ]
        for both in agreement
    ]
    best = next(n for n in range(most) if sum(shares[n]) >= max(map(sum, shares)) - ENOUGH_MORE)
    kept = splitting[: best + 1]
    left, right = shares[best]
    return Summary(
        tuple(grown[q] for q in kept), left, right, kept_energy=float(found.explained[kept].sum()),
        weights=tuple(fits[best].tolist()), energies=tuple(found.explained[kept].tolist()),
    )  # fmt: skip


def _outputs(trees: Sequence[Tree], rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n_trees, n_rows, n_outputs): 1 where a tree answers a class."""
    n_classes = len(trees[0].class_names)
    return np.stack([class_indicators(predicted_classes(tree, rows), n_classes) for tree in trees])


def _fit(values: NDArray[np.float64], votes: NDArray[np.float64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """b that minimises Σ_rows Σ_outputs (votes - Σ_q b_q t_q)²."""
    scale = np.sqrt(counts)[:, None]
    left, right = (values * scale).reshape(values.shape[0], -1).T, (votes * scale).reshape(-1)
    return np.asarray(np.linalg.lstsq(left, right, rcond=None)[0], dtype=np.float64)


def _summary(
    found: tuple[Tree, ...], trees: Sequence[Tree], pair: DatasetPair, *,
    answer: Callable[[NDArray[np.float64]], NDArray[np.int32]],
) -> Summary:  # fmt: skip
    ensemble = Ensemble(on_tested_attributes(trees), np.ones(len(trees)))
    shares = []
    for side in (pair.left, pair.right):
        same = answer(side.scaled) == ensemble.predict(cells_of(ensemble.trees[0], side.scaled, pair.attributes))
        shares.append(float(np.average(same, weights=side.weights)))
    return Summary(found, shares[0], shares[1])
