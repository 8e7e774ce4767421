"""Models of LightGBM from the text files that it writes.

The text is read here and not by treelite, which can end the whole process on a damaged file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ksdt_core.errors import InvalidParameterError
from ksdt_core.learners.imported import Nodes, named_classes, named_columns, tree_of_nodes
from ksdt_core.learners.sum_of_trees import Link, SumOfTrees
from ksdt_core.trees.tree import LEAF

_LINKS: Mapping[str, Link] = {
    "binary sigmoid:1": "logistic",
    "multiclass": "softmax",
    **dict.fromkeys(("regression", "regression_l1", "huber", "fair", "quantile", "mape"), "identity"),
}
_CATEGORICAL, _ZERO_IS_MISSING = 1, 4  # bits of the type of a decision

Keys = Mapping[str, str]


def of_lightgbm_text(
    text: str, file: str, *, attributes: Sequence[str] | None, class_names: Sequence[str] | None
) -> SumOfTrees:
    """A model of LightGBM from its text. LightGBM writes `_` for a blank in the name of a column."""
    head, *blocks = text.split("\nTree=")
    keys = _keys(head)
    n_outputs = int(keys["num_tree_per_iteration"])
    objective = keys.get("objective", "unknown")
    link = _LINKS.get(objective) or _LINKS.get(objective.split(" num_class:")[0])
    if link is None:
        raise InvalidParameterError("link-of-model-unknown", model=file, link=objective)
    names = () if link == "identity" else named_classes(class_names, max(n_outputs, 2))
    known = attributes if attributes is not None else keys["feature_names"].split(" ")
    columns = named_columns(known, int(keys["max_feature_idx"]) + 1)
    share = n_outputs / len(blocks) if "\naverage_output\n" in head else 1.0
    trees = [
        tree_of_nodes(_nodes(_keys(block), number % n_outputs, n_outputs, file, share), columns, names)
        for number, block in enumerate(blocks)
    ]
    if not trees:
        raise ValueError
    return SumOfTrees(tuple(trees), np.zeros(n_outputs), link, names)


def _keys(block: str) -> Keys:
    """The lines of a block up to the first empty one."""
    lines = block.split("\n\n", 1)[0].splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def _nodes(keys: Keys, output: int, n_outputs: int, file: str, share: float) -> Nodes:
    """All splits, then all leaves; a child below 0 is a leaf."""
    leaves = _numbers(keys["leaf_value"])
    n_leaves = int(keys["num_leaves"])
    n_inner = n_leaves - 1
    splits = {name: _numbers(keys.get(name, "")) for name in _OF_SPLITS}
    kinds = splits["decision_type"].astype(np.int64)
    if int(keys.get("num_cat", "0")) or (kinds & _CATEGORICAL).any():
        raise InvalidParameterError("categorical-splits-of-model", model=file)
    if int(keys.get("is_linear", "0")) or (kinds & _ZERO_IS_MISSING).any():
        raise InvalidParameterError("leaves-of-model", model=file)
    if leaves.size != n_leaves or {each.size for each in splits.values()} != {n_inner}:
        raise ValueError
    none = np.full(n_leaves, LEAF, dtype=np.int64)
    left, right = (
        np.concatenate([np.where(child >= 0, child, n_inner - 1 - child), none])
        for child in (splits[name].astype(np.int64) for name in ("left_child", "right_child"))
    )
    values = np.zeros((n_inner + n_leaves, n_outputs))
    values[n_inner:, output] = leaves * share
    return Nodes(
        feature=np.concatenate([splits["split_feature"].astype(np.int64), none]),
        threshold=np.concatenate([splits["threshold"], np.full(n_leaves, np.nan)]),
        left=left,
        right=right,
        values=values,
    )


_OF_SPLITS = ("split_feature", "threshold", "decision_type", "left_child", "right_child")


def _numbers(text: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([float(word) for word in text.split()])
