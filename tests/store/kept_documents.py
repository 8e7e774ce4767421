"""Result documents of small mined sets, for tests of what is kept."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import numpy as np

from ksdt_core.mining.miners import mine
from tests.pairs_by_hand import pair_of


def document_of(seed: int = 0, **options: Any) -> dict[str, Any]:
    """The document of a small mined set; another seed gives other tables."""
    return copy.deepcopy(_mined(seed, tuple(sorted(options.items()))))


@cache
def _mined(seed: int, options: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    tables = []
    for _ in range(2):
        values = random.normal(size=(40, 4))
        tables.append((values.tolist(), (values[:, 0] + values[:, 1] > 0).astype(int).tolist()))
    return mine(pair_of(*tables), **{"k": 2, "max_depth": 2, **dict(options)}).to_document()
