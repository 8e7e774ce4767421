"""What a watch over an ensemble has found, step by step."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ksdt_core.codec import PLAIN, Derived, Field, many, optional, record

STABILITY_FORMAT = "ksdt-stability/1"
CALIBRATION = 10  # steps that the scale of the estimates is learned from
QUIET_STEPS = 10  # before the first alarm there must be something to compare with
ALARM_WIDTH = 6.0  # a real change is this many robust standard deviations above the default
LEAST_CHANGE = 0.15  # share of agreement that a tree must lose before it can alarm
TO_DEVIATION = 1.4826  # median absolute deviation of a normal distribution to its standard deviation


@dataclass(frozen=True, slots=True)
class SecondVector:
    """The second eigenvector, or a later one, by the space complementary to those before it."""

    change: float
    bound: float | None


@dataclass(frozen=True, slots=True)
class StabilityStep:
    """One update; changes and the second vector are None where no eigen-decomposition was needed."""

    update: int
    replaced: int | None  # the place that the new tree took; None where the ensemble grew
    frobenius: float  # ‖E‖_F of this update alone
    frobenius_since: float  # ‖E‖_F since the state that is compared with; the same where that is the step before
    compared_with: int  # the update after which that state was computed, -1 for the first ensemble
    eigengap: float  # δ of that state
    eigenvalue_change: float | None
    eigenvalue_bound: float
    eigenvector_change: float | None
    eigenvector_bound: float | None
    says_nothing: bool  # no bound, or one of √2 and more, which two unit vectors never exceed
    second: SecondVector | None
    later: tuple[SecondVector, ...] = ()  # the third eigenvector and those after it, as many as were asked for


@dataclass(frozen=True)  # without slots: alarms and their lines are found once
class StabilityReport:
    """All steps of a run, the scales of the estimates, and where the ensemble really changed."""

    steps: tuple[StabilityStep, ...]
    policy: str
    n_trees: int
    limit: float | None = None

    @property
    def alpha_vector(self) -> float | None:
        """The mean of actual change / bound over the first 10 steps where it is a number; None where there is none."""
        return _scale([(step.eigenvector_change, step.eigenvector_bound) for step in self.steps])

    @property
    def alpha_value(self) -> float | None:
        return _scale([(step.eigenvalue_change, step.eigenvalue_bound) for step in self.steps])

    @property
    def estimates(self) -> list[tuple[float | None, float | None]]:
        """Bound × α of each step, for the eigenvector and the eigenvalue."""
        return [
            (_product(self.alpha_vector, step.eigenvector_bound), _product(self.alpha_value, step.eigenvalue_bound))
            for step in self.steps
        ]

    @property
    def n_saved(self) -> int:
        """Updates after which no eigen-decomposition was needed."""
        return sum(step.eigenvector_change is None for step in self.steps)

    @cached_property
    def alarms(self) -> tuple[int, ...]:
        """Updates at which the ensemble began to change far more than is usual, by ‖E‖_F: see `alarming`."""
        return alarming([step.frobenius for step in self.steps], self._least)

    @cached_property
    def lines(self) -> tuple[float | None, ...]:
        """What ‖E‖_F of each update must exceed to be no ordinary one; None while there is nothing to compare with."""
        return tuple(alarm_lines([step.frobenius for step in self.steps], self._least))

    @property
    def _least(self) -> list[float]:
        """What no alarm lies below: about ‖E‖_F of a tree that agrees with the others by 15 % less than they do.

        With m alike trees of squared length s the gap is about m s, and such a tree gives ‖E‖_F ≈ √(2m) · 0.15 s.
        """
        return [LEAST_CHANGE * math.sqrt(2 / max(1, self.n_trees)) * step.eigengap for step in self.steps]

    def to_document(self) -> dict[str, Any]:
        """The document ksdt-stability/1."""
        document: dict[str, Any] = STABILITY.write(self)
        for step, (vector, value) in zip(document["steps"], self.estimates, strict=True):
            step["eigenvector_estimate"], step["eigenvalue_estimate"] = vector, value
        return document


SECOND = record(
    SecondVector, {"eigenvector_change": Field("change", PLAIN), "eigenvector_bound": Field("bound", PLAIN)}
)
STEP = record(
    StabilityStep,
    {
        "replaced": PLAIN,
        "frobenius": PLAIN,
        "eigengap": PLAIN,
        "eigenvalue_change": PLAIN,
        "eigenvalue_bound": PLAIN,
        "eigenvector_change": PLAIN,
        "eigenvector_bound": PLAIN,
        "says_nothing": PLAIN,
        "update": PLAIN,
        "compared_with": PLAIN,
        "frobenius_since": PLAIN,
        "second": optional(SECOND),
        "later": Field("later", many(SECOND), absent=()),
    },
)
STABILITY = record(
    StabilityReport,
    {
        "format": Derived(lambda _: STABILITY_FORMAT),
        "policy": PLAIN,
        "trees": Field("n_trees", PLAIN),
        "steps": many(STEP),
        "alpha_vector": Derived(lambda report: report.alpha_vector),
        "alpha_value": Derived(lambda report: report.alpha_value),
        "limit": PLAIN,
        "decompositions": Derived(lambda report: {"done": len(report.steps) - report.n_saved, "saved": report.n_saved}),
        "alarms": Derived(lambda report: list(report.alarms)),
    },
)


def alarming(changes: list[float], least: list[float] | None = None) -> tuple[int, ...]:
    """Where a real change starts: at least two changes in a row beyond median + 6 robust deviations of the quiet ones.

    The robust deviation is 1.4826 times the median absolute deviation, at least a twentieth of the median, and no line
    is below `least`: a stream that hardly varies must not alarm at its first ordinary step. One odd tree alone is no
    change of the ensemble: the tree after it would be odd, too. Changes beyond the line are no measure for later ones.
    """
    lines = alarm_lines(changes, least)
    beyond = [line is not None and change > line for change, line in zip(changes, lines, strict=True)]
    starts = (
        position for position in range(len(beyond)) if beyond[position] and not any(beyond[position - 1 : position])
    )
    return tuple(position for position in starts if all(beyond[position : position + 2]) and position + 1 < len(beyond))


def alarm_lines(changes: list[float], least: list[float] | None = None) -> list[float | None]:
    """What each change is compared with, never below `least`; None until there are enough quiet ones before it."""
    quiet: list[float] = []
    lines: list[float | None] = []
    for change, floor in zip(changes, least or [0.0] * len(changes), strict=True):
        line = max(_line(quiet), floor) if len(quiet) >= QUIET_STEPS else None
        lines.append(line)
        if line is None or change <= line:
            quiet.append(change)
    return lines


def _line(quiet: list[float]) -> float:
    """What a change must exceed to be no ordinary one."""
    usual = float(np.median(quiet))
    deviation = TO_DEVIATION * float(np.median(np.abs(np.array(quiet) - usual)))
    return usual + ALARM_WIDTH * max(deviation, 0.05 * usual)


def _scale(pairs: list[tuple[float | None, float | None]]) -> float | None:
    """The mean share of the first bounds; a bound so near 0 that the share is beyond all numbers says nothing."""
    shares = [actual / bound for actual, bound in pairs if actual is not None and bound is not None and bound > 0]
    first = [share for share in shares if math.isfinite(share)][:CALIBRATION]
    return _finite(float(np.mean(first))) if first else None


def _product(scale: float | None, bound: float | None) -> float | None:
    return None if scale is None or bound is None else _finite(scale * bound)


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
