"""Models of XGBoost from the files that it writes: JSON, or the same in UBJSON.

They are read here and not by treelite, which can end the whole process on a damaged file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ksdt_core.errors import InvalidParameterError
from ksdt_core.learners.imported import Nodes, left_if, named_classes, named_columns, tree_of_nodes
from ksdt_core.learners.sum_of_trees import Link, SumOfTrees
from ksdt_core.trees.tree import LEAF

_LINKS: Mapping[str, Link] = {
    "binary:logistic": "logistic",
    **dict.fromkeys(("multi:softprob", "multi:softmax"), "softmax"),
    **dict.fromkeys(("reg:squarederror", "reg:linear", "reg:absoluteerror", "reg:pseudohubererror"), "identity"),
}
Floats = np.ndarray[Any, np.dtype[np.float64]]


def of_xgboost(
    learner: Mapping[str, Any], file: str, *, attributes: Sequence[str] | None, class_names: Sequence[str] | None
) -> SumOfTrees:
    """A model of XGBoost from the learner in its file; its classes are numbers unless they are named."""
    about, objective = learner["learner_model_param"], learner["objective"]["name"]
    if int(about.get("num_target", "1")) > 1:
        raise InvalidParameterError("model-of-several-targets", model=file)
    booster = learner["gradient_booster"]
    if objective not in _LINKS or booster["name"] != "gbtree":
        name = objective if booster["name"] == "gbtree" else f"{booster['name']} booster"
        raise InvalidParameterError("link-of-model-unknown", model=file, link=name)
    link = _LINKS[objective]
    n_outputs = max(1, int(about["num_class"]))
    names = () if link == "identity" else named_classes(class_names, max(n_outputs, 2))
    known = attributes if attributes is not None else (learner.get("feature_names") or None)
    columns = named_columns(known, int(about["num_feature"]))
    found, outputs = booster["model"]["trees"], booster["model"]["tree_info"]
    trees = [
        tree_of_nodes(_nodes(tree, int(output), n_outputs, file), columns, names)
        for tree, output in zip(found, outputs, strict=True)
    ]
    if not trees:
        raise ValueError
    return SumOfTrees(tuple(trees), _base(str(about["base_score"]), link, n_outputs), link, names)


def _base(text: str, link: Link, n_outputs: int) -> Floats:
    """What all sums start from; of two classes the file has the share, whose log odds count."""
    base = np.array([float(word) for word in text.strip("[]").split(",")])
    base = np.broadcast_to(base, n_outputs).copy()
    return np.log(base / (1 - base)) if link == "logistic" else base


def _nodes(tree: Mapping[str, Any], output: int, n_outputs: int, file: str) -> Nodes:
    left, right, feature, kinds = (
        np.asarray(tree[name], dtype=np.int64)
        for name in ("left_children", "right_children", "split_indices", "split_type")
    )
    numbers = np.asarray(tree["split_conditions"], dtype=np.float64)  # thresholds of splits, answers of leaves
    if len({each.size for each in (left, right, feature, kinds, numbers)}) != 1:
        raise ValueError
    is_leaf = left < 0
    if kinds.any():
        raise InvalidParameterError("categorical-splits-of-model", model=file)
    values = np.zeros((left.size, n_outputs))
    values[is_leaf, output] = numbers[is_leaf]
    threshold = np.where(is_leaf, np.nan, left_if(numbers, np.full(left.size, True), is_exact=False))
    return Nodes(np.where(is_leaf, LEAF, feature), threshold, left, right, values)


_NUMBERS = {b"i": ">i1", b"U": ">u1", b"I": ">i2", b"l": ">i4", b"L": ">i8", b"d": ">f4", b"D": ">f8"}
_DEEPEST = 50


def of_ubjson(data: bytes) -> Any:
    """The value in these bytes of UBJSON; fails where they are not a whole one."""
    value, end = _value(data, 0, 0)
    if end != len(data):
        raise ValueError
    return value


def _value(data: bytes, place: int, depth: int, mark: bytes | None = None) -> tuple[Any, int]:
    """A value and where it ends; `mark` is its type where all values of a list share it."""
    if depth > _DEEPEST:
        raise ValueError
    if mark is None:
        mark, place = data[place : place + 1], place + 1
    if mark in _NUMBERS:
        kind = np.dtype(_NUMBERS[mark])
        return np.frombuffer(data, kind, 1, place)[0].item(), place + kind.itemsize
    if mark in (b"T", b"F", b"Z"):
        return {b"T": True, b"F": False, b"Z": None}[mark], place
    if mark == b"S":
        return _text(data, place)
    if mark == b"C":
        return data[place : place + 1].decode("ascii"), place + 1
    if mark not in (b"[", b"{"):
        raise ValueError
    return _many(data, place, depth, is_list=mark == b"[")


def _text(data: bytes, place: int) -> tuple[str, int]:
    size, place = _value(data, place, 0)
    if not isinstance(size, int) or not 0 <= size <= len(data) - place:
        raise ValueError
    return data[place : place + size].decode("utf-8"), place + size


def _many(data: bytes, place: int, depth: int, *, is_list: bool) -> tuple[Any, int]:
    """A list or an object: to its end mark, or a count of values, which may share a type."""
    shared, count = None, None
    if data[place : place + 1] == b"$":
        shared, place = data[place + 1 : place + 2], place + 2
    if data[place : place + 1] == b"#":
        count, place = _value(data, place + 1, depth)
        if not isinstance(count, int) or not 0 <= count <= len(data) - place:
            raise ValueError
    elif shared is not None:
        raise ValueError
    if is_list and shared in _NUMBERS and count is not None:
        kind = np.dtype(_NUMBERS[shared])
        return np.frombuffer(data, kind, count, place), place + count * kind.itemsize
    found: list[tuple[str, Any]] = []
    end = b"]" if is_list else b"}"
    while len(found) != count:
        if count is None and data[place : place + 1] == end:
            place += 1
            break
        name, place = ("", place) if is_list else _text(data, place)
        value, place = _value(data, place, depth + 1, shared)
        found.append((name, value))
    return ([value for _, value in found] if is_list else dict(found)), place
