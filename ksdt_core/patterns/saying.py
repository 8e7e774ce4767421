"""Which patterns the trees already say.

A tree says a pattern if one of its rules (a path from the root to a leaf) has the same class and covers at least 90 %
of the rows of the pattern in each table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.rules.full_paths import Trees, routed_trees

COVERED_TENTHS = 9


@dataclass(frozen=True, slots=True, eq=False)
class Leaves:
    """The leaf of a tree that each row of each table reaches, and the class of each leaf (None of inner nodes)."""

    number: int
    reached: tuple[NDArray[np.int32], ...]
    answers: NDArray[np.object_]


def leaves_of(trees: Trees, pair: DatasetPair) -> list[Leaves]:
    """The leaves of every tree."""
    found = []
    for each in routed_trees(trees, pair):
        tree = each.tree
        answers = [
            tree.class_names[label] if leaf else None for label, leaf in zip(tree.label, tree.is_leaf, strict=True)
        ]
        found.append(Leaves(each.number, tuple(each.leaves()), np.array(answers, dtype=object)))
    return found


def saying_tree(leaves: Sequence[Leaves], covered: Sequence[NDArray[np.bool_]], answer: str) -> int | None:
    """The first tree that says the pattern that covers these rows of each table, or None."""
    for tree in leaves:
        says = tree.answers == answer
        for reached, rows in zip(tree.reached, covered, strict=True):
            says &= 10 * np.bincount(reached[rows], minlength=says.size) >= COVERED_TENTHS * int(rows.sum())
        if says.any():
            return tree.number
    return None
