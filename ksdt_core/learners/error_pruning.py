"""Error-based pruning: a subtree goes where a leaf in its place would, as far as one can tell, err no more."""

from __future__ import annotations

from scipy.special import betaincinv

from ksdt_core.errors import InvalidParameterError
from ksdt_core.learners.grown import GrownNode


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
        raise InvalidParameterError(f"confidence {confidence!r} must lie between 0 and 1; 0.25 is usual.")
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
