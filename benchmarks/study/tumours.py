"""The six tumour tables, their 15 pairs, and the settings they are mined under."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair, Scale
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.readers.reading import read_dataset
from ksdt_core.mining.parameters import MiningParameters

CLASSES = {  # unfavourable, favourable
    "BC": ("relapse", "non-relapse"),
    "CN": ("died", "survived"),
    "DH": ("DLBCL", "FL"),
    "LB": ("MPM", "ADCA"),
    "LM": ("died", "survived"),
    "PC": ("Tumor", "Normal"),
}
PAIRS = tuple(combinations(CLASSES, 2))
Units = Literal["log2", "linear", "ratio"]
UNITS: dict[Units, str] = {"log2": "log2", "linear": "linear", "ratio": "log ratios"}
"""Of LM, which is given in log2 of intensities; the other tables are intensities, but BC log ratios to base 10."""
N_FIRST = 100  # the columns that "fewer attributes" keeps, as published


@dataclass(frozen=True, slots=True)
class Setting:
    """How a pair is prepared and mined."""

    name: str
    parameters: MiningParameters
    scale: Scale
    balance: bool


_OURS = MiningParameters(k=5)
PUBLISHED = Setting("published", _OURS.published(), "none", True)
PUBLISHED_RANK = Setting("published, rank", _OURS.published(), "rank", True)
DEFAULTS = Setting("defaults", _OURS, "none", False)
DEFAULTS_RANK = Setting("defaults, rank", _OURS, "rank", False)
SETTINGS = (PUBLISHED, PUBLISHED_RANK, DEFAULTS, DEFAULTS_RANK)


@lru_cache(maxsize=len(CLASSES))
def tumour_table(folder: Path, name: str, units: Units | None = None) -> Dataset:
    """A table as it is; or one in log2 as intensities, or as log10 of each gene's ratio to its median."""
    table = read_dataset(folder / "gene" / f"{name}.csv.gz")
    if units == "linear":
        return replace(table, values=np.exp2(table.values))
    if units == "ratio":
        return replace(table, values=(table.values - np.median(table.values, axis=0)) * np.log10(2))
    return table


AS_STUDIED: Mapping[str, Any] = {"max_missing": 1.0, "numeric": ("*",)}
"""The study keeps every column and scales every number, as the publication and the numbers in docs/study.md do."""


def tumour_pair(folder: Path, names: tuple[str, str], setting: Setting, *, units: Units = "log2") -> DatasetPair:
    """Two tables with their classes named bad and good; `units` are those of LM."""
    class_map = {old: new for name in names for old, new in zip(CLASSES[name], ("bad", "good"), strict=True)}
    left, right = (tumour_table(folder, name, units if name == "LM" else None) for name in names)
    return pair_datasets(
        left, right, class_map=class_map, missing="common", scale=setting.scale, balance=setting.balance, **AS_STUDIED
    )


def first_attributes(pair: DatasetPair, n: int = N_FIRST) -> DatasetPair:
    """The pair with all but the first n shared attributes dropped."""
    left, right = (table.take_columns(range(n)) for table in (pair.matched.left, pair.matched.right))
    made = pair.preparation
    return pair_datasets(
        left, right, missing=made.missing, scale=made.scale, balance=made.balance, seed=made.seed, **AS_STUDIED
    )
