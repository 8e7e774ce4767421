"""SDTSQ beside the scores that the publication rejected: which of them tells real from shuffled pairs?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean, pstdev

from benchmarks.study.numbers import area_under_curve
from benchmarks.study.results import ByPair
from benchmarks.study.shuffles import Numbers

Score = Callable[[Numbers], float]


def _weighted(sa: float, ds: float, td: float) -> Score:
    return lambda found: sa * found["sa"] + ds * found["ds"] + td * found["td"]


def _harmonic(found: Numbers) -> float:
    parts = (found["sa"], found["ds"], found["td"])
    return 0.0 if min(parts) == 0 else 3 / sum(1 / part for part in parts)


SCORES: dict[str, Score] = {
    "SDTSQ": lambda found: found["sdtsq"],
    "mean": _weighted(1 / 3, 1 / 3, 1 / 3),
    "weighted, half on SA": _weighted(0.5, 0.25, 0.25),
    "weighted, half on DS": _weighted(0.25, 0.5, 0.25),
    "weighted, half on TD": _weighted(0.25, 0.25, 0.5),
    "harmonic mean": _harmonic,
    "mean SDTQ (our test statistic)": lambda found: found["sdtq"],
}


@dataclass(frozen=True, slots=True)
class Separation:
    """How well a score tells pairs from their shuffles: 0.5 is chance, 1 is always."""

    score: str
    classes: float  # against shuffled classes of either table
    matching: float | None  # against permuted columns
    spread: float  # standard deviation over the real pairs


def separations(found: ByPair) -> list[Separation]:
    """Within each pair, then averaged over the pairs; pairs without a split have nothing to separate."""
    split = {name: part for name, part in found.items() if part["real"]["sdtsq"] > 0}
    return [_separation(name, score, split) for name, score in SCORES.items()]


def _separation(name: str, score: Score, found: ByPair) -> Separation:
    def area(nulls: tuple[str, ...]) -> float:
        return fmean(
            area_under_curve(score(part["real"]), [score(lot) for null in nulls for lot in part["nulls"][null]])
            for part in found.values()
        )

    matched = all("matching" in part["nulls"] for part in found.values())
    return Separation(
        score=name,
        classes=area(("left", "right")),
        matching=area(("matching",)) if matched else None,
        spread=pstdev(score(part["real"]) for part in found.values()),
    )
