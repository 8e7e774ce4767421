"""The orthogonal-tree study on one dataset: an ensemble and its redundancy-free forms [KPD06, section VII]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import NUMBERS, PLAIN, Derived, Field, many, record
from ksdt_core.data.model.pair import DatasetPair, Domain
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.aggregation import aggregated_tree, reconstructed_tree
from ksdt_core.fourier.growing import answered_classes
from ksdt_core.fourier.orthogonal import orthogonal_trees
from ksdt_core.fourier.tree_boxes import class_indicators
from ksdt_core.learners.ensembles import Ensemble, TreeShape, bagging, forest, single_tree
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.value_tree import ValueTree
from ksdt_core.trees.walk import predicted_classes

ODT_FORMAT = "ksdt-odt/1"
OTHER_STEPS = 6  # two ensembles, a single tree, the aggregated tree, orthogonal functions, their trees
LEAF_ROWS = TreeShape(min_leaf=2)
LEAK = "odt-lr-published is fitted on the classes of the test rows, as the publication did: its error is no estimate."

Answers = NDArray[np.integer[Any]]
Values = NDArray[np.float64]
"""(n_trees, n_rows, n_outputs): what each orthogonal tree answers."""


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
            raise InvalidParameterError("not-whole", option="trees", value=self.n_trees, minimum=1)
        if not 0 < self.energy <= 1:
            raise InvalidParameterError("not-a-share", option="energy", value=self.energy)
        if self.components is not None and not 1 <= self.components <= self.n_trees:
            raise InvalidParameterError(
                "out-of-range", option="components", value=self.components, low=1, high=self.n_trees
            )
        if self.tree_depth < 0:
            raise InvalidParameterError("not-whole", option="tree_depth", value=self.tree_depth, minimum=0)


@dataclass(frozen=True, slots=True)
class Judged:
    """A way to answer, its errors on rows never seen, and what it is made of."""

    method: str
    error: float  # share of rows answered wrongly
    balanced_error: float  # the same within each class, averaged over the classes
    nodes: int  # of all its trees together
    trees: int
    leaks: bool = False  # whether it has seen the classes that it is judged on


JUDGED = record(
    Judged,
    {
        "method": PLAIN,
        "error": PLAIN,
        "balanced_error": PLAIN,
        "nodes": PLAIN,
        "trees": PLAIN,
        "leaks": Field("leaks", PLAIN, usual=False),
    },
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


def error_of(answers: Answers, classes: Answers) -> float:
    """The share of wrong answers."""
    return float(np.mean(answers != classes))


def balanced_error_of(answers: Answers, classes: Answers) -> float:
    """The mean over the classes that occur of the share of their rows answered wrongly."""
    return float(np.mean([np.mean(answers[classes == name] != name) for name in np.unique(classes)]))


def judged(method: str, answers: Answers, classes: Answers, *, nodes: Sequence[int], leaks: bool = False) -> Judged:
    """A row of a study; `nodes` of each tree."""
    error, balanced = error_of(answers, classes), balanced_error_of(answers, classes)
    return Judged(method, error, balanced, int(sum(nodes)), len(nodes), leaks)


def fitted_weights(
    values: Values, classes: NDArray[Any], n_classes: int, *, row_weights: NDArray[Any] | None = None
) -> NDArray[np.float64]:
    """b that minimises Σ_rows Σ_outputs (y - Σ_q b_q v_q)², y the indicators of the classes."""
    wanted = class_indicators(classes, n_classes)
    scale = np.ones(classes.size) if row_weights is None else np.sqrt(row_weights.astype(np.float64))
    left = (values * scale[None, :, None]).reshape(values.shape[0], -1).T
    right = (wanted * scale[:, None]).reshape(-1)
    return np.asarray(np.linalg.lstsq(left, right, rcond=None)[0], dtype=np.float64)


def combined_answers(values: Values, weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """The class that Σ_q b_q v_q stands for: the second of two above 1/2, the largest of more."""
    return answered_classes(np.tensordot(weights, values, axes=1))
