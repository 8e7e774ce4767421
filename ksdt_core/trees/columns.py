"""Trees name their attributes: which they test, and which columns of a table those are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidDataError
from ksdt_core.trees.tree import LEAF, Tree


def on_tested_attributes(trees: Sequence[Tree]) -> tuple[Tree, ...]:
    """The same trees, all pointing into the attributes that some of them test, in sorted order, and no others.

    So the trees of a set are the same values whether they were just mined from a pair with many columns, pruned, or
    read from a document, which knows no more than what trees test.
    """
    kinds = {
        tree.attributes[column]: tree.categories[column]
        for tree in trees
        for column in set(tree.attribute.tolist()) - {LEAF}
    }
    attributes = tuple(sorted(kinds))
    categories = tuple(kinds[name] for name in attributes)
    position = {name: column for column, name in enumerate(attributes)}
    return tuple(_pointing_into(tree, attributes, categories, position) for tree in trees)


def _pointing_into(
    tree: Tree, attributes: tuple[str, ...], categories: tuple[tuple[str, ...] | None, ...], position: dict[str, int]
) -> Tree:
    if tree.attributes == attributes:
        return tree
    names, tested = tree.attributes, tree.attribute.tolist()
    columns = [LEAF if column == LEAF else position[names[column]] for column in tested]
    return replace(tree, attributes=attributes, categories=categories, attribute=np.array(columns, dtype=np.int32))


def columns_in(tree: Tree, attributes: tuple[str, ...]) -> NDArray[np.intp]:
    """Where the attributes of a tree stand among those of a table."""
    if tree.attributes == attributes:  # so it is while a tree is mined, many times on wide tables
        return np.arange(len(attributes))
    position = {name: column for column, name in enumerate(attributes)}
    for name in tree.attributes:
        if name not in position:
            raise InvalidDataError("tested-attribute-missing", attribute=name)
    return np.array([position[name] for name in tree.attributes], dtype=np.intp)


def cells_of(tree: Tree, values: NDArray[np.float64], attributes: tuple[str, ...]) -> NDArray[np.float64]:
    """The cells of a table that a tree can look at, one column for each of its attributes.

    `attributes` are the names of the columns of `values`.
    """
    return values if tree.attributes == attributes else values[:, columns_in(tree, attributes)]
