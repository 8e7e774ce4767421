"""Models of scikit-learn as trees of ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.learners.encoding import NUMERIC, Encoding
from ksdt_core.trees.tree import LEAF, Tree

_ROUND_STEPS = 1024.0  # thresholds: a multiple of 1/1024 ...
_ROUND_LARGEST = 8192.0  # ... below this has at most 23 binary digits: half of what 32 bits resolve is far below a step


def trees_from(
    model: Any,
    *,
    attributes: Sequence[str] | None = None,
    class_names: Sequence[str] | None = None,
    encoding: Encoding | None = None,
) -> tuple[Tree, ...]:
    """The trees of a fitted classifier of scikit-learn: a single tree, bagging, a random forest, AdaBoost.

    Each predicts the same as the tree of the model for every complete row, although scikit-learn rounds cells to 32
    bits (see `exact_thresholds`). `attributes` names the columns, by default as the model knows them or x1, x2, ..;
    `encoding` turns indicator columns back into tests A = v. Weights of AdaBoost's trees stay with the model
    (`estimator_weights_`); `learners.adaboost` keeps them beside the trees.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[0], [1], [2]], ["no", "no", "yes"])
    >>> tree, = trees_from(model, attributes=["age"])
    >>> tree.attributes, tree.threshold[0], tree.class_names
    (('age',), np.float64(1.5), ('no', 'yes'))
    """
    _check_model(model)
    encoding = encoding or Encoding.plain(_attribute_names(model, attributes))
    if encoding.n_columns != model.n_features_in_:
        raise InvalidParameterError("columns-unlike-model", named=encoding.n_columns, fitted=model.n_features_in_)
    names = tuple(str(name) for name in (model.classes_ if class_names is None else class_names))
    if len(names) != len(model.classes_):
        raise InvalidParameterError("class-names-unlike-model", named=len(names), fitted=len(model.classes_))
    return tuple(
        converted_tree(part.tree_, columns, encoding=encoding, class_names=names, labels=_node_labels(model, part))
        for part, columns in tree_parts(model)
    )


def _check_model(model: Any) -> None:
    kind = type(model).__name__
    if not hasattr(model, "fit") or not hasattr(model, "predict") or isinstance(model, type):
        raise InvalidParameterError("not-a-model", model=kind)
    if not hasattr(model, "tree_") and not hasattr(model, "estimators_"):
        raise InvalidParameterError("model-without-trees", model=kind)
    if not hasattr(model, "classes_") or getattr(model, "n_outputs_", 1) != 1:
        raise InvalidParameterError("model-without-one-class-a-row", model=kind)
    parts = [model] if hasattr(model, "tree_") else list(model.estimators_)
    wrong = [part for part in parts if not hasattr(part, "tree_") or not hasattr(part, "classes_")]
    if wrong or not parts:
        found = type(wrong[0]).__name__ if wrong else "nothing"
        raise InvalidParameterError("model-of-other-parts", model=kind, found=found)


def _attribute_names(model: Any, attributes: Sequence[str] | None) -> tuple[str, ...]:
    if attributes is not None:
        return tuple(str(name) for name in attributes)
    known = getattr(model, "feature_names_in_", None)
    if known is not None:
        return tuple(str(name) for name in known)
    return tuple(f"x{column + 1}" for column in range(model.n_features_in_))


def tree_parts(model: Any) -> list[tuple[Any, NDArray[np.intp]]]:
    """The decision trees of a model, each with the columns of the model's matrix that it was given."""
    everything = np.arange(model.n_features_in_)
    if hasattr(model, "tree_"):
        return [(model, everything)]
    columns = getattr(model, "estimators_features_", None)
    given = [everything] * len(model.estimators_) if columns is None else [np.asarray(part) for part in columns]
    return list(zip(model.estimators_, given, strict=True))


def _node_labels(model: Any, part: Any) -> NDArray[np.int32]:
    """The class that each node of a part answers."""
    labels: NDArray[np.int32] = label_positions(model, part)[part.tree_.value[:, 0, :].argmax(axis=1)]
    return labels.astype(np.int32)


def label_positions(model: Any, part: Any) -> NDArray[np.int32]:
    """The position among the model's classes of each class that a part knows.

    Forests and bagging hand their trees positions in place of classes; a single tree and AdaBoost the classes.
    """
    if part is model or not _hands_out_positions(model):
        return np.array([np.flatnonzero(model.classes_ == name)[0] for name in part.classes_], dtype=np.int32)
    return np.asarray(part.classes_, dtype=np.float64).astype(np.int32)


def _hands_out_positions(model: Any) -> bool:
    return not hasattr(model, "estimator_weights_")  # which only boosting has


def converted_tree(
    nodes: Any,
    columns: NDArray[np.intp] | None = None,
    *,
    encoding: Encoding,
    class_names: tuple[str, ...],
    labels: NDArray[np.int32],
) -> Tree:
    """One tree from the arrays of scikit-learn (`tree_`) and the label of each node, numbered as they are there.

    `columns` are those of the matrix that the tree was given, by default all of them.
    """
    is_leaf = nodes.children_left < 0
    feature = np.where(is_leaf, 0, nodes.feature)
    column = feature if columns is None else columns[feature]
    attribute = np.array(encoding.attribute, dtype=np.int32)[column]
    marked = np.array(encoding.category, dtype=np.int32)[column]
    category = np.where(is_leaf, -1, marked).astype(np.int32)
    is_marked = category != NUMERIC
    # An indicator ≤ 0.5 sends the rows with A ≠ v left; ours sends those with A = v there.
    left = np.where(is_marked, nodes.children_right, nodes.children_left)
    right = np.where(is_marked, nodes.children_left, nodes.children_right)
    return Tree(
        attributes=encoding.attributes,
        categories=encoding.categories,
        class_names=class_names,
        attribute=np.where(is_leaf, LEAF, attribute).astype(np.int32),
        threshold=np.where(is_leaf | is_marked, np.nan, exact_thresholds(nodes.threshold)),
        category=category,
        left=np.where(is_leaf, LEAF, left).astype(np.int32),
        right=np.where(is_leaf, LEAF, right).astype(np.int32),
        label=labels,
    )


def exact_thresholds(thresholds: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each threshold t the largest number x whose nearest 32-bit number is ≤ t: x ≤ it exactly when x32 ≤ t.

    Rounding never changes an order, so the cells that go left are all those up to one number. With f the largest 32-bit
    number ≤ t and g the next one, it is their midpoint, or the 64-bit number before it where the tie rounds up to g.

    Thresholds with few binary digits, such as the 0.5 of a Boolean attribute or the 2.5 of counts, are kept as they
    are: only a cell that differs from them by less than one part in eight million could go another way.
    """
    below = thresholds.astype(np.float32)
    below = np.where(below.astype(np.float64) > thresholds, np.nextafter(below, np.float32(-np.inf)), below)
    above = np.nextafter(below, np.float32(np.inf))
    middle = (below.astype(np.float64) + above.astype(np.float64)) / 2
    rounds_up = middle.astype(np.float32).astype(np.float64) > thresholds
    exact = np.where(rounds_up, np.nextafter(middle, -np.inf), middle)
    is_round = (np.abs(thresholds) < _ROUND_LARGEST) & (thresholds * _ROUND_STEPS % 1 == 0)
    return np.where(is_round | ~np.isfinite(exact), thresholds, exact)
