"""Shared trees in documents: a list of nodes, each with the same keys, made of the arrays of a tree, and back."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import Codec
from ksdt_core.data.model.dataset import Categories
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF, Tree

Nodes = Sequence[Mapping[str, Any]]
SCORES = ("sa", "ds", "sdtq", "accuracy_left", "accuracy_right")
_OF_TREE = frozenset(field.name for field in fields(Tree))


@dataclass(frozen=True, slots=True)
class Names:
    """What a tree has as positions, and a document by name."""

    attributes: tuple[str, ...]
    categories: Categories
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NodeKey:
    """A key of every node, that of the array with its name. Without `read` it follows from the others.

    `write` gives the values in the order of the nodes, or None where the tree has no such array: then no node has the
    key.
    """

    write: Callable[[SharedTree], list[Any] | None]
    read: Callable[[Nodes, Names], NDArray[Any] | None] | None = None


def array(key: str, kind: type[np.generic]) -> NodeKey:
    """An array of the tree. Where something does not apply to a node (NaN, or no child) its value is null."""
    nothing = np.nan if kind is np.float64 else LEAF

    def write(shared: SharedTree) -> list[Any] | None:
        found = getattr(shared.tree if key in _OF_TREE else shared, key)
        if found is None or found.ndim > 1:
            return None if found is None else list(found.tolist())
        missing = np.isnan(found) if kind is np.float64 else found == nothing
        return [None if is_missing else value for value, is_missing in zip(found.tolist(), missing, strict=True)]

    def read(nodes: Nodes, names: Names) -> NDArray[Any] | None:
        if key not in nodes[0]:
            return None
        return np.array([nothing if node[key] is None else node[key] for node in nodes], dtype=kind)

    return NodeKey(write, read)


def _attributes(shared: SharedTree) -> list[Any]:
    names = (*shared.tree.attributes, None)  # the last for LEAF
    return [names[attribute] for attribute in shared.tree.attribute.tolist()]


def _attribute_positions(nodes: Nodes, names: Names) -> NDArray[np.int32]:
    position = {None: LEAF} | {name: index for index, name in enumerate(names.attributes)}
    return np.array([position[node["attribute"]] for node in nodes], dtype=np.int32)


def _category_names(shared: SharedTree) -> list[Any]:
    tree = shared.tree
    categories = (*tree.categories, None)
    tests = zip(tree.attribute.tolist(), tree.category.tolist(), strict=True)
    return [None if (values := categories[attribute]) is None else values[value] for attribute, value in tests]


def _category_positions(nodes: Nodes, names: Names) -> NDArray[np.int32]:
    values = {name: values or () for name, values in zip(names.attributes, names.categories, strict=True)}
    found = [-1 if (value := node["category"]) is None else values[node["attribute"]].index(value) for node in nodes]
    return np.array(found, dtype=np.int32)


def _labels(shared: SharedTree) -> list[Any]:
    return [shared.tree.class_names[label] for label in shared.tree.label.tolist()]


def _label_positions(nodes: Nodes, names: Names) -> NDArray[np.int32]:
    position = {name: index for index, name in enumerate(names.classes)}
    return np.array([position[node["label"]] for node in nodes], dtype=np.int32)


def _rows(key: str) -> NodeKey:
    """Class counts of every row once, where they are known."""

    def read(nodes: Nodes, names: Names) -> NDArray[Any] | None:
        return None if nodes[0].get(key) is None else np.array([node[key] for node in nodes], dtype=np.int64)

    return NodeKey(lambda shared: getattr(shared, key).tolist() if shared.rows_known else None, read)


def _between(key: str) -> NodeKey:
    """The two values of a table between which a threshold lies; null where there is none."""

    def write(shared: SharedTree) -> list[Any] | None:
        found = getattr(shared, key)
        return None if found is None else [both if all(map(math.isfinite, both)) else None for both in found.tolist()]

    def read(nodes: Nodes, names: Names) -> NDArray[Any] | None:
        if key not in nodes[0]:
            return None
        nothing = [math.nan, math.nan]
        return np.array([nothing if (both := node.get(key)) is None else both for node in nodes], dtype=np.float64)

    return NodeKey(write, read)


def _codes(shared: SharedTree) -> list[Any] | None:
    if not any(shared.codes):
        return None
    return [None if values is None else list(values) for values in shared.codes]


def _codes_read(nodes: Nodes, names: Names) -> Any:
    if "codes" not in nodes[0]:
        return None
    return tuple(None if (found := node.get("codes")) is None else tuple(map(float, found)) for node in nodes)


NODE_KEYS: Mapping[str, NodeKey] = {
    "id": NodeKey(lambda shared: list(range(shared.tree.n_nodes))),
    "parent": NodeKey(lambda shared: [None, *shared.tree.parents.tolist()[1:]]),
    "level": NodeKey(lambda shared: shared.tree.levels.tolist()),
    "attribute": NodeKey(_attributes, _attribute_positions),
    "threshold": array("threshold", np.float64),
    "threshold_left": array("threshold_left", np.float64),
    "threshold_right": array("threshold_right", np.float64),
    "category": NodeKey(_category_names, _category_positions),
    "left": array("left", np.int32),
    "right": array("right", np.int32),
    "cdv_left": array("cdv_left", np.int64),
    "cdv_right": array("cdv_right", np.int64),
    "rows_left": _rows("rows_left"),
    "rows_right": _rows("rows_right"),
    "dsn": array("dsn", np.float64),
    "label": NodeKey(_labels, _label_positions),
    "between_left": _between("between_left"),
    "between_right": _between("between_right"),
    "codes": NodeKey(_codes, _codes_read),
}
"""The keys of a node, in their order. One more array of `SharedTree` needs one more line here."""


def shared_tree_codec(names: Names) -> Codec[SharedTree]:
    """A shared tree with its scores and nodes; `names` are those of the set that it belongs to."""
    return Codec(_written, lambda found: _read(found, names))


def _written(shared: SharedTree) -> dict[str, Any]:
    found = {key: values for key, part in NODE_KEYS.items() if (values := part.write(shared)) is not None}
    nodes = [dict(zip(found, values, strict=True)) for values in zip(*found.values(), strict=True)]
    return {"scores": {name: float(getattr(shared, name)) for name in SCORES}, "nodes": nodes}


def _read(found: Mapping[str, Any], names: Names) -> SharedTree:
    arrays = {key: part.read(found["nodes"], names) for key, part in NODE_KEYS.items() if part.read is not None}
    of_tree: dict[str, Any] = {key: values for key, values in arrays.items() if key in _OF_TREE}
    own = {key: values for key, values in arrays.items() if key not in _OF_TREE and values is not None}
    tree = Tree(attributes=names.attributes, categories=names.categories, class_names=names.classes, **of_tree)
    scores: dict[str, Any] = {name: float(found["scores"][name]) for name in SCORES}
    given: dict[str, Any] = own | scores
    return SharedTree(tree=tree, **given)
