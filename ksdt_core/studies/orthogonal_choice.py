"""How many orthogonal trees, and of how many trees? Both answered on rows that were not learned from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import PLAIN, Derived, Field, many, record
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair, Domain
from ksdt_core.data.preparing.folds import stratified_folds, stratified_holdout
from ksdt_core.data.preparing.train_test import pair_train_test
from ksdt_core.fourier.orthogonal import OrthogonalTrees, orthogonal_trees
from ksdt_core.learners.ensembles import Ensemble, bagging
from ksdt_core.learners.rows import Source, learning_table
from ksdt_core.studies.judging import combined_answers, error_of, fitted_weights
from ksdt_core.studies.orthogonal_settings import OrthogonalSettings
from ksdt_core.trees.tree import Tree

SIZES = (5, 10, 20, 40, 80, 120)
HELD_OUT = 1 / 3
LEVELS = 4
FOLDS = 5

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ComponentChoice:
    """The cross-validated error of ODT-LR with the first 1, 2, .. orthogonal functions."""

    folds: int
    errors: tuple[float, ...]  # of 1, 2, .. functions

    @property
    def best(self) -> int:
        """The fewest functions with the smallest error."""
        return int(np.argmin(np.round(self.errors, 12))) + 1


@dataclass(frozen=True, slots=True)
class SizeStep:
    """An ensemble of so many trees: errors on the test rows of its vote and of ODT-LR, and components for 90 %."""

    trees: int
    bagging: float
    odt_lr: float
    components: int


COMPONENT_CHOICE = record(
    ComponentChoice,
    {"folds": PLAIN, "errors": Field("errors", many(PLAIN)), "components": Derived(lambda choice: choice.best)},
)
SIZE_STEP = record(SizeStep, {"trees": PLAIN, "bagging": PLAIN, "odt_lr": PLAIN, "components": PLAIN})


def train_and_test(pair: DatasetPair, source: Source, *, seed: int = 0) -> DatasetPair:
    """One table of a pair, or both, divided into rows to learn from and, a third of each class, rows to judge on."""
    table = learning_table(pair, source=source)
    learned, judged = stratified_holdout(table.classes, HELD_OUT, seed, name=table.name)
    train, test = (replace(table.take_rows(rows), name=name) for rows, name in ((learned, "train"), (judged, "test")))
    return pair_train_test(train, test)


def with_four_levels(pair: DatasetPair) -> DatasetPair:
    """The pair with numeric attributes of more than four values cut at the quartiles of the left table's rows.

    Spectra grow with the number of cells of an attribute; the publication has attributes of two and of four values.
    """
    tables = [learning_table(pair, source=source) for source in ("left", "right")]
    values = [np.array(table.values) for table in tables]
    for column, categories in enumerate(pair.categories):
        if categories is None and np.unique(values[0][:, column]).size > LEVELS:
            cuts = np.unique(np.quantile(values[0][:, column], np.arange(1, LEVELS) / LEVELS))
            for part in values:
                part[:, column] = np.searchsorted(cuts, part[:, column], side="left")
    train, test = (
        replace(table, values=part, name=name)
        for table, part, name in zip(tables, values, ("train", "test"), strict=True)
    )
    return pair_train_test(train, test)


def choose_components(
    pair: DatasetPair, settings: OrthogonalSettings, *, folds: int = FOLDS, progress: Progress | None = None
) -> ComponentChoice:
    """Cross-validate the number of components on the training rows (the left table of the pair).

    In each fold bags are grown on the other folds, and weights of their first functions are fitted there. The functions
    answer exactly, whatever the depth bound of the trees that are made of them.
    """
    table = learning_table(pair, source="left")
    parts = stratified_folds(table.classes, folds, settings.seed, class_names=table.class_names, name=table.name)
    wrong: list[NDArray[np.float64]] = []
    for number, (others, held) in enumerate(parts, start=1):
        learned, judged = table.take_rows(others), table.take_rows(held)
        wrong.append(_errors_by_components(learned, judged, settings) * judged.n_rows)
        if progress is not None:
            progress(number, len(parts))
    n_least = min(one.size for one in wrong)
    pooled = sum(one[:n_least] for one in wrong) / table.n_rows
    return ComponentChoice(len(parts), tuple(np.asarray(pooled).tolist()))


def _errors_by_components(learned: Dataset, judged: Dataset, settings: OrthogonalSettings) -> NDArray[np.float64]:
    """The error on the rows judged of ODT-LR with the first 1, 2, .. functions."""
    bags = _bags(learned, settings, settings.n_trees)
    found = orthogonal_trees(bags.trees, energy=1.0)
    known, asked = _values(found, learned.values), _values(found, judged.values)
    n_classes = len(learned.class_names)
    errors = []
    for n_kept in range(1, found.n_components + 1):
        weights = fitted_weights(known[:n_kept], learned.classes, n_classes)
        errors.append(error_of(combined_answers(asked[:n_kept], weights), judged.classes))
    return np.array(errors)


def more_trees(
    pair: DatasetPair,
    settings: OrthogonalSettings,
    *,
    sizes: Sequence[int] = SIZES,
    progress: Progress | None = None,
) -> tuple[SizeStep, ...]:
    """What larger ensembles bring: the first 5, 10, .. trees of one ensemble, judged on the right table."""
    bags = bagging(
        pair, max(sizes), learner=settings.learner, bag_fraction=settings.bag_fraction, source="left",
        shape=settings.shape, seed=settings.seed,
    )  # fmt: skip
    steps = []
    for number, size in enumerate(sizes, start=1):
        steps.append(_size_step(bags.trees[:size], pair.left, pair.right, len(pair.class_names)))
        if progress is not None:
            progress(number, len(sizes))
    return tuple(steps)


def _size_step(trees: tuple[Tree, ...], train: Domain, test: Domain, n_classes: int) -> SizeStep:
    vote = Ensemble(trees, np.ones(len(trees))).predict(test.scaled)
    found = orthogonal_trees(trees, energy=0.9)
    weights = fitted_weights(_values(found, train.scaled), train.classes, n_classes, row_weights=train.weights)
    answers = combined_answers(_values(found, test.scaled), weights)
    return SizeStep(len(trees), error_of(vote, test.classes), error_of(answers, test.classes), found.n_components)


def _bags(table: Dataset, settings: OrthogonalSettings, n_trees: int) -> Ensemble:
    return bagging(
        table, n_trees, learner=settings.learner, bag_fraction=settings.bag_fraction, shape=settings.shape,
        seed=settings.seed,
    )  # fmt: skip


def _values(found: OrthogonalTrees, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n_components, n_rows, n_outputs)."""
    return np.moveaxis(found.at(rows), 1, 0)
