"""What the publication leaves open, tried out: the number of trees, the units of one table, an example set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.study.shuffles import Numbers, Shuffler, mined_numbers
from benchmarks.study.tumours import PUBLISHED, Units, first_attributes, tumour_pair
from benchmarks.study.variants import SINGLE, WVP1, WVP2, Mined, battery
from ksdt_core.figures.figure_svg import figure_svg
from ksdt_core.mining.miners import mine
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import Workbench

TREES = (5, 10, 20)  # numbers of trees tried; k is not printed
DIFFERENCES = ("avgmin", "avg", "min")
EXAMPLE = ("DH", "LM")  # the pair of section 5.2, with a set of two trees


@dataclass(frozen=True, slots=True)
class ReadingTask:
    """One pair under the published settings: every variant for five trees, ATD for more, and some shuffles."""

    names: tuple[str, str]
    units: Units  # of LM
    n_shuffles: int  # of each table's classes

    @property
    def key(self) -> str:
        return f"readings {self.n_shuffles} {self.units} {' '.join(self.names)}"

    def run(self, folder: Path) -> dict[str, Any]:
        pair = tumour_pair(folder, self.names, PUBLISHED, units=self.units)
        shuffler = Shuffler.of(pair, PUBLISHED.parameters)
        observed = shuffler.observed()
        return {
            "real": battery(observed, (first_attributes(pair), Workbench()), PUBLISHED.parameters),
            "trees": {str(k): _by_difference(observed, k) for k in TREES[1:]},
            "shuffled": [
                _weightings(shuffler.shuffled(null, number))
                for number in range(self.n_shuffles)
                for null in ("left", "right")
            ],
        }


@dataclass(frozen=True, slots=True)
class ExampleTask:
    """The best set of two trees of one pair, as in section 5.2, and those of its shuffles."""

    units: Units  # of LM
    n_shuffles: int  # of each table's classes

    @property
    def key(self) -> str:
        return f"example {self.n_shuffles} {self.units} {' '.join(EXAMPLE)}"

    def run(self, folder: Path) -> dict[str, Any]:
        pair = tumour_pair(folder, EXAMPLE, PUBLISHED, units=self.units)
        shuffler = Shuffler.of(pair, two_trees())
        sets = _swept(shuffler.observed(), WVP1, two_trees())
        best = max(range(len(sets)), key=lambda place: sets[place]["sdtsq"])
        shuffled = [
            max(_swept(shuffler.shuffled(null, number), WVP1, two_trees()), key=lambda found: found["sdtsq"])
            for number in range(self.n_shuffles)
            for null in ("left", "right")
        ]
        trees = mine(pair, weights=WVP1[best], parameters=two_trees())
        drawn = figure_svg(trees, width="double", genes=True)
        return {"best": sets[best], "weights": list(WVP1[best].parts), "shuffled": shuffled, "figure": drawn}


def two_trees() -> MiningParameters:
    return replace(PUBLISHED.parameters, k=2)


def _by_difference(mined: Mined, k: int) -> dict[str, list[Numbers]]:
    return {atd: _swept(mined, WVP2, replace(PUBLISHED.parameters, k=k, atd=atd)) for atd in DIFFERENCES}


def _weightings(mined: Mined) -> dict[str, list[Numbers]]:
    """What readings of the weights need."""
    alone = replace(PUBLISHED.parameters, method="single")
    return {"wvp1": _swept(mined, WVP1, PUBLISHED.parameters), "single": _swept(mined, SINGLE, alone)}


def _swept(mined: Mined, vectors: tuple[WeightVector, ...], parameters: MiningParameters) -> list[Numbers]:
    return [mined_numbers(mined, parameters, vector) for vector in vectors]
