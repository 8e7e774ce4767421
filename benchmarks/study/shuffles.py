"""Shuffled pairs, by the very lots that the product's test of significance draws."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.evidence.set_chance import Null
from ksdt_core.evidence.significance import Trial, mean_tree_quality, nulls_of, shuffled_pair
from ksdt_core.mining.finishing import scored_set
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.presorted import Presorted, presort
from ksdt_core.mining.run import mined_trees
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import Workbench

Numbers = dict[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class Shuffler:
    """A pair with its columns sorted once for all its shuffles."""

    pair: DatasetPair
    presorted: Presorted
    parameters: MiningParameters

    @classmethod
    def of(cls, pair: DatasetPair, parameters: MiningParameters) -> Shuffler:
        return cls(pair, presort(pair), parameters)

    @property
    def nulls(self) -> tuple[Null, ...]:
        """Those of the product."""
        return nulls_of(self.pair)

    def shuffled(self, null: Null, number: int) -> tuple[DatasetPair, Workbench]:
        """Shuffle `number` of a null."""
        trial = Trial(self.pair, self.presorted, self.parameters, (), None)
        pair, presorted, _ = shuffled_pair(trial, null, number)
        return pair, Workbench(presorted)

    def observed(self) -> tuple[DatasetPair, Workbench]:
        return self.pair, Workbench(self.presorted)


def mined_numbers(mined: tuple[DatasetPair, Workbench], parameters: MiningParameters, weights: WeightVector) -> Numbers:
    """The scores of one set: its own, its mean SDTQ, its best tree's, and SDTSQ with differences counted by `lnc`."""
    pair, workbench = mined
    trees = mined_trees(pair, parameters, weights, workbench)
    _, scores = scored_set(trees, parameters.aus)
    by_lnc = scores if parameters.aus == "lnc" else scored_set(trees, "lnc")[1]
    best = max(trees, key=lambda tree: tree.sdtq)
    return {
        "sa": scores.sa,
        "ds": scores.ds,
        "td": 0.0 if scores.td is None else scores.td,
        "sdtsq": scores.sdtsq,
        "sdtsq_lnc": by_lnc.sdtsq,
        "sdtq": mean_tree_quality(trees),
        "tree_sdtq": best.sdtq,
        "tree_sa": best.sa,
        "tree_ds": best.ds,
    }
