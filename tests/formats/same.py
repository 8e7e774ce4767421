"""Whether two values are equal, arrays within them included; NaN equals NaN."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np


def assert_same(found: Any, expected: Any, where: str = "value") -> None:
    """Raise, naming the first place, unless both are of one type and hold equal values."""
    assert type(found) is type(expected), f"{where}: {type(found)} is not {type(expected)}"
    if is_dataclass(expected):
        for field in fields(expected):
            assert_same(getattr(found, field.name), getattr(expected, field.name), f"{where}.{field.name}")
    elif isinstance(expected, np.ndarray):
        assert found.dtype == expected.dtype, where
        assert np.array_equal(found, expected, equal_nan=expected.dtype.kind == "f"), where
    elif isinstance(expected, Mapping):
        assert list(found) == list(expected), where
        for key, value in expected.items():
            assert_same(found[key], value, f"{where}[{key!r}]")
    elif isinstance(expected, (tuple, list)):
        assert len(found) == len(expected), where
        for number, value in enumerate(expected):
            assert_same(found[number], value, f"{where}[{number}]")
    else:
        assert found == expected or (found != found and expected != expected), f"{where}: {found!r} != {expected!r}"
