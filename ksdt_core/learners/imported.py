"""Boosted models and regression forests that were made elsewhere, as sums of trees of ours.

scikit-learn, XGBoost and LightGBM are read through treelite, CatBoost through its own JSON export. A model answers
every complete row as it did where it was made: cells are compared as that library compares them (`left_if`).
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.learners.conversion import exact_thresholds
from ksdt_core.learners.sum_of_trees import Link, SumOfTrees
from ksdt_core.trees.tree import LEAF, Tree
from ksdt_core.trees.value_tree import ValueTree

_LESS, _LESS_OR_EQUAL = 2, 3  # treelite's numbers of the two comparisons
_LINKS: dict[str, Link] = {"sigmoid": "logistic", "softmax": "softmax", "identity": "identity"}
_DIRECTIONS = ("lower", "higher")  # the classes of trees that predict numbers: below or above 0
_BITS_64 = ("lightgbm", "sklearn.ensemble._hist_gradient_boosting")  # all others round cells to 32 bits first


@dataclass(frozen=True, slots=True)
class Nodes:
    """One tree as arrays; a child of -1 marks a leaf."""

    feature: NDArray[np.int64]
    threshold: NDArray[np.float64]  # a row goes left when its cell ≤ threshold
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    values: NDArray[np.float64]  # (n_nodes, n_outputs), of leaves


def sum_of_trees(
    model: Any, *, attributes: Sequence[str] | None = None, class_names: Sequence[str] | None = None
) -> SumOfTrees:
    """A fitted model as a sum of real-valued trees.

    Gradient boosting (also by histograms), random forests and trees for numbers of scikit-learn; models of XGBoost and
    LightGBM, as estimators or boosters; models of CatBoost. `attributes` names the columns, by default as the model
    knows them or x1, x2, ..; `class_names` the classes in the model's order.
    """
    library, kind = type(model).__module__.split(".")[0], type(model).__name__
    known = getattr(model, "classes_", None)
    if library == "catboost":
        document = _catboost_document(model)
        names = attributes if attributes is not None else model.feature_names_
        return of_catboost(
            document, kind, attributes=names, class_names=class_names if class_names is not None else known
        )
    found = _treelite_model(model, library)
    is_exact = type(model).__module__.startswith(_BITS_64)
    names = attributes if attributes is not None else _names_of(model)
    return of_treelite(found, kind, attributes=names, class_names=class_names, known=known, is_exact=is_exact)


def of_treelite(
    found: Any,
    kind: str,
    *,
    attributes: Sequence[str] | None,
    class_names: Sequence[str] | None,
    is_exact: bool,
    known: Sequence[Any] | None = None,
) -> SumOfTrees:
    """The same of a model that treelite has read; `kind` is its name in messages, `known` its classes.

    Cells are compared with 64 bits (`is_exact`), or rounded to 32 bits first.
    """
    header = found.get_header_accessor()
    n_outputs = int(header.get_field("num_class")[0])
    names = _class_names(known, class_names, header, n_outputs)
    if int(header.get_field("num_target")[0]) > 1:
        raise InvalidParameterError("model-of-several-targets", model=kind)
    share = 1.0 / found.num_tree if int(header.get_field("average_tree_output")[0]) else 1.0
    outputs = header.get_field("class_id")
    columns = named_columns(attributes, int(header.get_field("num_feature")[0]))
    trees = [
        tree_of_nodes(
            _treelite_nodes(found.get_tree_accessor(number), int(outputs[number]), n_outputs, kind, is_exact, share),
            columns, names,
        )
        for number in range(found.num_tree)
    ]  # fmt: skip
    base = np.asarray(header.get_field("base_scores"), dtype=np.float64).reshape(-1)
    return SumOfTrees(tuple(trees), base[:n_outputs].copy(), _link(header, kind), names)


def _treelite_model(model: Any, library: str) -> Any:
    try:
        import treelite
    except ImportError:
        raise InvalidParameterError("models-not-installed", model=type(model).__name__) from None
    try:
        if library == "xgboost":
            return treelite.frontend.from_xgboost(model.get_booster() if hasattr(model, "get_booster") else model)
        if library == "lightgbm":
            return treelite.frontend.from_lightgbm(model.booster_ if hasattr(model, "booster_") else model)
        if library == "sklearn":
            return treelite.sklearn.import_model(model)
    except Exception as error:  # noqa: BLE001 - each library raises errors of its own for what it cannot hand over
        raise InvalidParameterError(
            "model-not-importable", model=type(model).__name__, reason=reason_of(error)
        ) from None
    raise InvalidParameterError("model-of-unknown-library", model=type(model).__name__)


def reason_of(error: Exception) -> str:
    """The first line that the library says, without its time stamp and the place in its own sources."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    line = lines[0] if lines else type(error).__name__
    return line.split(": ", 1)[-1].rstrip(".") if line.startswith("[") else line.rstrip(".")


