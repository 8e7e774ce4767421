"""Pairs with a signal that was put in, and pairs of noise."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ksdt_core.data.model.pair import DatasetPair, Preparation, Scale
from ksdt_core.data.preparing.pairing import prepare
from tests.pairs_by_hand import pair_of


def planted_pair(
    *,
    strength: float,
    seed: int = 0,
    n_rows: int = 60,
    n_attributes: int = 12,
    scale: Scale = "rank",
    balance: bool = False,
) -> DatasetPair:
    """Two tables whose first attribute rises with the class by `strength` standard deviations; the rest is noise.

    The right table is in other units and has other class ratios.
    """
    random = np.random.default_rng([seed, 1])
    tables = []
    for share, unit in ((0.5, 1.0), (0.35, 1000.0)):
        classes = (random.random(n_rows) < share).astype(int)
        values = random.normal(size=(n_rows, n_attributes))
        values[:, 0] += strength * classes
        tables.append((values * unit, classes.tolist()))
    preparation = Preparation(scale=scale, balance=balance, seed=seed)
    return prepare(pair_of(*tables).matched, preparation)


def with_seed(pair: DatasetPair, seed: int) -> DatasetPair:
    """The same pair with another seed for what is left to chance."""
    return prepare(pair.matched, replace(pair.preparation, seed=seed))
