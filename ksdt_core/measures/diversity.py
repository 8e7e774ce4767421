"""How different trees are in the attributes they test: TPD of two trees, TD of a set, ATD of a tree to a set."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

AggregateKind = Literal["avgmin", "avg", "min"]


def tree_pair_difference(usage_a: NDArray[np.float64], usage_b: NDArray[np.float64]) -> float:
    """Difference of two trees, TPD(T_a, T_b) [DH14, Def. 5]: 1 − AUS_a·AUS_b / (‖AUS_a‖ ‖AUS_b‖).

    Of two level lists (`llc`) the shorter is padded by zero rows. The paper leaves trees with no split open: here
    such a tree differs by 1 from a tree with splits and by 0 from another one with none.
    """
    return sparse_difference(_non_zero(usage_a), _non_zero(usage_b))


def difference_matrix(usages: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """TPD of every two trees, (k, k): symmetric, with 0 on the diagonal."""
    sparse = [_non_zero(usage) for usage in usages]
    differences = np.zeros((len(usages), len(usages)))
    for i in range(len(usages)):
        for j in range(i):
            differences[i, j] = differences[j, i] = sparse_difference(sparse[i], sparse[j])
    return differences


def tree_diversity(tpd: NDArray[np.float64]) -> float | None:
    """Diversity of a set, TD(TS) [DH14, Def. 6]: the mean of TPD(T_i, T_j) over i ≠ j; None for one tree."""
    k = tpd.shape[0]
    if k < 2:
        return None
    pairs = tpd[~np.eye(k, dtype=np.bool_)].tolist()
    return math.fsum(pairs) / len(pairs)


def diversity_without_each(tpd: NDArray[np.float64]) -> list[float | None]:
    """TD of the set without its first tree, without its second, ...; TD less this is what the tree adds."""
    trees = range(tpd.shape[0])
    others = ([j for j in trees if j != i] for i in trees)
    return [tree_diversity(tpd[np.ix_(rest, rest)]) for rest in others]


def aggregate_tree_difference(tpds: ArrayLike, how: AggregateKind, *, ell: int = 3) -> float:
    """Difference of a tree to the others, ATD(T, TS) [DH14, section 4.2]: α({TPD(T, T') | T' ∈ TS}).

    α is `avgmin` (mean of the `ell` smallest), `avg` or `min`. With no other tree it is 1.
    """
    values = sorted(np.asarray(tpds, dtype=np.float64).tolist())
    if not values:
        return 1.0
    kept = values[: {"avgmin": ell, "avg": len(values), "min": 1}[how]]
    return math.fsum(kept) / len(kept)


def _non_zero(usage: NDArray[np.float64]) -> dict[int, float]:
    """The components that are not 0, by position; level lists row after row, so a zero row below changes nothing."""
    flat = usage.ravel()
    positions = np.flatnonzero(flat)
    return dict(zip(positions.tolist(), flat[positions].tolist(), strict=True))


def sparse_difference(
    a: Mapping[Any, float], b: Mapping[Any, float], *, squares: tuple[float, float] | None = None
) -> float:
    """TPD of two summaries that list only the components that are not 0: 1 − cosine, each sum rounded once.

    `squares` are their squared norms, where these are known.
    """
    if not a or not b:
        return 1.0 if a or b else 0.0
    dot = math.fsum([a[i] * b[i] for i in a.keys() & b.keys()])
    square_a, square_b = squares or (squared_norm(a), squared_norm(b))
    return 1.0 - min(dot / math.sqrt(square_a * square_b), 1.0)


def squared_norm(usage: Mapping[Any, float]) -> float:
    """‖AUS‖² of a summary that lists only the components that are not 0."""
    return math.fsum([value * value for value in usage.values()])
