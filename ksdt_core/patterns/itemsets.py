"""Sets of items with enough rows, found by mlxtend's FP-growth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError, Remedy

Itemset = tuple[int, ...]


def least_rows(min_support: float, n_rows: int) -> int:
    """The smallest number of rows that is at least this share of all, at least 1; rounding of the share is forgiven.

    >>> least_rows(0.1, 30), least_rows(0.1, 31)
    (3, 4)
    """
    return max(1, math.ceil(min_support * n_rows - 1e-9))


def frequent_itemsets(
    holds: NDArray[np.bool_], least: int, *, max_length: int, max_itemsets: int, min_support: float
) -> list[Itemset]:
    """Every set of up to max_length columns that are true together in at least `least` rows, positions in order.

    FP-growth yields one set after the other, so that it is stopped as soon as there are too many.
    """
    found = [tuple(sorted(items)) for items in islice(_grown(holds, least, max_length), max_itemsets + 1)]
    if len(found) > max_itemsets:
        raise InvalidParameterError(
            "too-many-itemsets",
            most=max_itemsets,
            remedies=(
                Remedy("min_support", f"{min(0.9, 2 * min_support):g}"),
                *((Remedy("max_length", str(max_length - 1)),) if max_length > 1 else ()),
                Remedy("max_itemsets", str(10 * max_itemsets)),
            ),
        )
    return found


def _grown(holds: NDArray[np.bool_], least: int, max_length: int) -> Iterator[list[int]]:
    import pandas as pd
    from mlxtend.frequent_patterns.fpcommon import setup_fptree
    from mlxtend.frequent_patterns.fpgrowth import fpg_step

    frequent = np.flatnonzero(holds.sum(axis=0) >= least)
    if frequent.size == 0:
        return
    tree, _, _ = setup_fptree(pd.DataFrame(holds[:, frequent]), 0.0)
    for _, items in fpg_step(tree, least, None, max_length, 0):
        yield frequent[[int(item) for item in items]].tolist()
