"""Random trees over numeric, Boolean and categorical attributes, and a few made by hand."""

from __future__ import annotations

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from ksdt_core.trees.tree import LEAF, Tree

FEW = settings(max_examples=40)  # every example visits whole domains, and there are many such tests

CLASS_NAMES = ("ape", "bee", "cat", "dog")
COLOURS = ("blue", "green", "red", "white")
CUTS = (-1.5, 0.0, 0.25, 3.0)


def tree_of(nested, *, attributes, categories=None, class_names=("no", "yes")) -> Tree:
    """A tree from nested tuples (attribute, threshold or category, left, right); a leaf is the position of a class."""
    categories = tuple(categories or [None] * len(attributes))
    rows: list[list] = []

    def add(node) -> int:
        place = len(rows)
        if not isinstance(node, tuple):
            rows.append([LEAF, np.nan, -1, LEAF, LEAF, node])
            return place
        attribute, test, left, right = node
        column = attributes.index(attribute)
        known = categories[column]
        rows.append([column, np.nan if known else test, known.index(test) if known else -1, LEAF, LEAF, 0])
        rows[place][3] = add(left)
        rows[place][4] = add(right)
        return place

    add(nested)
    columns = list(zip(*rows, strict=True))
    return Tree(
        attributes=tuple(attributes),
        categories=categories,
        class_names=tuple(class_names),
        attribute=np.array(columns[0], dtype=np.int32),
        threshold=np.array(columns[1], dtype=np.float64),
        category=np.array(columns[2], dtype=np.int32),
        left=np.array(columns[3], dtype=np.int32),
        right=np.array(columns[4], dtype=np.int32),
        label=np.array(columns[5], dtype=np.int32),
    )


@st.composite
def tables(draw: st.DrawFn, *, binary: bool = False, max_attributes: int = 4):
    """Attributes with their categories (None for numbers) and the thresholds that trees may use."""
    attributes, categories, tests = [], [], []
    for position in range(draw(st.integers(1, max_attributes))):
        kind = draw(st.sampled_from(["flag", "two colours"] if binary else ["flag", "number", "colours", "colours"]))
        n_values = 2 if kind == "two colours" else draw(st.integers(1 if binary else 2, 4)) if kind == "colours" else 0
        attributes.append(f"a{position}")
        categories.append(COLOURS[:n_values] if n_values else None)
        tests.append(COLOURS[:n_values] if n_values else (0.5,) if kind == "flag" else CUTS)
    return tuple(attributes), tuple(categories), tuple(tests)


@st.composite
def nested_trees(draw: st.DrawFn, table, *, n_classes: int, depth: int):
    """A nested tree; attributes come again on a path, also with tests that all rows there pass."""
    attributes, _, tests = table
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        return draw(st.integers(0, n_classes - 1))
    column = draw(st.integers(0, len(attributes) - 1))
    test = draw(st.sampled_from(tests[column]))
    children = [draw(nested_trees(table, n_classes=n_classes, depth=depth - 1)) for _ in range(2)]
    return (attributes[column], test, *children)


@st.composite
def ensembles(
    draw: st.DrawFn, *, max_trees: int = 4, max_classes: int = 4, depth: int = 4, binary: bool = False
) -> list[Tree]:
    """Trees of one table; now and then none of them has a split."""
    table = draw(tables(binary=binary))
    n_classes = draw(st.integers(2, max_classes))
    n_trees = draw(st.integers(1, max_trees))
    nested = [draw(nested_trees(table, n_classes=n_classes, depth=depth)) for _ in range(n_trees)]
    return [
        tree_of(one, attributes=table[0], categories=table[1], class_names=CLASS_NAMES[:n_classes]) for one in nested
    ]
