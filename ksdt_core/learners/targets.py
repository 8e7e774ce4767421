"""What can be learned: classes, not one value for all rows and not a number for each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidDataError, Remedy

MOST_CLASSES = 20  # different numbers: more are not classes


def as_numbers(names: Sequence[str]) -> NDArray[np.float64] | None:
    """Names of classes as numbers; None where one is not a number."""
    try:
        found = np.array([float(name) for name in names])
    except ValueError:
        return None
    return found if np.isfinite(found).all() else None


def check_two_values(table: Dataset, target: str = "class") -> None:
    """Refuse a target that has one value in all rows."""
    if np.unique(table.classes).size == 1:
        raise InvalidDataError(
            "target-with-one-value", target=target, table=table.name, value=table.class_names[int(table.classes[0])],
            remedies=(Remedy("target"),),
        )  # fmt: skip


def holds_numbers(table: Dataset) -> bool:
    """Whether the classes of the rows are too many different numbers."""
    return int(np.unique(table.classes).size) > MOST_CLASSES and as_numbers(table.class_names) is not None