def _class_names(
    known: Sequence[Any] | None, given: Sequence[str] | None, header: Any, n_outputs: int
) -> tuple[str, ...]:
    """The classes in the model's order; none for a model that predicts numbers."""
    is_classifier = known is not None or str(header.get_field("postprocessor")) in ("sigmoid", "softmax")
    if not is_classifier:
        return ()
    n_classes = 2 if n_outputs == 1 else n_outputs
    return named_classes(given if given is not None else known, n_classes)


def named_classes(names: Any, n_classes: int) -> tuple[str, ...]:
    """Names of the classes: as given, or 0, 1, .."""
    found = tuple(str(name) for name in names) if names is not None else tuple(str(i) for i in range(n_classes))
    if len(found) != n_classes:
        raise InvalidParameterError("class-names-unlike-model", named=len(found), fitted=n_classes)
    return found


def _link(header: Any, kind: str) -> Link:
    name = str(header.get_field("postprocessor"))
    if name == "identity_multiclass":
        return "shares"
    if name not in _LINKS or float(header.get_field("sigmoid_alpha")[0]) != 1.0:
        raise InvalidParameterError("link-of-model-unknown", model=kind, link=name)
    return _LINKS[name]


def _names_of(model: Any) -> Sequence[str] | None:
    """The columns as the model knows them."""
    given: Any = getattr(model, "feature_names_in_", None)
    if given is None and callable(getattr(model, "feature_name", None)):
        given = model.feature_name()
    return given if given is not None else getattr(model, "feature_names", None)


def named_columns(given: Sequence[str] | None, n_columns: int) -> tuple[str, ...]:
    """Names of the columns: as given, or x1, x2, .."""
    names = tuple(str(name) for name in given) if given is not None else tuple(f"x{i + 1}" for i in range(n_columns))
    if len(names) != n_columns:
        raise InvalidParameterError("columns-unlike-model", named=len(names), fitted=n_columns)
    return names


def _treelite_nodes(tree: Any, output: int, n_outputs: int, kind: str, is_exact: bool, share: float) -> Nodes:
    left, right = (np.asarray(tree.get_field(name), dtype=np.int64) for name in ("cleft", "cright"))
    kinds = np.asarray(tree.get_field("node_type"))
    comparison = np.asarray(tree.get_field("cmp"))[left >= 0]
    if (kinds[left >= 0] != 1).any() or not np.isin(comparison, (_LESS, _LESS_OR_EQUAL)).all():
        raise InvalidParameterError("categorical-splits-of-model", model=kind)
    vectors = np.asarray(tree.get_field("leaf_vector"), dtype=np.float64)
    values = np.zeros((left.size, n_outputs))
    if vectors.size:
        values[left < 0] = vectors.reshape(-1, n_outputs)
    else:
        values[left < 0, max(output, 0)] = np.asarray(tree.get_field("leaf_value"), dtype=np.float64)[left < 0]
    threshold = np.asarray(tree.get_field("threshold"), dtype=np.float64)
    is_less = np.asarray(tree.get_field("cmp")) == _LESS
    feature = np.asarray(tree.get_field("split_index"), dtype=np.int64)
    return Nodes(feature, left_if(threshold, is_less, is_exact), left, right, values * share)


def left_if(threshold: NDArray[np.float64], is_less: NDArray[np.bool_], is_exact: bool) -> NDArray[np.float64]:
    """For each threshold the number t with cell ≤ t exactly when the library sends the cell left.

    x < a is x ≤ the number before a. Libraries that round cells to 32 bits compare the rounded cell.
    """
    if is_exact:
        return np.where(is_less, np.nextafter(threshold, -np.inf), threshold)
    before = np.nextafter(threshold.astype(np.float32), np.float32(-np.inf)).astype(np.float64)
    return exact_thresholds(np.where(is_less, before, threshold))


