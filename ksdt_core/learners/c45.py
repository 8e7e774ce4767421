"""A learner after C4.5: gain ratio, thresholds for numbers, missing values, error-based pruning."""

from __future__ import annotations

import numpy as np
from scipy.special import betaincinv

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidParameterError
from ksdt_core.learners.candidate_splits import TIE, best_of, best_thresholds, split_by_values, stacked
from ksdt_core.learners.grown import GrownNode, as_tree, grow
from ksdt_core.learners.node_rows import NodeRows
from ksdt_core.learners.splits import Split
from ksdt_core.learners.stopping import FULLY, Stopping
from ksdt_core.measures.criteria import criterion_value
from ksdt_core.measures.valuing import Criterion, Valuing
from ksdt_core.trees.tree import Tree

GAIN_RATIO = Valuing("gain-ratio")


def c45(
    table: Dataset,
    *,
    valuing: Valuing = GAIN_RATIO,
    stopping: Stopping = FULLY,
    confidence: float | None = 0.25,
) -> Tree:
    """The tree that a learner after C4.5 [Q93] learns from a table.

    A category gives a child for each value at the node, a number two children: of its thresholds (midpoints of
    neighbouring values) the one of best gain. Of the attributes with at least the average gain at the node the one with
    the best gain ratio is split by; without any gain the node is a leaf. The tree is then pruned: a subtree becomes a
    leaf where the upper bounds of its errors at this `confidence` are no better (None: no pruning). Where `valuing`
    names another criterion, thresholds and attributes are chosen by that one alone.

    Unlike C4.5, a missing cell is filled from the rows at the node that tests it, no row is shared out among children,
    thresholds cost nothing, and pruning raises no branch.
    """
    costs = valuing.costs_of(table.attributes)
    numeric = np.array([values is None for values in table.categories])

    def choose(rows: NodeRows) -> Split | None:
        by: Criterion = "gain" if valuing.criterion == "gain-ratio" else valuing.criterion
        found = list(best_thresholds(rows, np.flatnonzero(rows.usable & numeric), by))
        categorical = (split_by_values(rows, column) for column in np.flatnonzero(rows.usable & ~numeric).tolist())
        found += [one for one in categorical if one is not None]
        if not found:
            return None
        gains = criterion_value(by, stacked(found))
        # A ratio alone would love splits that part off a single row: they need at least the average gain.
        least = gains[gains > TIE].mean() - TIE if valuing.criterion == "gain-ratio" and gains.max() > TIE else TIE
        eligible = [
            one for one, enough in zip(found, ((gains > TIE) & (gains >= least)).tolist(), strict=True) if enough
        ]
        return best_of(eligible, valuing, costs) if eligible else None

    grown = grow(table, choose, stopping)
    if confidence is not None:
        prune_by_error(grown, confidence)
    return as_tree(grown, table)


def pessimistic_error(n_wrong: int, n_rows: int, confidence: float = 0.25) -> float:
    """Upper bound of the error rate of a leaf that gets n_wrong of its n_rows wrong [Q93, chapter 4].

    The rate p at which so few errors or fewer have the probability `confidence`:
    Σ_{i ≤ n_wrong} C(n, i) p^i (1−p)^(n−i) = confidence. With no error it is 1 − confidence^(1/n). With no row it is 0:
    nothing is known to go wrong there.
    """
    if n_rows == 0:
        return 0.0
    if n_wrong >= n_rows:
        return 1.0
    return float(betaincinv(n_wrong + 1, n_rows - n_wrong, 1 - confidence))


def prune_by_error(root: GrownNode, confidence: float = 0.25) -> None:
    """From the leaves up, make a leaf of each node whose own expected errors are no more than those of its leaves
    [Q93, chapter 4].

    Expected errors of a leaf are its rows times `pessimistic_error`. Nothing is moved up the tree (C4.5 itself may also
    put a branch in the place of its parent).
    """
    if not 0 < confidence < 1:
        raise InvalidParameterError("out-of-range", option="confidence", value=confidence, low=0, high=1)
    order = [root]
    for node in order:  # grows while it is walked: parents before their children
        order += node.children
    expected: dict[int, float] = {}
    for node in reversed(order):
        n_rows = int(node.counts.sum())
        as_leaf = n_rows * pessimistic_error(n_rows - int(node.counts[node.label]), n_rows, confidence)
        below = sum(expected[id(child)] for child in node.children) if node.children else as_leaf
        if node.children and as_leaf <= below + 1e-9:
            node.make_leaf()
        expected[id(node)] = min(as_leaf, below)
