"""The orthogonal-tree study on one dataset: an ensemble and its redundancy-free forms [KPD06, section VII]."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.pair import DatasetPair, Domain
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier import ValueTree, aggregated_tree, orthogonal_trees, reconstructed_tree
from ksdt_core.learners.ensembles import Ensemble, TreeShape, bagging, forest, single_tree
from ksdt_core.studies.judging import Judged, error_of, judged
from ksdt_core.studies.least_squares import combined_answers, fitted_weights
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.walk import predicted_classes

OTHER_STEPS = 6  # two ensembles, a single tree, the aggregated tree, orthogonal functions, their trees
LEAF_ROWS = TreeShape(min_leaf=2)
LEAK = "odt-lr-published is fitted on the classes of the test rows, as the publication did: its error is no estimate."


@dataclass(frozen=True, slots=True)
class OrthogonalSettings:
    """What the study grows and keeps. `tree_depth` bounds the trees made from spectra (0: no bound)."""

    n_trees: int = 25
    bag_fraction: float = 1.0
    max_features: int | None = None
    energy: float = 0.9
    components: int | None = None
    tree_depth: int = 5
    published_weights: bool = False
    seed: int = 0
    shape: TreeShape = field(default=LEAF_ROWS)

    def __post_init__(self) -> None:
        if self.n_trees < 1:
            raise InvalidParameterError(f"trees is {self.n_trees}; give 1 or more.")
        if not 0 < self.energy <= 1:
            raise InvalidParameterError(f"energy is {self.energy:g}; give a share above 0, at most 1, as 0.9.")
        if self.components is not None and not 1 <= self.components <= self.n_trees:
            raise InvalidParameterError(
                f"components is {self.components}; give 1 to {self.n_trees}, the number of trees."
            )
        if self.tree_depth < 0:
            raise InvalidParameterError(f"tree_depth is {self.tree_depth}; give 1 or more, or 0 for no bound.")


@dataclass(frozen=True, slots=True)
class TreePair:
    """A tree of the ensemble beside its reconstruction from the cut spectrum (RFT)."""

    error: float
    nodes: int
    rft_error: float
    rft_nodes: int


@dataclass(frozen=True, slots=True, eq=False)
class OrthogonalStudy:
    """Errors and sizes of every method, and what the ensemble looks like along its orthogonal functions."""

    rows: tuple[Judged, ...]
    explained: NDArray[np.float64]  # λ_q / Σλ of all components
    n_kept: int
    tree_pairs: tuple[TreePair, ...]
    coordinates: NDArray[np.float64]  # (n_trees, up to 3), of the trees on the first orthogonal functions
    out_of_bag: dict[str, float | None]
    tree_depth: int  # bound of the trees made from spectra; 0: none

    @property
    def kept_energy(self) -> float:
        return float(self.explained[: self.n_kept].sum())

    def row(self, method: str) -> Judged:
        return next(row for row in self.rows if row.method == method)

    def to_document(self) -> dict[str, Any]:
        """The document ksdt-odt/1."""
        document = {
            "format": "ksdt-odt/1",
            "rows": [row.to_document() for row in self.rows],
            "explained": self.explained.tolist(),
            "kept_energy": self.kept_energy,
            "components": self.n_kept,
            "rft": [
                {"error": p.error, "nodes": p.nodes, "rft_error": p.rft_error, "rft_nodes": p.rft_nodes}
                for p in self.tree_pairs
            ],
            "coordinates": self.coordinates.tolist(),
            "out_of_bag": self.out_of_bag,
            "tree_depth": self.tree_depth,
        }
        return document | ({"warning": LEAK} if any(row.leaks for row in self.rows) else {})


def orthogonal_study(
    pair: DatasetPair,
    settings: OrthogonalSettings | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> OrthogonalStudy:
    """Grow on the left table of the pair, judge on the right one; `progress` is told (done, total) after each step."""
    settings = settings or OrthogonalSettings()
    test, step = pair.right, _steps(settings.n_trees + OTHER_STEPS, progress)
    alone, bags, random = _grown(pair, settings, step)
    rebuilt = _reconstructed(bags, settings.energy, step)
    aggregated = aggregated_tree(bags.trees, max_depth=settings.tree_depth)
    step()
    found = orthogonal_trees(bags.trees, energy=settings.energy, components=settings.components)
    step()
    kept = found.value_trees(max_depth=settings.tree_depth)
    rows = [
        _majority(pair),
        _of_trees("single", (alone,), test),
        _of_trees("bagging", bags.trees, test),
        _of_trees("forest", random.trees, test),
        _of_trees("rft", rebuilt, test),
        _of_trees("aft", (aggregated,), test),
        *_orthogonal_rows(kept, pair, published=settings.published_weights),
    ]
    tree_pairs = _tree_pairs(bags.trees, rebuilt, test)
    step()
    return OrthogonalStudy(
        rows=tuple(rows),
        explained=found.explained,
        n_kept=found.n_components,
        tree_pairs=tree_pairs,
        coordinates=found.coordinates[:, :3],
        out_of_bag={"bagging": bags.out_of_bag_error, "forest": random.out_of_bag_error},
        tree_depth=settings.tree_depth,
    )


def _steps(total: int, progress: Callable[[int, int], None] | None) -> Callable[[], None]:
    """What to call after each step."""
    done = count(1)

    def step() -> None:
        if progress is not None:
            progress(next(done), total)

    return step


def _grown(
    pair: DatasetPair, settings: OrthogonalSettings, step: Callable[[], None]
) -> tuple[Tree, Ensemble, Ensemble]:
    """The single tree, the bagged ones and the forest."""
    shape, seed, n_trees = settings.shape, settings.seed, settings.n_trees
    bags = bagging(pair, n_trees, bag_fraction=settings.bag_fraction, source="left", shape=shape, seed=seed)
    step()
    unpruned = replace(shape, pruning=0.0)  # the trees of a forest are not pruned
    random = forest(pair, n_trees, max_features=settings.max_features, source="left", shape=unpruned, seed=seed)
    step()
    alone = single_tree(pair, source="left", shape=shape, seed=seed)
    step()
    return alone, bags, random


def _majority(pair: DatasetPair) -> Judged:
    """Always the class that most training rows have; a tie goes to the class listed first."""
    counts = np.bincount(pair.left.classes, weights=pair.left.weights, minlength=len(pair.class_names))
    answers = np.full(pair.right.classes.size, int(counts.argmax()))
    return judged("majority", answers, pair.right.classes, nodes=[1])


def _of_trees(method: str, trees: tuple[Tree, ...], test: Domain) -> Judged:
    """Trees that vote with equal weights."""
    answers = Ensemble(trees, np.ones(len(trees))).predict(test.scaled)
    return judged(method, answers, test.classes, nodes=[tree.n_nodes for tree in trees])


def _reconstructed(bags: Ensemble, energy: float, step: Callable[[], None]) -> tuple[Tree, ...]:
    """RFT: each tree from its own spectrum, cut to a share of the energy. A tree without a split stays as it is."""
    rebuilt = []
    for tree in bags.trees:
        rebuilt.append(reconstructed_tree(tree, energy=energy) if tree.n_nodes > 1 else tree)
        step()
    return tuple(rebuilt)


def _orthogonal_rows(trees: tuple[ValueTree, ...], pair: DatasetPair, *, published: bool) -> list[Judged]:
    """The first orthogonal tree and the weighted sum of all, weights by least squares on the training rows.

    A tree of bounded depth is its function averaged over the leaves, and only nearly orthogonal to the others.
    """
    train, test, n_classes = pair.left, pair.right, len(pair.class_names)
    learned, asked = (np.stack([tree.at(rows.scaled) for tree in trees]) for rows in (train, test))
    sizes = [tree.n_nodes for tree in trees]
    rows = []
    for method, n_used in (("odt-1", 1), ("odt-lr", len(sizes))):
        weights = fitted_weights(learned[:n_used], train.classes, n_classes, row_weights=train.weights)
        answers = combined_answers(asked[:n_used], weights)
        rows.append(judged(method, answers, test.classes, nodes=sizes[:n_used]))
    if published:
        weights = fitted_weights(asked, test.classes, n_classes, row_weights=test.weights)
        answers = combined_answers(asked, weights)
        rows.append(judged("odt-lr-published", answers, test.classes, nodes=sizes, leaks=True))
    return rows


def _tree_pairs(trees: tuple[Tree, ...], rebuilt: tuple[Tree, ...], test: Domain) -> tuple[TreePair, ...]:
    return tuple(
        TreePair(
            error_of(predicted_classes(tree, test.scaled), test.classes),
            tree.n_nodes,
            error_of(predicted_classes(again, test.scaled), test.classes),
            again.n_nodes,
        )
        for tree, again in zip(trees, rebuilt, strict=True)
    )
