"""What each node of a tree of one table would get wrong as a leaf: rows of other classes, or squared distances."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError, Remedy
from ksdt_core.trees.learned_tree import Branches, LearnedTree, branches

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class NodeErrors:
    """Errors of every node as a leaf, in rows (classes) or squared units (numbers), and how many rows there are."""

    branches: Branches
    training: Floats
    held_out: Floats | None
    n_training: float
    n_held_out: float
    n_nodes: int

    def total(self, errors: Floats, cut: Collection[int] = ()) -> float:
        """The errors of the tree with these splits as leaves."""
        return float(sum(errors[leaf] for leaf in leaves_below(self.branches, cut)))


def node_errors(learned: LearnedTree) -> NodeErrors:
    """The errors of a tree for classes or for numbers."""
    counts, held, numbers = learned.counts, learned.held_out, learned.numbers
    nodes, label = np.arange(learned.tree.n_nodes), learned.tree.label
    n_held = 0.0 if held is None else float(held[0].sum())
    if numbers is not None:
        training = counts.sum(axis=1) * numbers.sd**2
        held_out = numbers.held_out_squares
    else:
        training = counts.sum(axis=1) - counts[nodes, label]
        held_out = None if held is None else held.sum(axis=1) - held[nodes, label]
    return NodeErrors(
        branches(learned), training, held_out if n_held else None, float(counts[0].sum()), n_held, learned.n_nodes
    )


def held_out_errors(errors: NodeErrors, method: str) -> Floats:
    """Those of held-out rows; where no row was held out, the way to have some."""
    if errors.held_out is None:
        raise InvalidParameterError(
            "learned-without-held-out-rows", option="prune", method=method, remedies=(Remedy("holdout", "0.3"),)
        )
    return errors.held_out


def leaves_below(children: Branches, cut: Collection[int] = (), top: int = 0) -> list[int]:
    """The leaves of the subtree at `top` once the splits of `cut` are leaves."""
    found, waiting = [], [top]
    while waiting:
        node = waiting.pop()
        if node in children and node not in cut:
            waiting += reversed(children[node])
        else:
            found.append(node)
    return found


def kept_splits(children: Branches, cut: Collection[int] = (), top: int = 0) -> list[int]:
    """The splits of the subtree at `top` that are still there, parents first."""
    found, waiting = [], [top]
    while waiting:
        node = waiting.pop()
        if node in children and node not in cut:
            found.append(node)
            waiting += reversed(children[node])
    return found


def topmost(children: Branches, cut: Collection[int]) -> tuple[int, ...]:
    """The splits of a cut that lie below no other of them, in node order."""
    found, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        if node in cut:
            found.append(node)
        elif node in children:
            waiting += children[node]
    return tuple(sorted(found))
