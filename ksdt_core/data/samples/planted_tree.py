"""A decision tree to be planted into tables, over attributes whose values are spread evenly from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MAJOR = 0.85
"""Share of a node's rows that continue with its class; the rest turn to another, so every split is worth finding."""


@dataclass(frozen=True, slots=True)
class PlantedNode:
    """A node: rows with attribute ≤ quantile go left. A leaf has a class and no attribute."""

    attribute: int | None = None
    quantile: float = 0.0
    share: float = 1.0  # of all rows that reach it
    left: int = -1
    right: int = -1
    label: int = -1


@dataclass(frozen=True, slots=True)
class PlantedTree:
    """Nodes, the root first."""

    nodes: tuple[PlantedNode, ...]

    @property
    def attributes(self) -> tuple[int, ...]:
        """The attributes that the tree tests, in the order of its nodes."""
        return tuple(dict.fromkeys(node.attribute for node in self.nodes if node.attribute is not None))

    @property
    def leaves(self) -> tuple[int, ...]:
        return tuple(number for number, node in enumerate(self.nodes) if node.attribute is None)

    def leaf_of(self, values: NDArray[np.float64]) -> NDArray[np.intp]:
        """The leaf that each row reaches; values from 0 to 1, one row a row."""
        at = np.zeros(values.shape[0], dtype=np.intp)
        for number, node in enumerate(self.nodes):  # parents stand before their children
            if node.attribute is not None:
                here = at == number
                at[here] = np.where(values[here, node.attribute] <= node.quantile, node.left, node.right)
        return at

    def shares(self) -> tuple[float, ...]:
        """The share of all rows that reach each node."""
        return tuple(node.share for node in self.nodes)

    def labels(self) -> NDArray[np.intp]:
        """The class of each node, −1 where it is not a leaf."""
        return np.array([node.label for node in self.nodes], dtype=np.intp)


def grow_planted(
    attributes: Sequence[int], *, n_classes: int, depth: int, generator: np.random.Generator
) -> PlantedTree:
    """A full tree of this depth over these attributes, each used once before any is used again.

    The upper levels part the classes into equal shares; below them each node sends 85 % of its rows on with its class
    and 15 % to another, so that a miner that takes the best split first finds the tree from its root down.
    """
    nodes: list[PlantedNode] = []
    order = generator.permutation(np.asarray(attributes)).tolist()
    # What is still to be made: its place, the classes it may have, the levels below it, the box that its rows fill.
    todo: list[tuple[int, tuple[int, ...], int, dict[int, tuple[float, float]]]] = [
        (0, tuple(range(n_classes)), depth, {})
    ]
    nodes.append(PlantedNode())
    while todo:
        place, classes, levels, box = todo.pop(0)
        if levels == 0:
            nodes[place] = PlantedNode(share=nodes[place].share, label=classes[0])
            continue
        attribute = int(order[place % len(order)])
        low, high = box.get(attribute, (0.0, 1.0))
        if len(classes) > 1:
            half = (len(classes) + 1) // 2
            share, first, second = half / len(classes), classes[:half], classes[half:]
        else:
            share, first, second = MAJOR, classes, ((classes[0] + 1 + place % (n_classes - 1)) % n_classes,)
        cut = low + share * (high - low)
        left, right = len(nodes), len(nodes) + 1
        reached = nodes[place].share
        nodes[place] = PlantedNode(attribute, cut, reached, left, right)
        nodes += [PlantedNode(share=reached * share), PlantedNode(share=reached * (1 - share))]
        todo.append((left, first, levels - 1, box | {attribute: (low, cut)}))
        todo.append((right, second, levels - 1, box | {attribute: (cut, high)}))
    return PlantedTree(tuple(nodes))
