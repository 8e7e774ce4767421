"""All cells of the weight triangle: what sets there are, under which weights each is mined, and how good it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ksdt_core.codec import COUNT, NUMBER, PLAIN, Codec, Derived, Field, Key, by_name, many, record
from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.cells.polygons import nearest_of
from ksdt_core.mining.sweeps import best_position
from ksdt_core.mining.tree_set import SET_SCORES, SetScores, TreeSet
from ksdt_core.mining.used_settings import WEIGHTS
from ksdt_core.mining.weights import WeightVector

if TYPE_CHECKING:
    from ksdt_core.mining.cells.found import Found
    from ksdt_core.trees.shared_tree import SharedTree

Corner = tuple[float, float, float]
Cell = tuple[Corner, ...]
Score = Literal["sdtsq", "sa", "ds", "td"]

SCORES: tuple[Score, ...] = ("sdtsq", "sa", "ds", "td")


@dataclass(frozen=True, slots=True)
class WeightRegion:
    """All weights under which one set of trees is mined, whatever the order of its trees."""

    share: float  # of the triangle's area
    scores: SetScores
    weights: WeightVector  # the centre of the largest circle in one of its cells
    cells: tuple[Cell, ...]  # convex, the largest first; corners as (w_IG, w_DS, w_ATD)
    roots: tuple[str | None, ...] = ()  # the attribute that each tree starts with
    nodes: int = 0  # of all trees
    number: int = 0  # its place among the regions
    found: Found | None = field(default=None, compare=False, repr=False)  # what its trees are made from

    @property
    def tree_set(self) -> TreeSet:
        """The set, with its weights an inner point of the region."""
        if self.found is None:
            raise InvalidParameterError("cells-without-tables")
        return self.found.tree_set(self.number, self.weights)

    @property
    def trees(self) -> tuple[SharedTree, ...]:
        return self.tree_set.trees

    def score(self, name: str) -> float:
        """One of the scores; one tree has the diversity 0."""
        if name not in SCORES:
            raise InvalidParameterError("not-a-choice", option="score", value=name, choices=SCORES)
        return float(getattr(self.scores, name) or 0.0)


@dataclass(frozen=True, slots=True)
class ValidatedRegion:
    """How well sets mined at the weights of a region answer for rows that were not mined."""

    region: int
    folds: int
    sa: float  # mean over trees of the smaller accuracy
    accuracy_left: float
    accuracy_right: float


@dataclass(frozen=True, slots=True)
class Border:
    """Where the set changes to another one, nearest to some weights."""

    distance: float  # Euclidean, of weight vectors
    weights: tuple[float, ...]
    region: int  # the one on the other side


@dataclass(frozen=True, slots=True)
class WeightCells:
    """All sets that weights can mine from a pair under fixed settings, in decreasing order of their share."""

    pair: Mapping[str, Any]
    config: Mapping[str, Any]  # the settings, without weights
    regions: tuple[WeightRegion, ...]
    covered: float  # share of the triangle that the regions fill
    tie_share: float  # share in which no split beat all others, so that the rule for ties decided alone
    attributes: tuple[tuple[str, float], ...] = ()  # with the share in which the sets use each, the largest first
    most: int = 0  # cells that were asked for
    validated: tuple[ValidatedRegion, ...] = ()  # some of the regions, where that was asked for, the best first
    found: Found | None = field(default=None, compare=False, repr=False)

    @property
    def n_cells(self) -> int:
        return sum(len(region.cells) for region in self.regions)

    @property
    def is_segment(self) -> bool:
        """Whether the weights lie on the segment of a single tree."""
        return self.config.get("method") == "single"

    @property
    def best(self) -> WeightRegion:
        """The set with the highest SDTSQ; on a tie (1e-12) the one that holds for more weights."""
        return self.best_by("sdtsq")

    def best_by(self, score: Score | Literal["cross_validated"]) -> WeightRegion:
        """The set that is best by one of its scores: `sdtsq`, `sa`, `ds` or `td`.

        By `cross_validated` SA it is the best of the regions that were validated.
        """
        if score == "cross_validated":
            if not self.validated:
                raise InvalidParameterError("cells-not-validated")
            return self.regions[self.validated[best_position([each.sa for each in self.validated])].region]
        return self.regions[best_position([region.score(score) for region in self.regions])]

    def at(self, weights: WeightVector | Sequence[float]) -> WeightRegion:
        """The region of these weights: the miner is run there, and its set looked up.

        Of cells that were read from a document the one is taken that the weights lie in, or next to.
        """
        vector = weights if isinstance(weights, WeightVector) else WeightVector.of(weights)
        if self.found is not None:
            return self.regions[self.found.region_at(vector)]
        number, *_ = self._nearest(vector, without=None)
        return self.regions[number]

    def border(self, weights: WeightVector) -> Border | None:
        """The nearest weights that belong to another region; None where there is no other."""
        if len(self.regions) == 1:
            return None
        number, x, y, distance = self._nearest(weights, without=self.at(weights).number)
        rest = () if self.is_segment else (max(0.0, 1 - x - y),)
        return Border(distance, (x, y, *rest), number)

    def to_document(self) -> dict[str, Any]:
        """The dict of the format `ksdt-weights/1`."""
        document: dict[str, Any] = WEIGHT_CELLS.write(self)
        return document

    def _nearest(self, weights: WeightVector, *, without: int | None) -> tuple[int, float, float, float]:
        """The region whose cells come nearest to the weights, where, and how near."""
        owners = [number for number, region in enumerate(self.regions) for _ in region.cells]
        every = [cell for region in self.regions for cell in region.cells]
        sizes = np.array([len(cell) for cell in every])
        corners = np.array([corner[:2] for cell in every for corner in cell])
        left_out = np.array(owners) == (-1 if without is None else without)
        cell, x, y, distance = nearest_of(corners, np.cumsum(sizes) - sizes, sizes, left_out, weights.ig, weights.ds)
        return owners[cell], float(x), float(y), float(distance)


WEIGHTS_FORMAT = "ksdt-weights/1"
_CORNER: Codec[Corner] = Codec(list, lambda found: tuple(float(part) for part in found))  # type: ignore[arg-type,return-value]
_REGION_KEYS: Mapping[str, Key] = {
    "share": NUMBER,
    "scores": SET_SCORES,
    "weights": WEIGHTS,
    "cells": many(many(_CORNER)),
    "roots": many(PLAIN),
    "nodes": PLAIN,
    "number": PLAIN,
}
WEIGHT_REGION = record(WeightRegion, _REGION_KEYS)
VALIDATED_REGION = record(
    ValidatedRegion,
    {"region": COUNT, "folds": COUNT, "sa": NUMBER, "accuracy_left": NUMBER, "accuracy_right": NUMBER},
)
WEIGHT_CELLS = record(
    WeightCells,
    {
        "format": Derived(lambda _: WEIGHTS_FORMAT),
        "pair": PLAIN,
        "config": PLAIN,
        "regions": many(WEIGHT_REGION),
        "covered": NUMBER,
        "tie_share": NUMBER,
        "attributes": Field("attributes", by_name(NUMBER), usual=()),
        "most": Field("most", PLAIN, usual=0),
        "cross_validated": Field("validated", many(VALIDATED_REGION), usual=()),
    },
)
"""The document of the cells; the trees are not in it: mining at the weights of a region gives its set."""
