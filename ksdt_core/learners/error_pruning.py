"""Error-based pruning of C4.5: a subtree becomes a leaf, or its largest branch takes its place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv

from ksdt_core.errors import InvalidParameterError
from ksdt_core.learners.grown import GrownNode

Floats = NDArray[np.float64]
Rows = NDArray[np.int32]
TIE = 1e-9


@cache
def pessimistic_error(n_wrong: float, n_rows: float, confidence: float = 0.25) -> float:
    """Upper bound of the error rate of a leaf that gets n_wrong of its n_rows wrong [Q93, chapter 4].

    The rate p at which so few errors or fewer have the probability `confidence`:
    Σ_{i ≤ n_wrong} C(n, i) p^i (1−p)^(n−i) = confidence. With no error it is 1 − confidence^(1/n). With no row it is 0:
    nothing is known to go wrong there. Parts of rows are taken as they are, by the beta function.
    """
    if n_rows <= 0:
        return 0.0
    if n_wrong >= n_rows:
        return 1.0
    return float(betaincinv(n_wrong + 1, n_rows - n_wrong, 1 - confidence))


def expected_errors(counts: Floats, confidence: float) -> float:
    """Rows that a leaf with these class counts is expected to get wrong: n · pessimistic error."""
    n_rows = float(counts.sum())
    return n_rows * pessimistic_error(round(n_rows - float(counts.max()), 9), round(n_rows, 9), confidence)


def prune_by_error(root: GrownNode, values: Floats, classes: NDArray[np.intp], confidence: float = 0.25) -> None:
    """Prune a grown tree from its leaves up [Q93, chapter 4].

    At each split three things are compared by their expected errors: a leaf, the subtree as it is, and its largest
    branch (the first on a tie) in its place (subtree raising), which then gets the rows of the other branches, too. The
    smallest is taken; on a tie a leaf before a branch before the subtree. A branch that was raised is pruned again with
    its new rows. Rows with a missing cell go every way by the shares of all rows that are known there then.
    """
    if not 0 < confidence < 1:
        raise InvalidParameterError("out-of-range", option="confidence", value=confidence, low=0, high=1)
    Pruner(values, classes, root.counts.size, confidence).prune(root)


class Pruner:
    """The table and what subtrees are expected to get wrong."""

    def __init__(self, values: Floats, classes: NDArray[np.intp], n_classes: int, confidence: float) -> None:
        self.values, self.classes, self.n_classes, self.confidence = values, classes, n_classes, confidence
        self.has_gaps = bool(np.isnan(values).any())
        self.expected: dict[int, float] = {}

    def prune(self, top: GrownNode) -> None:
        """Prune the subtree of a node, children before their parents."""
        order = [top]
        for node in order:  # grows while it is walked
            order += node.children
        for node in reversed(order):
            self._decide(node)

    def _decide(self, node: GrownNode) -> None:
        as_leaf = expected_errors(node.counts, self.confidence)
        if not node.children:
            self.expected[id(node)] = as_leaf
            return
        as_tree = sum(self.expected[id(child)] for child in node.children)
        weights = [float(child.counts.sum()) for child in node.children]
        largest = next(
            child for child, weight in zip(node.children, weights, strict=True) if weight >= max(weights) - TIE
        )
        others = [child for child in node.children if child is not largest]
        if not self.has_gaps and as_leaf <= as_tree + TIE and as_leaf <= self.expected[id(largest)] + TIE:
            self._make_leaf(node, as_leaf)  # a raised branch with more rows is expected to be wrong at least as often
            return
        raised = self._raised(largest, others, limit=min(as_leaf, as_tree)) if largest.children else np.inf
        if as_leaf <= min(as_tree, raised) + TIE:
            self._make_leaf(node, as_leaf)
        elif raised <= as_tree + TIE:
            self._raise(node, largest, others)
        else:
            self.expected[id(node)] = as_tree

    def _make_leaf(self, node: GrownNode, expected: float) -> None:
        node.rows, node.weights = self._rows_of(node.children)
        node.make_leaf()
        self.expected[id(node)] = expected

    def _raised(self, branch: GrownNode, others: list[GrownNode], *, limit: float) -> float:
        """Expected errors of a branch with the rows of the others added; no longer exact once it exceeds the limit."""
        total = 0.0 if self.has_gaps else self.expected[id(branch)]
        for leaf, theirs, parts in self._arriving(branch, others):
            counts = self._count(theirs, parts)
            if not self.has_gaps:
                counts, total = leaf.counts + counts, total - self.expected[id(leaf)]
            total += expected_errors(counts, self.confidence)
            if total > limit + TIE:
                break
        return total

    def _raise(self, node: GrownNode, branch: GrownNode, others: list[GrownNode]) -> None:
        arriving = list(self._arriving(branch, others))
        if self.has_gaps:
            for leaf in leaves_below([branch]):
                leaf.rows, leaf.weights = leaf.rows[:0], leaf.weights[:0]
        for leaf, theirs, parts in arriving:
            leaf.rows, leaf.weights = np.concatenate([leaf.rows, theirs]), np.concatenate([leaf.weights, parts])
        node.split, node.children = branch.split, branch.children
        self._recount(node)
        self.prune(node)

    def _arriving(self, branch: GrownNode, others: list[GrownNode]) -> Iterator[tuple[GrownNode, Rows, Floats]]:
        """The leaves of a branch with the rows that are new there when it takes the place of its parent.

        With missing cells all rows are: the shares in which they go every way change with the rows of the others.
        """
        return self._routed(branch, *self._rows_of([branch, *others] if self.has_gaps else others))

    def _recount(self, top: GrownNode) -> None:
        """Counts, labels and depths of a subtree from the rows of its leaves."""
        order = [top]
        for node in order:
            order += node.children
            for child in node.children:
                child.depth = node.depth + 1
        for node in reversed(order):
            if node.children:
                node.counts = np.sum([child.counts for child in node.children], axis=0)
            else:
                node.counts = self._count(node.rows, node.weights)
        for node in order:
            if node.counts.any():
                node.label = int(node.counts.argmax())
            for child in node.children:
                child.label = node.label  # of those without rows; others have their own

    def _routed(self, top: GrownNode, rows: Rows, weights: Floats) -> Iterator[tuple[GrownNode, Rows, Floats]]:
        """The leaves below a node that rows reach."""
        waiting = [(top, rows, weights)]
        while waiting:
            node, here, parts = waiting.pop()
            if not here.size:
                continue
            if node.split is None:
                yield node, here, parts
                continue
            cells = self.values[here, node.split.attribute]
            child_of_row, missing = node.split.children_of(cells), np.isnan(cells)
            known = np.bincount(child_of_row[~missing], parts[~missing], minlength=len(node.children))
            for position, child in enumerate(node.children):
                theirs = (child_of_row == position) & ~missing
                share = known[position] / known.sum() if known.sum() > 0 else 0.0
                if share > 0 and missing.any():
                    both = theirs | missing
                    waiting.append((child, here[both], np.where(missing, share * parts, parts)[both]))
                else:
                    waiting.append((child, here[theirs], parts[theirs]))

    def _rows_of(self, nodes: list[GrownNode]) -> tuple[Rows, Floats]:
        """The rows of all leaves below some nodes with their weights, each row once."""
        leaves = leaves_below(nodes)
        rows = np.concatenate([leaf.rows for leaf in leaves])
        weights = np.concatenate([leaf.weights for leaf in leaves])
        if not self.has_gaps:
            return rows, weights
        distinct, place = np.unique(rows, return_inverse=True)
        return distinct, np.bincount(place, weights, minlength=distinct.size).astype(np.float64)

    def _count(self, rows: Rows, weights: Floats) -> Floats:
        counts: Floats = np.bincount(self.classes[rows], weights=weights, minlength=self.n_classes).astype(np.float64)
        return counts


def leaves_below(nodes: list[GrownNode]) -> list[GrownNode]:
    """The leaves below some nodes, and those of them that are leaves."""
    order = list(nodes)
    for node in order:
        order += node.children
    return [node for node in order if not node.children]