def _catboost_document(model: Any) -> dict[str, Any]:
    """A model of CatBoost as its own JSON."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        try:
            model.save_model(str(path), format="json")
            return dict(json.loads(path.read_text(encoding="utf-8")))
        except Exception as error:  # noqa: BLE001 - CatBoost raises its own errors, such as for a model not fitted
            raise InvalidParameterError(
                "model-not-importable", model=type(model).__name__, reason=reason_of(error)
            ) from None


def of_catboost(
    document: Mapping[str, Any], kind: str, *, attributes: Sequence[str] | None, class_names: Sequence[Any] | None
) -> SumOfTrees:
    """A model of CatBoost from its JSON: each level of a tree has one test, cell > border, the first the lowest bit."""
    features = document.get("features_info", {})
    if features.get("categorical_features") or "oblivious_trees" not in document:
        raise InvalidParameterError("categorical-splits-of-model", model=kind)
    scale, base = document["scale_and_bias"]
    n_outputs = len(base)
    loss = document["model_info"]["params"]["loss_function"]["type"]
    links: dict[str, Link] = {"Logloss": "logistic", "MultiClass": "softmax", "RMSE": "identity", "MAE": "identity"}
    if loss not in links:
        raise InvalidParameterError("link-of-model-unknown", model=kind, link=loss)
    if class_names is None:
        class_names = document["model_info"].get("class_params", {}).get("class_names")
    names = () if links[loss] == "identity" else named_classes(class_names, max(n_outputs, 2))
    known = [str(each.get("feature_id") or f"x{n + 1}") for n, each in enumerate(features.get("float_features", ()))]
    columns = named_columns(attributes if attributes is not None else known, len(known))
    trees = [tree_of_nodes(_oblivious(tree, scale, n_outputs), columns, names) for tree in document["oblivious_trees"]]
    return SumOfTrees(tuple(trees), np.array(base, dtype=np.float64), links[loss], names)


def _oblivious(tree: dict[str, Any], scale: float, n_outputs: int) -> Nodes:
    """All nodes of a complete tree in the order of levels; the leaves last."""
    splits = tree["splits"] or []
    depth = len(splits)
    n_inner = 2**depth - 1
    level = np.floor(np.log2(np.arange(1, n_inner + 1))).astype(np.int64)
    by_level = splits[::-1]  # the last test is the highest bit, so that leaves come in their order
    features = np.array([split["float_feature_index"] for split in by_level], dtype=np.int64)
    borders = np.array([split["border"] for split in by_level], dtype=np.float64)
    n_nodes = n_inner + 2**depth
    feature, threshold = np.full(n_nodes, LEAF, dtype=np.int64), np.full(n_nodes, np.nan)
    left, right = np.full(n_nodes, LEAF, dtype=np.int64), np.full(n_nodes, LEAF, dtype=np.int64)
    inner = np.arange(n_inner)
    if depth:
        feature[:n_inner], threshold[:n_inner] = features[level], exact_thresholds(borders)[level]
    left[:n_inner], right[:n_inner] = 2 * inner + 1, 2 * inner + 2
    values = np.zeros((n_nodes, n_outputs))
    values[n_inner:] = scale * np.asarray(tree["leaf_values"], dtype=np.float64).reshape(-1, n_outputs)
    return Nodes(feature, threshold, left, right, values)


def tree_of_nodes(nodes: Nodes, attributes: tuple[str, ...], class_names: tuple[str, ...]) -> ValueTree:
    """The nodes as a tree with numbers; an inner node has the mean of its children. Fails unless they are one tree."""
    is_leaf = nodes.left < 0
    if not _is_one_tree(nodes, len(attributes)):
        raise ValueError
    values = nodes.values.copy()
    for node in np.flatnonzero(~is_leaf)[::-1].tolist():  # children come after their parents
        values[node] = (values[nodes.left[node]] + values[nodes.right[node]]) / 2
    labels = values.argmax(axis=1) if values.shape[1] > 1 else values[:, 0] > 0
    tree = Tree(
        attributes=attributes,
        categories=(None,) * len(attributes),
        class_names=class_names or _DIRECTIONS,
        attribute=np.where(is_leaf, LEAF, nodes.feature).astype(np.int32),
        threshold=np.where(is_leaf, np.nan, nodes.threshold),
        category=np.full(is_leaf.size, -1, dtype=np.int32),
        left=nodes.left.astype(np.int32),
        right=nodes.right.astype(np.int32),
        label=labels.astype(np.int32),
    )
    outputs = class_names if values.shape[1] > 1 else (class_names[1] if class_names else "value",)
    return ValueTree(tree, values, outputs)


def _is_one_tree(nodes: Nodes, n_attributes: int) -> bool:
    """Whether each node but the first is the child of one earlier node, and tests and numbers can be used."""
    inner = np.flatnonzero(nodes.left >= 0)
    left, right, feature = nodes.left[inner], nodes.right[inner], nodes.feature[inner]
    children = np.concatenate([left, right])
    children.sort()
    return bool(
        {array.size for array in (nodes.feature, nodes.threshold, nodes.left, nodes.right)} == {nodes.values.shape[0]}
        and np.array_equal(children, np.arange(1, nodes.left.size))
        and (left > inner).all()
        and (right > inner).all()
        and ((feature >= 0) & (feature < n_attributes)).all()
        and not np.isnan(nodes.threshold[inner]).any()
        and np.isfinite(nodes.values).all()
    )
