"""Which attributes a tree may use: AttrSet, what the user omitted, what the user wants at the root."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.matching.attribute_names import require_attributes
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.presorted import Presorted, column_gains

GAIN_DECIMALS = 10  # gains that agree to here are equal, whatever the rounding of their sums


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The columns a miner looks at, and where each may be used."""

    columns: NDArray[np.int64]  # in column order
    at_root: NDArray[np.bool_]
    below: NDArray[np.bool_]


def attribute_set(
    left_gains: NDArray[np.float64], right_gains: NDArray[np.float64], fraction: float
) -> NDArray[np.int64]:
    """AttrSet [DH14, section 5]: the attributes with the smallest rank_1 + rank_2, in column order.

    rank_i(A) is A's place by decreasing best gain on table i alone. ceil(fraction · n) attributes are kept, at least
    one; ties, of gains and of sums of ranks, keep column order.
    """
    n = left_gains.size
    n_kept = max(1, math.ceil(fraction * n - 1e-9))
    ranks = np.zeros(n, dtype=np.int64)
    for gains in (left_gains, right_gains):
        ranks[np.argsort(-np.round(gains, GAIN_DECIMALS), kind="stable")] += np.arange(n)
    kept: NDArray[np.int64] = np.sort(np.argsort(ranks, kind="stable")[:n_kept]).astype(np.int64)
    return kept


def candidates(pair: DatasetPair, presorted: Presorted, parameters: MiningParameters) -> Candidates:
    """The candidate attributes of a run; leaving an attribute out is as if neither table had it."""
    position = {name: column for column, name in enumerate(pair.attributes)}
    exclude = tuple(name for name in parameters.exclude if name not in pair.columns_dropped)  # gone already
    excluded = _positions(exclude, position, option="exclude")
    roots = _positions(parameters.roots, position, option="roots")
    remaining = np.setdiff1d(np.arange(pair.n_attributes), excluded)
    if remaining.size == 0:
        raise InvalidParameterError("nothing-to-split-by", option="exclude")
    fraction = parameters.fraction_of(remaining.size)
    below = remaining
    if fraction < 1:
        left_gains, right_gains = column_gains(pair, presorted)
        below = remaining[attribute_set(left_gains[remaining], right_gains[remaining], fraction)]
    columns = np.union1d(below, roots).astype(np.int64)
    at_root = np.isin(columns, roots if roots.size else below)
    return Candidates(columns, at_root, np.isin(columns, below))


def _positions(names: tuple[str, ...], position: dict[str, int], *, option: str) -> NDArray[np.int64]:
    require_attributes(names, list(position), option=option)
    return np.array(sorted({position[name] for name in names}), dtype=np.int64)
