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
from ksdt_core.learners.rows import learning_rows
from ksdt_core.learners.stopping import FULLY, Stopping
from ksdt_core.trees.tree import LEAF, Tree
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

    Missing cells are filled from all rows of the table before, with the median or the most common value. Where several
    splits are equally good the seed decides.
    """
    from sklearn.tree import DecisionTreeClassifier

    if criterion not in ("gini", "gain"):
        raise InvalidParameterError("not-a-choice", option="criterion", value=criterion, choices=("gini", "gain"))
    rows = learning_rows(filled(table))
    impurity: Any = {"gini": "gini", "gain": "entropy"}[criterion]
    model = DecisionTreeClassifier(criterion=impurity, random_state=seed, **_bounds(stopping, pruning))
    model.fit(rows.matrix, rows.classes)
    names = [table.class_names[position] for position in model.classes_]
    (tree,) = trees_from(model, encoding=rows.encoding, class_names=names)
    tree = replace(tree, class_names=table.class_names, label=model.classes_[tree.label].astype(np.int32))
    shares = model.tree_.value[:, 0, :].max(axis=1)  # of the majority class at each node
    return without_splits_below(tree, shares >= stopping.purity - 1e-9)[0]


def cart_numbers(
    table: Dataset, target: str | Floats, *, stopping: Stopping = FULLY, pruning: float = 0.0, seed: int = 0
) -> ValueTree:
    """The regression tree that scikit-learn grows by the reduction of variance, with the mean of its rows at each node.

    `target` names a numeric attribute of the table, which is then no longer tested, or gives a number for each row. The
    classes of the tree say whether a node's mean is above that of all rows, so that figures and rules can show it.
    """
    from sklearn.tree import DecisionTreeRegressor

    if stopping.purity < 1:
        raise InvalidParameterError("purity-of-numbers", remedies=(Remedy("max_depth"), Remedy("min_size")))
    name, numbers, others = _target(table, target)
    rows = learning_rows(filled(others))
    model = DecisionTreeRegressor(random_state=seed, **_bounds(stopping, pruning))
    model.fit(rows.matrix, numbers)
    values = np.array(model.tree_.value[:, 0, :1], dtype=np.float64)
    overall = float(values[0, 0])
    classes = (f"{name} ≤ {overall:.6g}", f"{name} > {overall:.6g}")
    labels = (values[:, 0] > overall).astype(np.int32)
    tree = converted_tree(model.tree_, encoding=rows.encoding, class_names=classes, labels=labels)
    return ValueTree(tree, values, (name,))


def filled(table: Dataset) -> Dataset:
    """The table with each missing cell filled from all of its rows."""
    gaps = np.isnan(table.values)
    if not gaps.any():
        return table
    values = np.array(table.values)
    for column in np.flatnonzero(gaps.any(axis=0)).tolist():
        known = common_cell(values[:, column], table.categories[column] is None)
        values[gaps[:, column], column] = 0.0 if np.isnan(known) else known  # a column without any value is constant
    return replace(table, values=values)


def without_splits_below(tree: Tree, stops: NDArray[np.bool_]) -> tuple[Tree, NDArray[np.intp]]:
    """The tree with these nodes as leaves, and which of its nodes are still there."""
    reached = np.zeros(tree.n_nodes, dtype=np.bool_)
    reached[0] = True
    for node in range(tree.n_nodes):  # parents come first
        if reached[node] and tree.attribute[node] != LEAF and not stops[node]:
            reached[[tree.left[node], tree.right[node]]] = True
    kept = np.flatnonzero(reached)
    position = np.full(tree.n_nodes + 1, LEAF, dtype=np.int32)
    position[kept] = np.arange(kept.size)
    is_leaf = stops[kept] | (tree.attribute[kept] == LEAF)
    cut = replace(
        tree,
        attribute=np.where(is_leaf, LEAF, tree.attribute[kept]).astype(np.int32),
        threshold=np.where(is_leaf, np.nan, tree.threshold[kept]),
        category=np.where(is_leaf, -1, tree.category[kept]).astype(np.int32),
        left=np.where(is_leaf, LEAF, position[tree.left[kept]]).astype(np.int32),
        right=np.where(is_leaf, LEAF, position[tree.right[kept]]).astype(np.int32),
        label=tree.label[kept].astype(np.int32),
    )
    return cut, kept


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
