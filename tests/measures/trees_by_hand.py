"""Small trees written as nested tuples, so that a test shows the tree it speaks of."""

from __future__ import annotations

from typing import Any

import numpy as np

from ksdt_core.trees.tree import LEAF, Tree


def tree_of(nested: Any, n_attributes: int = 4) -> Tree:
    """The tree of `(attribute, left, right)` tuples; anything else is a leaf."""
    attribute: list[int] = []
    children: list[tuple[int, int]] = []

    def add(node: Any) -> int:
        position = len(attribute)
        attribute.append(node[0] if isinstance(node, tuple) else LEAF)
        children.append((LEAF, LEAF))
        if isinstance(node, tuple):
            children[position] = (add(node[1]), add(node[2]))
        return position

    add(nested)
    tested = np.array(attribute, dtype=np.int32)
    return Tree(
        attributes=tuple(f"a{i}" for i in range(n_attributes)),
        categories=(None,) * n_attributes,
        class_names=("no", "yes"),
        attribute=tested,
        threshold=np.where(tested == LEAF, np.nan, 0.5),
        category=np.full(tested.size, -1, dtype=np.int32),
        left=np.array([left for left, _ in children], dtype=np.int32),
        right=np.array([right for _, right in children], dtype=np.int32),
        label=np.zeros(tested.size, dtype=np.int32),
    )
