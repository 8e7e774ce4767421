"""CART for classes and for numbers: scikit-learn's trees as trees of ours."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.missing import common_cell
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy
from ksdt_core.learners.conversion import converted_tree, trees_from
from ksdt_core.learners.node_rows import fill_by_class
from ksdt_core.learners.rows import learning_rows
from ksdt_core.learners.stopping import FULLY, Stopping
from ksdt_core.trees.learned_tree import LearnedTree, Numbers, cut_at
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.value_tree import ValueTree

Floats = NDArray[np.float64]


def cart(
    table: Dataset,
    *,
    criterion: Literal["gini", "gain"] = "gini",
    stopping: Stopping = FULLY,
    pruning: float = 0.0,
    seed: int = 0,
) -> Tree:
    """The classification tree that scikit-learn grows by Gini impurity or by entropy; `pruning` is the cost of a leaf.

    Missing values are filled from all rows of the table beforehand, with the median or the most common value. If
    several splits are equally good, the seed decides.
    """
    return cart_grown(table, criterion=criterion, stopping=stopping, pruning=pruning, seed=seed).tree


def cart_grown(
    table: Dataset,
    *,
    criterion: Literal["gini", "gain"] = "gini",
    stopping: Stopping = FULLY,
    pruning: float = 0.0,
    seed: int = 0,
    by_class: bool = False,
) -> LearnedTree:
    """The same with its rows; `by_class` fills missing cells from the rows of their class."""
    from sklearn.tree import DecisionTreeClassifier

    if criterion not in ("gini", "gain"):
        raise InvalidParameterError("not-a-choice", option="criterion", value=criterion, choices=("gini", "gain"))
    rows = learning_rows(filled(table, by_class=by_class))
    impurity: Any = {"gini": "gini", "gain": "entropy"}[criterion]
    model = DecisionTreeClassifier(criterion=impurity, random_state=seed, **_bounds(stopping, pruning))
    model.fit(rows.matrix, rows.classes)
    names = [table.class_names[position] for position in model.classes_]
    (tree,) = trees_from(model, encoding=rows.encoding, class_names=names)
    tree = replace(tree, class_names=table.class_names, label=model.classes_[tree.label].astype(np.int32))
    found = model.tree_
    counts = np.zeros((tree.n_nodes, len(table.class_names)))
    counts[:, model.classes_] = np.rint(found.value[:, 0, :] * found.weighted_n_node_samples[:, None])
    learned = LearnedTree(tree, np.zeros(tree.n_nodes, dtype=np.bool_), counts)
    shares = found.value[:, 0, :].max(axis=1)  # of the majority class at each node
    return cut_at(learned, np.flatnonzero((shares >= stopping.purity - 1e-9) & ~tree.is_leaf).tolist())


def cart_numbers(
    table: Dataset, target: str | Floats, *, stopping: Stopping = FULLY, pruning: float = 0.0, seed: int = 0
) -> ValueTree:
    """The regression tree that scikit-learn grows by the reduction of variance, with the mean of its rows at each node.

    `target` names a numeric attribute of the table, which is then no longer tested, or gives a number for each row. The
    classes of the tree say whether a node's mean is above that of all rows, so that figures and rules can show it.
    """
    if stopping.purity < 1:
        raise InvalidParameterError("purity-of-numbers", remedies=(Remedy("max_depth"), Remedy("min_size")))
    name, numbers, others = _target(table, target)
    learned = grown_numbers(others, numbers, name, stopping=stopping, pruning=pruning, seed=seed)
    assert learned.numbers is not None
    return ValueTree(learned.tree, learned.numbers.mean[:, None], (name,))


def grown_numbers(
    table: Dataset, numbers: Floats, name: str, *, stopping: Stopping = FULLY, pruning: float = 0.0, seed: int = 0
) -> LearnedTree:
    """A regression tree of all attributes of a table, with the mean and the spread of its rows at each node."""
    from sklearn.tree import DecisionTreeRegressor

    rows = learning_rows(filled(table))
    model = DecisionTreeRegressor(random_state=seed, **_bounds(stopping, pruning))
    model.fit(rows.matrix, numbers)
    mean, sizes = np.array(model.tree_.value[:, 0, 0], dtype=np.float64), model.tree_.n_node_samples
    overall = float(mean[0])
    classes = (f"{name} ≤ {overall:.6g}", f"{name} > {overall:.6g}")
    tree = converted_tree(
        model.tree_, encoding=rows.encoding, class_names=classes, labels=(mean > overall).astype(np.int32)
    )
    passed = model.decision_path(rows.matrix.astype(np.float32))
    above = np.asarray(passed.T @ (numbers > overall).astype(np.float64)).ravel()
    sd = np.sqrt(np.maximum(np.where(sizes > 1, model.tree_.impurity, 0.0), 0.0))  # of one row it is not quite 0
    counts = np.stack([sizes - above, above], axis=1).astype(np.float64)
    return LearnedTree(tree, np.zeros(tree.n_nodes, dtype=np.bool_), counts, numbers=Numbers(mean, sd))


def filled(table: Dataset, source: Dataset | None = None, *, by_class: bool = False) -> Dataset:
    """The table with each missing cell filled from all rows of the `source`, by default its own.

    With `by_class` it is filled from the rows of its class.
    """
    source = source or table
    gaps = np.isnan(table.values)
    if not gaps.any():
        return table
    values = np.array(table.values)
    for column in np.flatnonzero(gaps.any(axis=0)).tolist():
        known = common_cell(source.values[:, column], table.categories[column] is None)
        values[gaps[:, column], column] = 0.0 if np.isnan(known) else known  # a column without any value is constant
        if by_class:
            fill_by_class(values[:, column], gaps[:, column], table.classes, table.categories[column] is None)
    return replace(table, values=values)


def _bounds(stopping: Stopping, pruning: float) -> dict[str, Any]:
    """As scikit-learn calls them."""
    if not pruning >= 0:
        raise InvalidParameterError("below-minimum", option="pruning", value=pruning, minimum=0)
    return {
        "max_depth": stopping.max_depth or None,
        "min_samples_split": max(2, stopping.min_size),
        "ccp_alpha": pruning,
    }


def _target(table: Dataset, target: str | Floats) -> tuple[str, Floats, Dataset]:
    """The name of the target, its numbers, and the table without it."""
    if isinstance(target, str):
        if target not in table.attributes or table.categories[table.attributes.index(target)] is not None:
            raise InvalidParameterError("target-not-numeric", target=target, table=table.name)
        column = table.attributes.index(target)
        others = table.take_columns([other for other in range(table.n_attributes) if other != column])
        name, numbers = target, np.array(table.values[:, column])
    else:
        name, numbers, others = "value", np.asarray(target, dtype=np.float64), table
    if numbers.shape != (table.n_rows,) or not np.isfinite(numbers).all():
        raise InvalidDataError("target-with-gaps", target=name, table=table.name)
    return name, numbers, others
