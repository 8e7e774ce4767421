"""Trees and ensembles grown on one table or on a pair: C4.5 or entropy trees, bagging, random forests, AdaBoost."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidParameterError
from ksdt_core.learners.c45 import c45
from ksdt_core.learners.conversion import trees_from
from ksdt_core.learners.methods import Learner
from ksdt_core.learners.rows import LearningRows, Source, learning_rows, learning_table
from ksdt_core.learners.stopping import Stopping
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.walk import predicted_classes

LEARNERS: tuple[Learner, ...] = get_args(Learner)


@dataclass(frozen=True, slots=True)
class TreeShape:
    """How far a tree grows. A depth of 0 is no bound.

    `pruning` is the cost of a leaf of an entropy tree (cost-complexity pruning); C4.5 prunes by its own rule.
    """

    max_depth: int = 0
    min_leaf: int = 1
    pruning: float = 0.0

    def __post_init__(self) -> None:
        if self.max_depth < 0:
            raise InvalidParameterError("not-whole", option="max_depth", value=self.max_depth, minimum=0)
        if self.min_leaf < 1:
            raise InvalidParameterError("not-whole", option="min_leaf", value=self.min_leaf, minimum=1)
        if not self.pruning >= 0:
            raise InvalidParameterError("below-minimum", option="pruning", value=self.pruning, minimum=0)

    @property
    def stopping(self) -> Stopping:
        """For C4.5: no node with fewer rows than two leaves need is split."""
        return Stopping(max_depth=self.max_depth, min_size=2 * self.min_leaf)

    def options(self) -> dict[str, Any]:
        """As scikit-learn calls them."""
        return {
            "criterion": "entropy",
            "max_depth": self.max_depth or None,
            "min_samples_leaf": self.min_leaf,
            "ccp_alpha": self.pruning,
        }


FULL = TreeShape()
STUMP = TreeShape(max_depth=1)


@dataclass(frozen=True, slots=True, eq=False)
class Ensemble:
    """Trees that vote, each with its weight."""

    trees: tuple[Tree, ...]
    weights: NDArray[np.float64]  # (n_trees,), of the votes
    out_of_bag_error: float | None = None  # where every tree omitted some rows

    def __post_init__(self) -> None:
        self.weights.setflags(write=False)

    @property
    def n_nodes(self) -> int:
        """Nodes of all trees together."""
        return sum(tree.n_nodes for tree in self.trees)

    def votes(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The share of the weight that votes for each class, a row a row of the table."""
        shares = np.zeros((values.shape[0], len(self.trees[0].class_names)))
        rows = np.arange(values.shape[0])
        for tree, weight in zip(self.trees, self.weights / self.weights.sum(), strict=True):
            shares[rows, predicted_classes(tree, values)] += weight
        return shares

    def predict(self, values: NDArray[np.float64]) -> NDArray[np.intp]:
        """The class with most votes; a tie goes to the class listed first."""
        shares = self.votes(values)
        return np.asarray(np.argmax(shares >= shares.max(axis=1, keepdims=True) - 1e-12, axis=1), dtype=np.intp)


def single_tree(
    data: Dataset | DatasetPair,
    *,
    learner: Learner = "cart",
    source: Source | None = None,
    shape: TreeShape = FULL,
    seed: int = 0,
) -> Tree:
    """One tree: by entropy (`cart`), or by C4.5, which needs no seed."""
    _check_learner(learner)
    if learner == "c45":
        return c45(learning_table(data, source=source), stopping=shape.stopping)
    from sklearn.tree import DecisionTreeClassifier

    rows = learning_rows(data, source=source)
    model = DecisionTreeClassifier(random_state=seed, **shape.options())
    model.fit(rows.matrix, rows.classes, sample_weight=rows.weights)
    return _trees(model, rows)[0]


def bagging(
    data: Dataset | DatasetPair,
    n_trees: int = 25,
    *,
    learner: Learner = "c45",
    bag_fraction: float = 1.0,
    source: Source | None = None,
    shape: TreeShape = FULL,
    seed: int = 0,
) -> Ensemble:
    """Trees grown on samples of the rows, drawn with replacement; `bag_fraction` is the size of a sample."""
    _check_learner(learner)
    _check_trees(n_trees)
    if not 0 < bag_fraction <= 1:
        raise InvalidParameterError("not-a-share", option="bag_fraction", value=bag_fraction)
    if learner == "c45":
        table = learning_table(data, source=source)
        return _bagged_c45(table, n_trees, bag_fraction=bag_fraction, shape=shape, seed=seed)
    from sklearn.ensemble import BaggingClassifier
    from sklearn.tree import DecisionTreeClassifier

    rows = _repeated(learning_rows(data, source=source))
    n_drawn = max(1, round(bag_fraction * rows.classes.size))
    model = BaggingClassifier(
        DecisionTreeClassifier(**shape.options()), n_estimators=n_trees, max_samples=n_drawn, random_state=seed
    )
    model.fit(rows.matrix, rows.classes)
    return _ensemble(model, rows, bags=model.estimators_samples_)


