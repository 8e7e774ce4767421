"""The orthogonal-tree study on one dataset: an ensemble and its redundancy-free forms [KPD06, section VII]."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import NUMBERS, PLAIN, Derived, Field, many, record
from ksdt_core.data.model.pair import DatasetPair, Domain
from ksdt_core.fourier.aggregation import aggregated_tree, reconstructed_tree
from ksdt_core.fourier.growing import answered_classes
from ksdt_core.fourier.orthogonal import OrthogonalTrees, orthogonal_trees
from ksdt_core.fourier.tree_boxes import class_indicators
from ksdt_core.learners.ensembles import Ensemble, bagging, forest, single_tree
from ksdt_core.studies.judging import JUDGED, Judged, Values, combined_answers, error_of, fitted_weights, judged
from ksdt_core.studies.orthogonal_settings import Leaves, OrthogonalSettings
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.value_tree import ValueTree
from ksdt_core.trees.walk import predicted_classes

ODT_FORMAT = "ksdt-odt/1"
OTHER_STEPS = 6  # two ensembles, a single tree, the aggregated tree, orthogonal functions, their trees
LEAK = (
    "odt-lr-published is fitted on the classes of the test rows, as in the publication, so its error is not a "
    "valid estimate."
)


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
    learner: str
    leaves: str
    scales: tuple[float, ...]  # b_q, with which each function alone comes nearest to the ensemble on the training rows
    gram: NDArray[np.float64]  # inner products of the orthogonal trees; the identity where the bound cut none

    @property
    def kept_energy(self) -> float:
        return float(self.explained[: self.n_kept].sum())

    def row(self, method: str) -> Judged:
        return next(row for row in self.rows if row.method == method)

    def to_document(self) -> dict[str, Any]:
        """The document ksdt-odt/1."""
        document: dict[str, Any] = ORTHOGONAL_STUDY.write(self)
        return document


TREE_PAIR = record(TreePair, {"error": PLAIN, "nodes": PLAIN, "rft_error": PLAIN, "rft_nodes": PLAIN})
ORTHOGONAL_STUDY = record(
    OrthogonalStudy,
    {
        "format": Derived(lambda _: ODT_FORMAT),
        "rows": many(JUDGED),
        "explained": NUMBERS,
        "kept_energy": Derived(lambda study: study.kept_energy),
        "components": Field("n_kept", PLAIN),
        "rft": Field("tree_pairs", many(TREE_PAIR)),
        "coordinates": NUMBERS,
        "out_of_bag": PLAIN,
        "tree_depth": PLAIN,
        "learner": Field("learner", PLAIN, absent="cart"),
        "leaves": Field("leaves", PLAIN, absent="numbers"),
        "scales": Field("scales", many(PLAIN), absent=()),
        "gram": Field("gram", NUMBERS, absent=()),
        "warning": Derived(lambda study: LEAK if any(row.leaks for row in study.rows) else None, usual=None),
    },
)


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
    rebuilt = _reconstructed(bags, settings, step)
    aggregated = aggregated_tree(
        bags.trees, energy=settings.energy, count_mean=settings.count_mean, max_depth=settings.tree_depth
    )
    step()
    found = orthogonal_trees(bags.trees, energy=settings.energy, components=settings.components)
    scales = found.scales(pair.left.scaled, row_weights=pair.left.weights)
    step()
    kept = found.value_trees(max_depth=settings.tree_depth)
    rows = [
        _majority(pair),
        _of_trees("single", (alone,), test),
        _of_trees("bagging", bags.trees, test),
        _of_trees("forest", random.trees, test),
        _of_trees("rft", rebuilt, test),
        _of_trees("aft", (aggregated,), test),
        *_orthogonal_rows(_answering(found, kept, scales, settings.leaves), pair, settings.published_weights),
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
        learner=settings.learner,
        leaves=settings.leaves,
        scales=scales,
        gram=found.gram_of(kept),
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
    learner = settings.learner
    bags = bagging(
        pair, n_trees, learner=learner, bag_fraction=settings.bag_fraction, source="left", shape=shape, seed=seed
    )
    step()
    unpruned = replace(shape, pruning=0.0)  # the trees of a forest are not pruned
    random = forest(pair, n_trees, max_features=settings.max_features, source="left", shape=unpruned, seed=seed)
    step()
    alone = single_tree(pair, learner=learner, source="left", shape=shape, seed=seed)
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


def _reconstructed(bags: Ensemble, settings: OrthogonalSettings, step: Callable[[], None]) -> tuple[Tree, ...]:
    """RFT: each tree from its own spectrum, cut to a share of the energy. A tree without a split stays as it is."""
    rebuilt = []
    for tree in bags.trees:
        splits = tree.n_nodes > 1
        rebuilt.append(
            reconstructed_tree(tree, energy=settings.energy, count_mean=settings.count_mean) if splits else tree
        )
        step()
    return tuple(rebuilt)


@dataclass(frozen=True, slots=True)
class Answering:
    """Orthogonal trees as they answer: by numbers, or by classes, which are numbers 0 and 1."""

    first: Callable[[NDArray[np.float64]], NDArray[np.int64]]  # the first tree's own answer
    values: Callable[[NDArray[np.float64]], Values]  # of all trees
    sizes: tuple[int, ...]  # nodes of each


def _answering(
    found: OrthogonalTrees, kept: tuple[ValueTree, ...], scales: tuple[float, ...], leaves: Leaves
) -> Answering:
    """The first tree answers by itself, its numbers scaled to the ensemble's mean; no class of a row is used."""
    if leaves == "numbers":
        return Answering(
            lambda rows: answered_classes(scales[0] * kept[0].at(rows)),
            lambda rows: np.stack([tree.at(rows) for tree in kept]),
            tuple(tree.n_nodes for tree in kept),
        )
    trees, n_classes = found.class_trees(kept, scales), len(found.class_names)
    return Answering(
        lambda rows: predicted_classes(trees[0], rows).astype(np.int64),
        lambda rows: np.stack([class_indicators(predicted_classes(tree, rows), n_classes) for tree in trees]),
        tuple(tree.n_nodes for tree in trees),
    )


def _orthogonal_rows(trees: Answering, pair: DatasetPair, published: bool) -> list[Judged]:
    """The first orthogonal tree, and the weighted sum of all, weights by least squares on the training rows.

    A tree of bounded depth is its function averaged over the leaves, and only nearly orthogonal to the others.
    """
    train, test, n_classes = pair.left, pair.right, len(pair.class_names)
    learned, asked = trees.values(train.scaled), trees.values(test.scaled)
    rows = [judged("odt-1", trees.first(test.scaled), test.classes, nodes=trees.sizes[:1])]
    for method, values, side in (("odt-lr", learned, train), ("odt-lr-published", asked, test)):
        leaks = side is test
        if published or not leaks:
            weights = fitted_weights(values, side.classes, n_classes, row_weights=side.weights)
            answers = combined_answers(asked, weights)
            rows.append(judged(method, answers, test.classes, nodes=trees.sizes, leaks=leaks))
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
