"""Numbers and names that a caller gives, checked in one way: those of Python and of NumPy are taken alike."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Integral, Real

from ksdt_core.errors import InvalidParameterError, Remedy


def whole(option: str, value: object, *, smallest: int, unit: str = "", usual: str = "") -> int:
    """A whole number that is not too small.

    >>> whole("k", 5, smallest=1)
    5
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < smallest:
        remedies = (Remedy(option, usual),) if usual else ()
        raise InvalidParameterError(
            "not-whole", option=option, value=value, minimum=smallest, unit=unit, remedies=remedies
        )
    return int(value)


def is_number(value: object) -> bool:
    """Whether it is a finite number; True and False are none."""
    return not isinstance(value, bool) and isinstance(value, Real) and math.isfinite(value)


def names(option: str, value: Iterable[str]) -> tuple[str, ...]:
    """Several names; one text alone would be read letter by letter."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise InvalidParameterError("not-names", option=option, value=value)
    return tuple(value)
