"""Every comparison of the publication on one pair, real and shuffled: all pools, miners and measures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.study.shuffles import Numbers, Shuffler, mined_numbers
from benchmarks.study.tumours import SETTINGS, first_attributes, tumour_pair
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.pairing import rebalanced
from ksdt_core.evidence.set_chance import Null
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import WeightVector, weight_pool
from ksdt_core.mining.workbench import Workbench

Mined = tuple[DatasetPair, Workbench]
WVP1 = weight_pool("wvp1", single=False).vectors
WVP2 = weight_pool("wvp2", single=False).vectors
SINGLE = weight_pool("wvp1", single=True).vectors


@dataclass(frozen=True, slots=True)
class VariantTask:
    """One pair under one setting, with some of its shuffles."""

    setting: str
    names: tuple[str, str]
    n_shuffles: int  # of each table's classes

    @property
    def key(self) -> str:
        return f"variants {self.n_shuffles} {self.setting} {' '.join(self.names)}"

    def run(self, folder: Path) -> dict[str, Any]:
        setting = next(s for s in SETTINGS if s.name == self.setting)
        pair = tumour_pair(folder, self.names, setting)
        few = first_attributes(pair)
        shuffler = Shuffler.of(pair, setting.parameters)
        real = battery(shuffler.observed(), (few, Workbench()), setting.parameters)
        shuffled = []
        for null, number in self._shuffles():
            mined, _ = lot = shuffler.shuffled(null, number)
            same_lot = rebalanced(few, mined.left.classes, mined.right.classes, number)
            shuffled.append(battery(lot, (same_lot, Workbench()), setting.parameters))
        return {"attributes": pair.n_attributes, "real": real, "shuffled": shuffled}

    def _shuffles(self) -> Iterator[tuple[Null, int]]:
        for number in range(self.n_shuffles):
            yield "left", number
            yield "right", number


def battery(mined: Mined, few: Mined, parameters: MiningParameters) -> dict[str, list[Numbers]]:
    """The sets of every variant, one a weight vector, in the order of its pool."""

    def swept(on: Mined, vectors: tuple[WeightVector, ...], **changes: Any) -> list[Numbers]:
        changed = replace(parameters, **changes)
        return [mined_numbers(on, changed, vector) for vector in vectors]

    return {
        "wvp1": swept(mined, WVP1),
        "sequential": swept(mined, WVP2, method="sequential"),
        "llc": swept(mined, WVP2, aus="llc"),
        "avg": swept(mined, WVP2, atd="avg"),
        "min": swept(mined, WVP2, atd="min"),
        "single": swept(mined, SINGLE, method="single"),
        "first": swept(few, WVP2),
    }


def of_wvp2(sets: list[Numbers]) -> list[Numbers]:
    """The sets of the second pool, whose vectors are all in the first."""
    return [sets[WVP1.index(vector)] for vector in WVP2]