def _bagged_c45(table: Dataset, n_trees: int, *, bag_fraction: float, shape: TreeShape, seed: int) -> Ensemble:
    """C4.5 trees of samples of a table's rows."""
    generator, n_drawn = np.random.default_rng(seed), max(1, round(bag_fraction * table.n_rows))
    bags = [generator.integers(0, table.n_rows, n_drawn) for _ in range(n_trees)]
    trees = tuple(c45(table.take_rows(bag), stopping=shape.stopping) for bag in bags)
    votes = np.zeros((table.n_rows, len(table.class_names)))
    for tree, bag in zip(trees, bags, strict=True):
        outside = np.setdiff1d(np.arange(table.n_rows), bag)
        votes[outside, predicted_classes(tree, table.values[outside])] += 1
    return Ensemble(trees, np.ones(n_trees), _error_of_votes(votes, table.classes))


def forest(
    data: Dataset | DatasetPair,
    n_trees: int = 100,
    *,
    max_features: int | None = None,
    source: Source | None = None,
    shape: TreeShape = FULL,
    exclude: Collection[str] = (),
    seed: int = 0,
) -> Ensemble:
    """A random forest: bagging that tries `max_features` random columns at each split, by default half of them."""
    from sklearn.ensemble import RandomForestClassifier

    _check_trees(n_trees)
    rows = _repeated(learning_rows(data, source=source, exclude=exclude))
    n_columns = rows.matrix.shape[1]
    wanted = max(1, n_columns // 2) if max_features is None else max_features
    if not 1 <= wanted <= n_columns:
        raise InvalidParameterError("out-of-range", option="max_features", value=wanted, low=1, high=n_columns)
    model = RandomForestClassifier(n_trees, max_features=wanted, random_state=seed, **shape.options())
    model.fit(rows.matrix, rows.classes)
    return _ensemble(model, rows, bags=model.estimators_samples_)


def adaboost(
    data: Dataset | DatasetPair,
    n_trees: int = 50,
    *,
    source: Source | None = None,
    shape: TreeShape = STUMP,
    seed: int = 0,
) -> Ensemble:
    """AdaBoost: each tree gives more weight to the rows that earlier trees misclassified. Vote weights are kept.

    It stops early if a tree makes no errors, and then has fewer trees than requested.
    """
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.tree import DecisionTreeClassifier

    _check_trees(n_trees)
    rows = learning_rows(data, source=source)
    if np.unique(rows.classes).size < 2:
        raise InvalidParameterError("one-class-to-boost", table=data.name)
    base = DecisionTreeClassifier(**shape.options())
    model = AdaBoostClassifier(base, n_estimators=n_trees, random_state=seed)
    model.fit(rows.matrix, rows.classes, sample_weight=rows.weights)
    trees = _trees(model, rows)
    return Ensemble(trees, np.asarray(model.estimator_weights_[: len(trees)], dtype=np.float64))


def _check_learner(learner: str) -> None:
    if learner not in LEARNERS:
        raise InvalidParameterError("not-a-choice", option="learner", value=learner, choices=LEARNERS)


def _check_trees(n_trees: int) -> None:
    if n_trees < 1:
        raise InvalidParameterError("not-whole", option="trees", value=n_trees, minimum=1)


def _repeated(rows: LearningRows) -> LearningRows:
    """Rows that count twice, written twice: samples are drawn from rows."""
    times = rows.weights.astype(np.intp)
    if (times == 1).all():
        return rows
    chosen = np.repeat(np.arange(times.size), times)
    ones = np.ones(chosen.size)
    return LearningRows(rows.encoding, rows.class_names, rows.matrix[chosen], rows.classes[chosen], ones)


def _trees(model: Any, rows: LearningRows) -> tuple[Tree, ...]:
    names = [rows.class_names[position] for position in model.classes_]
    trees = trees_from(model, encoding=rows.encoding, class_names=names)
    return tuple(_with_all_classes(tree, rows.class_names, np.asarray(model.classes_)) for tree in trees)


def _with_all_classes(tree: Tree, class_names: tuple[str, ...], positions: NDArray[np.intp]) -> Tree:
    """The tree with all classes of the table, also those of which no row was learned from."""
    return replace(tree, class_names=class_names, label=positions[tree.label].astype(np.int32))


def _ensemble(model: Any, rows: LearningRows, *, bags: list[NDArray[np.intp]]) -> Ensemble:
    trees = _trees(model, rows)
    return Ensemble(trees, np.ones(len(trees)), _out_of_bag_error(model, rows, bags=bags))


def _out_of_bag_error(model: Any, rows: LearningRows, *, bags: list[NDArray[np.intp]]) -> float | None:
    """The share of rows that the trees which never saw them get wrong; None where no row was omitted."""
    votes = np.zeros((rows.classes.size, len(model.classes_)))
    for part, bag in zip(model.estimators_, bags, strict=True):
        outside = np.setdiff1d(np.arange(rows.classes.size), bag)
        if outside.size:
            answers = np.asarray(part.predict(rows.matrix[outside])).astype(np.intp)
            votes[outside, answers] += 1
    known = np.asarray(model.classes_, dtype=np.intp)
    of_all = np.zeros((rows.classes.size, len(rows.class_names)))
    of_all[:, known] = votes
    return _error_of_votes(of_all, rows.classes)


def _error_of_votes(votes: NDArray[np.float64], classes: NDArray[np.intp]) -> float | None:
    """The share of rows that got votes whose most voted class is wrong; None where no row got any."""
    judged = votes.any(axis=1)
    if not judged.any():
        return None
    return float(np.mean(votes.argmax(axis=1)[judged] != classes[judged]))
