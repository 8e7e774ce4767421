"""What an atlas knows of one pair: its best and worst weight vectors, or why it could not be mined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from ksdt_core.codec import COUNT, NUMBER, PLAIN, TEXT, Derived, Field, Inlined, by_name, many, optional, record
from ksdt_core.evidence.set_chance import Significance
from ksdt_core.mining.tree_set import SET_SCORES, SetScores
from ksdt_core.mining.used_settings import WEIGHTS
from ksdt_core.mining.weights import WeightVector
from ksdt_core.studies.atlas.other_tables import OTHER_TABLE, OtherTable
from ksdt_core.studies.atlas.over_baseline import OVER_BASELINE, OverBaseline
from ksdt_core.trees.shared_tree import SharedTree


@dataclass(frozen=True, slots=True)
class Choice:
    """A weight vector of the pool and the scores of its set."""

    weights: WeightVector
    scores: SetScores


@dataclass(frozen=True, slots=True)
class TreeChoice:
    """The single tree of highest quality among all sets of a pool, and the vector that gave it."""

    weights: WeightVector
    sa: float
    ds: float
    sdtq: float

    @classmethod
    def of_tree(cls, weights: WeightVector, tree: SharedTree) -> Self:
        return cls(weights, tree.sa, tree.ds, tree.sdtq)


@dataclass(frozen=True, slots=True)
class Found:
    """What one miner reached on a pair over its pool."""

    best: Choice
    worst: Choice
    best_tree: TreeChoice

    @property
    def gain(self) -> float | None:
        """How much higher the best SDTSQ is than the worst, relative to the worst; None where the worst is 0."""
        worst = self.worst.scores.sdtsq
        return None if worst <= 0 else self.best.scores.sdtsq / worst - 1


@dataclass(frozen=True, slots=True)
class PairEntry:
    """A pair of an atlas. A pair that could not be mined has a problem, one sentence, in place of scores."""

    left: str
    right: str
    n_attributes: int  # shared ones
    found: Found | None = None
    problem: str | None = None
    compared: tuple[tuple[str, Found], ...] = ()  # what other miners reached
    significance: Mapping[str, Any] | None = None  # without the values of the shuffles
    q_value: float | None = None  # the p-value corrected for false discovery over all pairs
    over_baseline: OverBaseline | None = None  # of the best set; older documents do not have it
    others: tuple[OtherTable, ...] = ()  # the best set on every other table, where that was asked for

    @property
    def p_value(self) -> float | None:
        return None if self.significance is None else float(self.significance["p_value"])

    @property
    def sdtsq(self) -> float | None:
        """The best SDTSQ of the pool."""
        return None if self.found is None else self.found.best.scores.sdtsq

    @property
    def gain(self) -> float | None:
        """How much better than their own largest class the best set predicts both tables; None where unknown."""
        return None if self.over_baseline is None else self.over_baseline.gain

    def on_table(self, name: str) -> OtherTable | None:
        """What the best set does in another table; None where that was not asked for."""
        return next((cell for cell in self.others if cell.table == name), None)

    def with_q_value(self, q_value: float | None) -> Self:
        return replace(self, q_value=q_value)


CHOICE = record(Choice, {"weights": WEIGHTS, "scores": SET_SCORES})
TREE_CHOICE = record(TreeChoice, {"weights": WEIGHTS, "sa": NUMBER, "ds": NUMBER, "sdtq": NUMBER})
FOUND = record(Found, {"best": CHOICE, "worst": CHOICE, "best_tree": TREE_CHOICE})
PAIR_ENTRY = record(
    PairEntry,
    {
        "left": TEXT,
        "right": TEXT,
        "attributes": Field("n_attributes", COUNT),
        "found": Inlined("found", FOUND, keys=("best", "worst", "best_tree")),
        "p_value": Derived(lambda entry: entry.p_value),
        "q_value": PLAIN,
        "problem": optional(TEXT),
        "comparisons": Field("compared", by_name(FOUND)),
        "significance": PLAIN,
        "over_baseline": Field("over_baseline", optional(OVER_BASELINE), usual=None),
        "replications": Field("others", many(OTHER_TABLE), usual=()),
    },
)
"""A pair as it is in the document of an atlas, and in the file of finished pairs."""


def significance_summary(tested: Significance) -> dict[str, Any]:
    """The test of a pair without the values of its shuffles: an atlas would drown in them."""
    document = tested.to_document()
    document.pop("best_tree", None)
    for part in ("nulls", "sdtsq"):
        for null in document[part].values():
            if null is not None:
                del null["values"]
    return document
