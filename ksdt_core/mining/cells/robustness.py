"""How much a set hangs on its weights: the share of all weightings that give it, and how far the next set is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ksdt_core.codec import COUNT, NUMBER, Field, many, optional, record
from ksdt_core.mining.cells.shares import share_text
from ksdt_core.mining.cells.weight_cells import WeightCells
from ksdt_core.mining.weights import WeightVector


@dataclass(frozen=True, slots=True)
class Robustness:
    """Where a set stands among all sets of the weight triangle."""

    share: float  # of all weightings that give this set
    distance: float | None  # to the nearest weights that give another one; None where all give this one
    border: tuple[float, ...]  # those weights
    regions: int  # sets in all
    covered: float  # share of the triangle that was solved
    rank: int  # 1: no set has a higher SDTSQ

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = ROBUSTNESS.write(self)
        return document


ROBUSTNESS = record(
    Robustness,
    {
        "share": NUMBER,
        "distance": optional(NUMBER),
        "border": many(NUMBER),
        "regions": COUNT,
        "covered": NUMBER,
        "rank": Field("rank", COUNT),
    },
)


def robustness(cells: WeightCells, weights: WeightVector) -> Robustness:
    """How robust the set of these weights is."""
    here, border = cells.at(weights), cells.border(weights)
    better = sum(region.scores.sdtsq > here.scores.sdtsq + 1e-12 for region in cells.regions)
    return Robustness(
        share=here.share,
        distance=None if border is None else border.distance,
        border=() if border is None else border.weights,
        regions=len(cells.regions),
        covered=cells.covered,
        rank=1 + better,
    )


def robustness_sentence(found: Robustness) -> str:
    """One or two sentences for people."""
    best = "the best of" if found.rank == 1 else f"number {found.rank:,} by quality of"
    if found.regions == 1:
        return "Every weighting gives this set."
    said = f"This set, {best} {found.regions:,}, holds for {share_text(found.share)} of all weightings."
    if found.distance is None:
        return said
    digits = min(12, max(3, 1 - math.floor(math.log10(max(found.distance, 1e-12)))))  # enough to tell it from here
    weights = ", ".join(f"{part:.{digits}f}" for part in found.border)
    away = distance_text(found.distance)
    return f"{said} The closest weights that give another set are ({weights}), at a distance of {away}."


def distance_text(distance: float) -> str:
    """A distance of weight vectors with two digits that count."""
    return f"{distance:.2g}" if distance >= 1e-4 else f"{distance:.0e}"
