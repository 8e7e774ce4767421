"""What an atlas knows of one pair: its best and worst weight vectors, or why it could not be mined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from ksdt_core.mining.significance import Significance
from ksdt_core.mining.tree_set import SetScores, encodable, weights_document
from ksdt_core.mining.weights import WeightVector
from ksdt_core.trees.shared_tree import SharedTree


@dataclass(frozen=True, slots=True)
class Choice:
    """A weight vector of the pool and the scores of its set."""

    weights: WeightVector
    scores: SetScores

    def to_document(self) -> dict[str, Any]:
        return {"weights": weights_document(self.weights), "scores": self.scores.to_document()}

    @classmethod
    def of_document(cls, part: Mapping[str, Any]) -> Self:
        return cls(_weights(part["weights"]), SetScores(**part["scores"]))


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

    def to_document(self) -> dict[str, Any]:
        return {"weights": weights_document(self.weights), "sa": self.sa, "ds": self.ds, "sdtq": self.sdtq}

    @classmethod
    def of_document(cls, part: Mapping[str, Any]) -> Self:
        return cls(_weights(part["weights"]), *(float(part[name]) for name in ("sa", "ds", "sdtq")))


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

    def to_document(self) -> dict[str, Any]:
        return {
            "best": self.best.to_document(),
            "worst": self.worst.to_document(),
            "best_tree": self.best_tree.to_document(),
        }

    @classmethod
    def of_document(cls, part: Mapping[str, Any]) -> Self:
        return cls(
            Choice.of_document(part["best"]),
            Choice.of_document(part["worst"]),
            TreeChoice.of_document(part["best_tree"]),
        )


@dataclass(frozen=True, slots=True)
class PairEntry:
    """A pair of an atlas. A pair that could not be mined has a problem, one sentence, in the place of scores."""

    left: str
    right: str
    n_attributes: int  # shared ones
    found: Found | None = None
    problem: str | None = None
    compared: tuple[tuple[str, Found], ...] = ()  # what other miners reached
    significance: Mapping[str, Any] | None = None  # without the values of the shuffles
    q_value: float | None = None  # the p-value corrected for false discovery over all pairs

    @property
    def p_value(self) -> float | None:
        return None if self.significance is None else float(self.significance["p_value"])

    @property
    def sdtsq(self) -> float | None:
        """The best SDTSQ of the pool."""
        return None if self.found is None else self.found.best.scores.sdtsq

    def with_q_value(self, q_value: float | None) -> Self:
        return replace(self, q_value=q_value)

    def to_document(self) -> dict[str, Any]:
        found: dict[str, Any] = {"best": None, "worst": None, "best_tree": None}
        if self.found is not None:
            found = self.found.to_document()
        return {
            "left": encodable(self.left),
            "right": encodable(self.right),
            "attributes": self.n_attributes,
            **found,
            "p_value": self.p_value,
            "q_value": self.q_value,
            "problem": None if self.problem is None else encodable(self.problem),
            "comparisons": {method: other.to_document() for method, other in self.compared},
            "significance": None if self.significance is None else dict(self.significance),
        }

    @classmethod
    def of_document(cls, part: Mapping[str, Any]) -> Self:
        """What `to_document` wrote."""
        return cls(
            left=str(part["left"]),
            right=str(part["right"]),
            n_attributes=int(part["attributes"]),
            found=None if part["best"] is None else Found.of_document(part),
            problem=part["problem"],
            compared=tuple((method, Found.of_document(other)) for method, other in part["comparisons"].items()),
            significance=part["significance"],
            q_value=part["q_value"],
        )


def significance_summary(tested: Significance) -> dict[str, Any]:
    """The test of a pair without the values of its shuffles: an atlas would drown in them."""
    document = tested.to_document()
    for part in ("nulls", "sdtsq"):
        for null in document[part].values():
            if null is not None:
                del null["values"]
    return document


def _weights(part: Mapping[str, Any]) -> WeightVector:
    return WeightVector(part["ig"], part["ds"], part["atd"])
