"""Ensembles for classes and for numbers: scikit-learn grows them, and they become trees of ours.

Each answers every complete row as the model that it was read from (`predict` of scikit-learn), where its vote is the
one that scikit-learn takes: the mean for bagging and forests.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.folds import dealt_folds
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from ksdt_core.learners.conversion import converted_tree, label_positions, tree_parts
from ksdt_core.learners.encoding import Encoding
from ksdt_core.learners.rows import learning_rows
from ksdt_core.learners.stacked import Base, Stacked
from ksdt_core.learners.sum_of_trees import Floats, SumOfTrees
from ksdt_core.learners.voting import Rule, Vote, VotingTrees
from ksdt_core.trees.value_tree import ValueTree

EnsembleMethod = Literal["tree", "bagging", "forest", "adaboost", "gradient-boosting", "stacking"]
Classes = NDArray[np.intp]
Model = VotingTrees | SumOfTrees | Stacked
INNER_FOLDS = 3  # of stacking: its linear model learns from answers to rows that the bases did not see
STACKED: tuple[EnsembleMethod, ...] = ("tree", "forest", "gradient-boosting")
_OF_NUMBERS = ("at most the mean", "above the mean")  # the labels of nodes that hold numbers
_BOOSTED_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Growth:
    """How an ensemble grows. Without a depth each method has its own; 0 is no bound."""

    n_trees: int = 50
    vote: Vote | None = None  # of bagging and forests; by default the mode of classes and the mean of numbers
    max_depth: int | None = None
    min_size: int = 2
    max_features: int | None = None  # columns that a forest tries at a split; by default √n, for numbers n/3
    learning_rate: float = 0.1
    seed: int = 0

    def of_tree(self, usual: int = 0) -> dict[str, Any]:
        """As scikit-learn calls them; `usual` is the depth of the method."""
        depth = usual if self.max_depth is None else self.max_depth
        return {"max_depth": depth or None, "min_samples_split": max(2, self.min_size)}


@dataclass(frozen=True, slots=True, eq=False)
class GrownEnsemble:
    """An ensemble and, where its trees grew on samples of the rows, the sample of each."""

    model: Model
    known: Classes  # positions in the table's classes of those that it knows; empty where numbers are predicted
    bags: tuple[Classes, ...] = ()

    @property
    def n_trees(self) -> int:
        return len(self.model.trees) if isinstance(self.model, SumOfTrees) else self.model.n_trees

    @property
    def n_nodes(self) -> int:
        """Nodes of all trees together."""
        if isinstance(self.model, SumOfTrees):
            return sum(tree.n_nodes for tree in self.model.trees)
        return self.model.n_nodes

    def predict(self, values: Floats) -> Classes | Floats:
        """For each row the position of its class among those of the table, or its number."""
        return self._placed(self.model.predict(values))

    def predict_left_out(self, values: Floats, voters: NDArray[np.bool_]) -> Classes | Floats:
        """The same by those trees alone that may vote on a row (n_trees, n_rows)."""
        assert isinstance(self.model, VotingTrees)
        return self._placed(self.model.predict(values, voters=voters))

    def _placed(self, found: Classes | Floats) -> Classes | Floats:
        return self.known[found.astype(np.intp)] if self.known.size else found


def grow_ensemble(
    table: Dataset, method: EnsembleMethod, growth: Growth | None = None, *, numbers: Floats | None = None
) -> GrownEnsemble:
    """One tree, bagging, a random forest, AdaBoost, gradient boosting or stacking on a table without missing values.

    It predicts the classes of the table, or the `numbers`, one for each row.
    """
    if method not in _FITTED:
        raise InvalidParameterError("not-a-choice", option="ensemble", value=method, choices=tuple(_FITTED))
    growth = growth or Growth()
    if growth.n_trees < 1:
        raise InvalidParameterError("not-whole", option="trees", value=growth.n_trees, minimum=1)
    if numbers is not None and growth.vote == "mode":
        raise InvalidParameterError("mode-of-numbers", option="vote")
    rows = learning_rows(table)
    if growth.max_features is not None and not 1 <= growth.max_features <= rows.matrix.shape[1]:
        facts: dict[str, Any] = {"value": growth.max_features, "low": 1, "high": rows.matrix.shape[1]}
        raise InvalidParameterError("out-of-range", option="max_features", **facts)
    answers: Any = rows.classes if numbers is None else np.asarray(numbers, dtype=np.float64)
    work = _Work(rows.encoding, rows.matrix, answers, numbers is not None, table, growth)
    return _FITTED[method](work)


@dataclass(frozen=True, slots=True, eq=False)
class _Work:
    """What a method is given."""

    encoding: Encoding
    matrix: Floats
    answers: Any
    is_number: bool
    table: Dataset
    growth: Growth

    @property
    def known(self) -> Classes:
        return np.empty(0, dtype=np.intp) if self.is_number else np.unique(self.answers).astype(np.intp)

    @property
    def class_names(self) -> tuple[str, ...]:
        """Of the classes that have rows."""
        return tuple(self.table.class_names[position] for position in self.known)

    def kind(self, of_classes: Any, of_numbers: Any) -> Any:
        return of_numbers if self.is_number else of_classes

    def fitted(self, model: Any) -> Any:
        return model.fit(self.matrix, self.answers)


def _tree(work: _Work) -> GrownEnsemble:
    model = work.fitted(_estimator("tree", work))
    return GrownEnsemble(VotingTrees(_value_trees(model, work), np.ones(1), "mean", work.class_names), work.known)


def _sampled(method: EnsembleMethod) -> Callable[[_Work], GrownEnsemble]:
    """Bagging and forests: each tree grows on a sample of the rows, and all trees vote."""

    def grown(work: _Work) -> GrownEnsemble:
        model = work.fitted(_estimator(method, work))
        trees = _value_trees(model, work)
        rule: Rule = work.growth.vote or ("mean" if work.is_number else "mode")
        bags = tuple(np.asarray(bag, dtype=np.intp) for bag in model.estimators_samples_)
        return GrownEnsemble(VotingTrees(trees, np.ones(len(trees)), rule, work.class_names), work.known, bags)

    return grown


def _adaboost(work: _Work) -> GrownEnsemble:
    """AdaBoost: a weighted vote for classes, the weighted median for numbers."""
    try:
        model = work.fitted(_estimator("adaboost", work))
    except ValueError:  # the first tree is not better than guessing: nothing can be boosted, and it stays alone
        alone = work.fitted(_base_tree(work, 1))
        return GrownEnsemble(VotingTrees(_value_trees(alone, work), np.ones(1), "mode", work.class_names), work.known)
    trees = _value_trees(model, work)
    weights = np.array(model.estimator_weights_[: len(trees)], dtype=np.float64)
    rule: Rule = "lower-median" if work.is_number else "mode"
    return GrownEnsemble(VotingTrees(trees, weights, rule, work.class_names), work.known)


def _gradient_boosting(work: _Work) -> GrownEnsemble:
    model = work.fitted(_estimator("gradient-boosting", work))
    return GrownEnsemble(_sum(model, work), work.known)


def _stacking(work: _Work) -> GrownEnsemble:
    """A linear model (ridge, for classes logistic regression) of what a tree, a forest and boosting answer."""
    from sklearn.ensemble import StackingClassifier, StackingRegressor
    from sklearn.linear_model import LogisticRegression, RidgeCV

    by = np.zeros(len(work.answers), dtype=np.intp) if work.is_number else work.answers
    folds = dealt_folds(by, min(INNER_FOLDS, max(2, len(by))), work.growth.seed)
    if any(not seen.size or not held.size or _is_one(work.answers[seen], work) for seen, held in folds):
        raise InvalidDataError("too-few-to-stack", table=work.table.name, rows=len(by))
    parts = [(method, _estimator(method, work)) for method in STACKED]
    last = work.kind(LogisticRegression(max_iter=1000), RidgeCV())
    options: dict[str, Any] = {} if work.is_number else {"stack_method": "predict_proba"}
    kind = work.kind(StackingClassifier, StackingRegressor)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a rare class may be missing in a fold: its share is 0 there
        model = work.fitted(kind(parts, final_estimator=last, cv=folds, **options))
    bases: list[Base] = [
        _sum(fitted, work) if method == "gradient-boosting" else _mean(_value_trees(fitted, work), work)
        for method, fitted in zip(STACKED, model.estimators_, strict=True)
    ]
    final = model.final_estimator_
    coefficients = np.atleast_2d(np.asarray(final.coef_, dtype=np.float64))
    intercept = np.atleast_1d(np.asarray(final.intercept_, dtype=np.float64))
    return GrownEnsemble(Stacked(tuple(bases), coefficients, intercept, work.class_names), work.known)


def _is_one(answers: Any, work: _Work) -> bool:
    return not work.is_number and np.unique(answers).size < 2


def _mean(trees: tuple[ValueTree, ...], work: _Work) -> VotingTrees:
    return VotingTrees(trees, np.ones(len(trees)), "mean", work.class_names)


def _base_tree(work: _Work, usual_depth: int = 0) -> Any:
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    kind = work.kind(DecisionTreeClassifier, DecisionTreeRegressor)
    return kind(random_state=work.growth.seed, **work.growth.of_tree(usual_depth))


def _estimator(method: EnsembleMethod, work: _Work) -> Any:
    """The model of scikit-learn, not fitted."""
    from sklearn import ensemble

    growth, n_columns = work.growth, work.matrix.shape[1]
    common: dict[str, Any] = {"n_estimators": growth.n_trees, "random_state": growth.seed}
    if method == "tree":
        return _base_tree(work)
    if method == "bagging":
        return work.kind(ensemble.BaggingClassifier, ensemble.BaggingRegressor)(_base_tree(work), **common)
    if method == "forest":
        usual = max(1, n_columns // 3) if work.is_number else max(1, round(n_columns**0.5))
        kind = work.kind(ensemble.RandomForestClassifier, ensemble.RandomForestRegressor)
        return kind(max_features=growth.max_features or usual, **common, **growth.of_tree())
    if method == "adaboost":
        base = _base_tree(work, _BOOSTED_DEPTH if work.is_number else 1)
        return work.kind(ensemble.AdaBoostClassifier, ensemble.AdaBoostRegressor)(base, **common)
    kind = work.kind(ensemble.GradientBoostingClassifier, ensemble.GradientBoostingRegressor)
    return kind(learning_rate=growth.learning_rate, **common, **growth.of_tree(_BOOSTED_DEPTH))


def _value_trees(model: Any, work: _Work) -> tuple[ValueTree, ...]:
    """The trees of a model with the shares of its classes at each node, or with numbers."""
    found = []
    for part, columns in tree_parts(model):
        nodes = part.tree_
        if work.is_number:
            found.append(_number_tree(nodes, np.array(nodes.value[:, 0, :]), work, columns))
            continue
        shares = np.zeros((nodes.node_count, work.known.size))
        shares[:, label_positions(model, part)] = nodes.value[:, 0, :]
        labels = shares.argmax(axis=1).astype(np.int32)
        tree = converted_tree(nodes, columns, encoding=work.encoding, class_names=work.class_names, labels=labels)
        found.append(ValueTree(tree, shares, work.class_names))
    return tuple(found)


def _number_tree(
    nodes: Any, values: Floats, work: _Work, columns: Classes | None = None, names: Sequence[str] = ()
) -> ValueTree:
    labels = (values.argmax(axis=1) if len(names) > 2 else values[:, 0] > values[0, 0]).astype(np.int32)
    classes = tuple(names) or _OF_NUMBERS
    tree = converted_tree(nodes, columns, encoding=work.encoding, class_names=classes, labels=labels)
    return ValueTree(tree, values, tuple(names) if values.shape[1] > 1 else (names[1] if names else "value",))


def _sum(model: Any, work: _Work) -> SumOfTrees:
    """Gradient boosting as base + Σ rate · tree: of stages with one tree each, or one for each of several classes."""
    n_outputs = model.estimators_.shape[1]
    trees = []
    for stage in model.estimators_:
        for output, part in enumerate(stage):
            values = np.zeros((part.tree_.node_count, n_outputs))
            values[:, output] = model.learning_rate * part.tree_.value[:, 0, 0]
            trees.append(_number_tree(part.tree_, values, work, names=work.class_names))
    link = "identity" if work.is_number else "logistic" if n_outputs == 1 else "softmax"
    return SumOfTrees(tuple(trees), _start(model, work), cast(Any, link), work.class_names)


def _start(model: Any, work: _Work) -> Floats:
    """What boosting starts from: the mean; for two classes log p/(1 − p); for more log p − mean log p."""
    if work.is_number:
        return np.array(model.init_.constant_, dtype=np.float64).reshape(-1)
    logs = np.log(np.asarray(model.init_.class_prior_, dtype=np.float64))
    return np.array([logs[1] - logs[0]]) if logs.size == 2 else logs - logs.mean()


_FITTED: dict[EnsembleMethod, Callable[[_Work], GrownEnsemble]] = {
    "tree": _tree,
    "bagging": _sampled("bagging"),
    "forest": _sampled("forest"),
    "adaboost": _adaboost,
    "gradient-boosting": _gradient_boosting,
    "stacking": _stacking,
}
