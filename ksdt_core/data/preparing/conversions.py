"""Changes of units in one table: `chol=*38.67` multiplies, `temp=*1.8+32` multiplies and then adds.

The steps of a formula are done from left to right. An item may name the table: `left:chol=*38.67`, `right:…` or
`both:…`. Without it, the table is converted whose values come closer to those of the other table by it; where that is
true of neither, both are.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.settled import Conversion, Side
from ksdt_core.errors import InvalidParameterError
from ksdt_core.text import nearest

SIDES: Final[tuple[Side, ...]] = get_args(Side)
_PLACES: Final[dict[str, tuple[Side, ...]]] = {"left": ("left",), "right": ("right",), "both": SIDES}
_STEP: Final = re.compile(r"\s*([*/+-])\s*((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*")

Column = NDArray[np.float64]
Step = tuple[str, float]


@dataclass(frozen=True, slots=True)
class ConversionRequest:
    """What one item of the option asks for."""

    attribute: str
    sides: tuple[Side, ...] | None  # None: the values decide
    formula: str


def steps_of(formula: str) -> tuple[Step, ...] | None:
    """The steps of a formula; None where it is not linear.

    >>> steps_of("*1.8+32")
    (('*', 1.8), ('+', 32.0))
    >>> steps_of("x^2") is None, steps_of("*0") is None
    (True, True)
    """
    steps: list[Step] = []
    at = 0
    while at < len(formula):
        step = _STEP.match(formula, at)
        if step is None:
            return None
        steps.append((step[1], float(step[2])))
        at = step.end()
    factors = [number for sign, number in steps if sign in "*/"]
    usable = all(math.isfinite(number) for _, number in steps) and all(number > 0 for number in factors)
    return tuple(steps) if steps and usable else None


def conversion_words(formula: str) -> str:
    """A formula as people write it.

    >>> conversion_words("*38.67"), conversion_words("*1.8+32")
    ('× 38.67', '× 1.8 + 32')
    """
    signs = {"*": "×", "/": "÷", "+": "+", "-": "−"}
    return " ".join(f"{signs[sign]} {repr(number).removesuffix('.0')}" for sign, number in steps_of(formula) or ())


def inverse(formula: str) -> str:
    """The formula that leads back.

    >>> inverse("*1.8+32")
    '-32/1.8'
    """
    back = {"*": "/", "/": "*", "+": "-", "-": "+"}
    steps = reversed(steps_of(formula) or ())
    return "".join(f"{back[sign]}{repr(number).removesuffix('.0')}" for sign, number in steps)


def converted(column: Column, formula: str) -> Column:
    """The cells after the steps of the formula; missing ones stay missing.

    >>> converted(np.array([37.0, np.nan]), "*2+32").tolist()
    [106.0, nan]
    """
    with np.errstate(over="ignore", under="ignore"):
        for sign, number in steps_of(formula) or ():
            if sign == "*":
                column = column * number
            elif sign == "/":
                column = column / number
            else:
                column = column + number if sign == "+" else column - number
    return column


def with_converted_column(table: Dataset, name: str, formula: str) -> Dataset:
    """The table with the units of one column changed."""
    column = table.attributes.index(name)
    values = np.array(table.values, order="F")
    values[:, column] = converted(values[:, column], formula)
    if np.isinf(values[:, column]).any():
        raise InvalidParameterError("conversion-overflows", option="convert", name=name, table=table.name)
    return replace(table, values=values)


def with_conversions(table: Dataset, items: Sequence[str]) -> Dataset:
    """A single table with the conversions of its own columns; none names a side, since there is no other table."""
    done: set[str] = set()
    for item, wanted in zip(items, conversion_requests(items), strict=True):
        name = wanted.attribute
        if wanted.sides is not None:
            raise InvalidParameterError("conversion-names-side", option="convert", item=item, table=table.name)
        _numeric_column(table, name)
        if name in done:
            raise InvalidParameterError("converted-twice", option="convert", name=name, table=table.name)
        done.add(name)
        table = with_converted_column(table, name, wanted.formula)
    return table


def conversion_requests(items: Sequence[str]) -> tuple[ConversionRequest, ...]:
    """What the items `chol=*38.67` and `left:chol=*38.67` ask for."""
    found = []
    for item in items:
        name, sign, formula = item.rpartition("=")
        formula = formula.strip()
        if not sign or not name.strip() or steps_of(formula) is None:
            raise InvalidParameterError("not-a-conversion", option="convert", item=item)
        place, colon, rest = name.strip().partition(":")
        if colon and place in _PLACES and rest.strip():
            found.append(ConversionRequest(rest.strip(), _PLACES[place], formula))
        else:
            found.append(ConversionRequest(name.strip(), None, formula))
    return tuple(found)


def conversions_of(left: Dataset, right: Dataset, items: Sequence[str]) -> tuple[Conversion, ...]:
    """The conversions of two matched tables, each in one table."""
    found: list[Conversion] = []
    for wanted in conversion_requests(items):
        column = _numeric_column(left, wanted.attribute)
        sides = wanted.sides or _closer(left.values[:, column], right.values[:, column], wanted.formula)
        found += [Conversion(wanted.attribute, side, wanted.formula) for side in sides]
    placed = [(one.attribute, one.side) for one in found]
    for name, side in placed:
        if placed.count((name, side)) > 1:
            raise InvalidParameterError("converted-twice", option="convert", name=name, table=_named(left, right, side))
    return tuple(found)


def _named(left: Dataset, right: Dataset, side: Side) -> str:
    return left.name if side == "left" else right.name


def _numeric_column(table: Dataset, name: str) -> int:
    if name not in table.attributes:
        near = nearest(name, table.attributes)
        raise InvalidParameterError("unknown-attribute", option="convert", name=name, nearest=near)
    column = table.attributes.index(name)
    values = table.categories[column]
    if values is not None:
        raise InvalidParameterError("converts-text", option="convert", name=name, example=values[-1])
    return column


def _closer(left: Column, right: Column, formula: str) -> tuple[Side, ...]:
    """The table whose conversion brings the two columns closest; both where neither does."""
    apart = {
        "both": _distance(left, right),
        "left": _distance(converted(left, formula), right),
        "right": _distance(left, converted(right, formula)),
    }
    return _PLACES[min(apart, key=lambda place: apart[place])]


def _distance(left: Column, right: Column) -> float:
    """How far apart two columns lie: the difference of their medians over the mean of their spreads."""
    left, right = (column[np.isfinite(column)] for column in (left, right))
    if not left.size or not right.size:
        return math.inf
    spread = (np.ptp(np.percentile(left, [10, 90])) + np.ptp(np.percentile(right, [10, 90]))) / 2
    gap = abs(float(np.median(left)) - float(np.median(right)))
    return gap / float(spread) if spread > 0 else (0.0 if gap == 0 else math.inf)
