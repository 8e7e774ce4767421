"""Ways to prune a tree of one table: each names the splits that become leaves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.pruning.learned_errors import (
    NodeErrors,
    held_out_errors,
    kept_splits,
    leaves_below,
    node_errors,
    topmost,
)
from ksdt_core.pruning.one_by_one import Subtree, pruned_one_by_one
from ksdt_core.trees.learned_tree import Branches, LearnedTree, links

TIE = 1e-9
DEFAULT_ALPHA = 0.01
"""Where neither an alpha nor held-out rows are given: a leaf must save one error in a hundred rows, or one hundredth of
the variance of a numeric target."""


@dataclass(frozen=True, slots=True)
class SizePoint:
    """One tree of the nested sequence: its size, its errors, and the splits that are leaves in it."""

    leaves: int
    nodes: int
    alpha: float  # from which on this tree is the cheapest
    training: float  # error rate, or root of the mean squared error of a numeric target
    held_out: float | None
    cut: tuple[int, ...]


def reduced_error(learned: LearnedTree) -> tuple[int, ...]:
    """Node post-pruning [L2; Q87]: best first, on held-out rows.

    In each round every split that is left is tried as a leaf. The one that lowers the errors on held-out rows most is
    pruned (of equals the one with most nodes below it, then the first), until each would raise them.
    """
    errors = node_errors(learned)
    wrong = held_out_errors(errors, "reduced-error").tolist()
    cut: set[int] = set()
    for state, node in pruned_one_by_one(errors.branches, wrong, lambda s: (round(s.own - s.errors, 9), -s.nodes)):
        if state.own - state.errors > TIE:
            break
        cut.add(node)
    return topmost(errors.branches, cut)


def size_curve(learned: LearnedTree) -> tuple[SizePoint, ...]:
    """The grown tree and the nested trees of cost-complexity pruning [BFOS84, chapter 3], the largest first.

    The next tree prunes the splits with the smallest g(V) = (R(V) − R(T_V)) / (leaves(T_V) − 1), R in errors per row:
    what a leaf of the subtree at V saves.
    """
    errors = node_errors(learned)
    cut: set[int] = set()
    points = [_point(learned, errors, cut, 0.0)]
    n_rows = max(errors.n_training, 1.0)
    pending = 0.0
    for state, node in pruned_one_by_one(errors.branches, errors.training.tolist(), _strength):
        alpha = max(0.0, _strength(state)[0] / n_rows)
        if cut and alpha > pending + TIE:
            points.append(_point(learned, errors, cut, pending))
        pending = max(pending, alpha)
        cut.add(node)
    if cut:
        points.append(_point(learned, errors, cut, pending))
    return tuple(points)


def best_size(points: Sequence[SizePoint], leaves: int | None = None) -> int:
    """The position of the tree with the lowest error on held-out rows, of equals the smallest.

    Without held-out rows it is the one nearest in size to a tree with so many `leaves`, of equals the smaller.
    """
    if points[0].held_out is None:
        wanted = points[0].leaves if leaves is None else leaves
        return min(range(len(points)), key=lambda at: (abs(points[at].leaves - wanted), points[at].leaves))
    lowest = min(point.held_out for point in points if point.held_out is not None)
    return max(at for at, point in enumerate(points) if point.held_out is not None and point.held_out <= lowest + TIE)


def cost_complexity(learned: LearnedTree, alpha: float | None = None) -> tuple[int, ...]:
    """The smallest subtree with the smallest R(T) + α · leaves(T).

    Without an α it is the tree of the nested sequence with the fewest errors on held-out rows; without these,
    `DEFAULT_ALPHA`, for numbers times the variance of the target.
    """
    errors = node_errors(learned)
    if alpha is None and errors.held_out is not None:
        points = size_curve(learned)
        return points[best_size(points)].cut
    unit = float(errors.training[0]) / errors.n_training if learned.numbers is not None else 1.0
    price = DEFAULT_ALPHA * unit if alpha is None else alpha
    as_leaf = errors.training / max(errors.n_training, 1.0) + price
    return cheapest(errors.branches, as_leaf.tolist(), [0.0] * as_leaf.size)


def size_plus_errors(learned: LearnedTree) -> tuple[int, ...]:
    """The smallest sum of nodes and wrong training rows [L2]: size of the tree + number of misclassifications."""
    errors = node_errors(learned)
    return cheapest(errors.branches, (errors.training + 1.0).tolist(), [1.0] * errors.training.size)


def description_length(learned: LearnedTree, *, n_attributes: int) -> tuple[int, ...]:
    """The shortest description in bits of the tree and of the classes that it gets wrong; see `node_bits`."""
    as_leaf, as_test = node_bits(learned, n_attributes=n_attributes)
    return cheapest(node_errors(learned).branches, as_leaf, as_test)


def node_bits(learned: LearnedTree, *, n_attributes: int) -> tuple[list[float], list[float]]:
    """The bits of each node as a leaf and as a test [QR89, coding of trees and exceptions].

    A test takes 1 + log2 n + b bits, n attributes to choose from: b = log2(rows − 1) for each threshold, log2 of the
    number of values for a test A = v, and 0 for a child for each value. A leaf takes 1 + log2 m + log2(r + 1) +
    log2 (r choose e) + e · log2(m − 1) bits, e exceptions among r rows and m classes.
    """
    tree, n_classes = learned.tree, len(learned.tree.class_names)
    rows = learned.rows.tolist()
    wrong = node_errors(learned).training.tolist()
    as_leaf = [1 + math.log2(n_classes) + _exceptions(n, e, n_classes) for n, e in zip(rows, wrong, strict=True)]
    as_test = [0.0] * tree.n_nodes
    for node in node_errors(learned).branches:
        chain, values = links(learned, node), tree.categories[int(tree.attribute[node])]
        if values is None:
            choice = len(chain) * math.log2(max(1.0, rows[node] - 1))
        else:
            choice = math.log2(len(values)) if len(chain) == 1 and len(values) > 2 else 0.0
        as_test[node] = 1 + math.log2(max(1, n_attributes)) + choice
    return as_leaf, as_test


def cheapest(children: Branches, as_leaf: Sequence[float], as_test: Sequence[float]) -> tuple[int, ...]:
    """The splits to turn into leaves so that the costs of all nodes are smallest, on a tie the smaller tree.

    From the leaves up: best(V) = min(as_leaf(V), as_test(V) + Σ best(child)).
    """
    best, cut = list(as_leaf), set()
    for node in reversed(list(children)):  # children have larger numbers than their parents
        below = as_test[node] + math.fsum(best[child] for child in children[node])
        if as_leaf[node] <= below + TIE:
            cut.add(node)
        else:
            best[node] = below
    return topmost(children, cut)


def _strength(state: Subtree) -> tuple[float]:
    return ((state.own - state.errors) / (state.leaves - 1),)


def _point(learned: LearnedTree, errors: NodeErrors, cut: set[int], alpha: float) -> SizePoint:
    cut = set(topmost(errors.branches, cut))
    leaves = leaves_below(errors.branches, cut)
    is_number = learned.numbers is not None

    def rate(found: NDArray[np.float64] | None, n_rows: float) -> float | None:
        if found is None or n_rows <= 0:
            return None
        share = math.fsum(found[leaves].tolist()) / n_rows
        return math.sqrt(max(0.0, share)) if is_number else share

    training = rate(errors.training, errors.n_training)
    held_out = rate(errors.held_out, errors.n_held_out)
    n_nodes = len(leaves) + len(kept_splits(errors.branches, cut))
    return SizePoint(len(leaves), n_nodes, alpha, training or 0.0, held_out, tuple(sorted(cut)))


def _exceptions(n_rows: float, n_wrong: float, n_classes: int) -> float:
    log_choose = math.lgamma(n_rows + 1) - math.lgamma(n_wrong + 1) - math.lgamma(n_rows - n_wrong + 1)
    return math.log2(n_rows + 1) + log_choose / math.log(2) + n_wrong * math.log2(max(1, n_classes - 1))
