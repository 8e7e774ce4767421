"""How the cells of an attribute are distributed in each class of a table, in the units of the table."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import COUNT, PLAIN, Codec, by_name, record
from ksdt_core.data.model.dataset import Dataset

HUGE = 1e150  # squares of larger numbers leave the range of floating point


@dataclass(frozen=True, slots=True)
class NumberSummary:
    """The numbers of one class; all None where there is none, `sd` (n − 1 in the denominator) also for one row."""

    n: int  # cells that hold a number
    missing: int
    mean: float | None
    sd: float | None
    minimum: float | None
    lower_quartile: float | None
    median: float | None
    upper_quartile: float | None
    maximum: float | None


@dataclass(frozen=True, slots=True)
class ValueSummary:
    """The values of one class: how many rows hold each, in the order of the attribute's values."""

    n: int
    missing: int
    counts: tuple[tuple[str, int], ...]


Summary = NumberSummary | ValueSummary
NUMBER_SUMMARY = record(NumberSummary, {field.name: PLAIN for field in fields(NumberSummary)})
VALUE_SUMMARY = record(ValueSummary, {"n": COUNT, "missing": COUNT, "counts": by_name(COUNT)})
SUMMARY: Codec[Summary] = Codec(
    lambda one: NUMBER_SUMMARY.write(one) if isinstance(one, NumberSummary) else VALUE_SUMMARY.write(one),
    lambda found: VALUE_SUMMARY.read(found) if "counts" in found else NUMBER_SUMMARY.read(found),
)


def class_summaries(table: Dataset, column: int) -> tuple[Summary, ...]:
    """The summary of a column in each class, in the order of the classes; cells as they were read, none filled."""
    cells, values = table.values[:, column], table.categories[column]
    by_class = (cells[table.classes == position] for position in range(len(table.class_names)))
    return tuple(number_summary(own) if values is None else value_summary(own, values) for own in by_class)


def number_summary(cells: NDArray[np.float64]) -> NumberSummary:
    """Count, mean, standard deviation, extremes and quartiles (linear between neighbours) of the cells that are there.

    Numbers too large for their squares are divided by a power of two first, which is exact.
    """
    numbers = cells[~np.isnan(cells)]
    n, missing = int(numbers.size), int(cells.size - numbers.size)
    if n == 0:
        return NumberSummary(0, missing, None, None, None, None, None, None, None)
    largest = float(np.abs(numbers).max())
    exponent = math.frexp(largest)[1] if largest > HUGE else 0
    moderate = np.ldexp(numbers, -exponent)
    quartiles = np.quantile(moderate, [0, 0.25, 0.5, 0.75, 1]).tolist()
    sd = float(moderate.std(ddof=1)) if n > 1 else None
    mean = math.fsum(moderate.tolist()) / n
    back = [None if number is None else _scaled_back(number, exponent) for number in (mean, sd, *quartiles)]
    return NumberSummary(n, missing, *back)


def value_summary(cells: NDArray[np.float64], values: tuple[str, ...]) -> ValueSummary:
    """How many cells hold each of the values."""
    codes = cells[~np.isnan(cells)].astype(np.intp)
    counts = np.bincount(codes, minlength=len(values)).tolist()
    return ValueSummary(int(codes.size), int(cells.size - codes.size), tuple(zip(values, counts, strict=True)))


def _scaled_back(number: float, exponent: int) -> float | None:
    """The number in its own units, or None where it is beyond floating point (an sd of the very largest numbers)."""
    try:
        return math.ldexp(number, exponent)
    except OverflowError:
        return None
