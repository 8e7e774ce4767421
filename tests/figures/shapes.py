"""Hypothesis strategies: shared trees of any shape, with any names."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from ksdt_core.measures.distribution import distribution_similarity
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree

HOSTILE = (
    "<script>alert(1)</script>",
    '"]; x [label="',
    '" onclick="alert(1)" x="',
    "]]></style><svg onload=alert(1)>",
    "a & b &amp; &#60;",
    "line\nbreak\ttab\x00\x1b[31m",
    "🍷 vin \u202ertl\u202c שלום",
    "\ufffe\uffff\ud800",
    "../../etc/passwd",
    "",
    " ",
    "x" * 300,
    "interleukin 17 receptor A, measured at the second visit",
)


def tree_of_shape(
    choices: list[int],
    *,
    attributes: tuple[str, ...] = ("alcohol", "volatile acidity", "pH"),
    classes: tuple[str, ...] = ("poor wine", "good wine"),
    seed: int = 0,
    most_rows: int = 400,
) -> SharedTree:
    """A tree of as many splits as choices: each choice picks the leaf that is split next."""
    left, right, leaves = [-1], [-1], [0]
    for choice in choices:
        node = leaves.pop(choice % len(leaves))
        left[node], right[node] = len(left), len(left) + 1
        leaves += [len(left), len(left) + 1]
        left += [-1, -1]
        right += [-1, -1]
    n_nodes = len(left)
    generator = np.random.default_rng(seed)
    counts = generator.integers(0, most_rows + 1, (2, n_nodes, len(classes)))
    for node in reversed(range(n_nodes)):
        if left[node] >= 0:
            counts[:, node] = counts[:, left[node]] + counts[:, right[node]]
    inner = np.array(left) >= 0
    thresholds = np.where(inner, generator.normal(size=n_nodes).round(3), np.nan)
    tree = Tree(
        attributes=attributes,
        categories=(None,) * len(attributes),
        class_names=classes,
        attribute=np.where(inner, generator.integers(0, len(attributes), n_nodes), -1).astype(np.int32),
        threshold=thresholds,
        category=np.full(n_nodes, -1, dtype=np.int32),
        left=np.array(left, dtype=np.int32),
        right=np.array(right, dtype=np.int32),
        label=counts.sum(axis=0).argmax(axis=1).astype(np.int32),
    )
    dsn = distribution_similarity(counts[0], counts[1])
    return SharedTree(
        tree, thresholds.copy(), thresholds.copy(), counts[0], counts[1], dsn, 0.8, 0.7, 0.7, float(dsn.mean()), 0.6
    )


@st.composite
def shared_trees(draw: st.DrawFn, *, max_splits: int = 30) -> SharedTree:
    """Any shape, 2 to 12 classes, few or many rows, names of any length."""
    letters = st.text(max_size=40)
    n_classes = draw(st.integers(2, 12))
    return tree_of_shape(
        draw(st.lists(st.integers(0, 50), max_size=max_splits)),
        attributes=tuple(draw(st.lists(letters, min_size=1, max_size=4))),
        classes=tuple(f"{draw(letters)} {position}" for position in range(n_classes)),
        seed=draw(st.integers(0, 1000)),
        most_rows=draw(st.sampled_from([1, 50, 100_000])),
    )
