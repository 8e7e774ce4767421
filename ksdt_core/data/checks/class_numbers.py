"""A class column that holds measurements instead of classes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.checks.finding import Finding
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.readers.cells import is_number, number_text
from ksdt_core.errors import Remedy

MANY = 10


def classes_are_numbers(subject: Subject) -> bool:
    """Whether both tables have numbers for classes, and one of them very many."""
    tables = subject.asked
    many = max(len(table.class_names) for table in tables) >= MANY
    return many and all(is_number(name) for table in tables for name in table.class_names)


def class_number_findings(subject: Subject) -> Iterator[Finding]:
    """Numbers as classes, with the cut that splits the rows of both tables into halves."""
    if not classes_are_numbers(subject):
        return
    left, right = subject.asked
    numbers = [_numbers(table) for table in (left, right)]
    middle = float(np.median(np.concatenate(numbers)))
    parts_both = all(column.min() < middle <= column.max() for column in numbers)
    n_classes = max(len(left.class_names), len(right.class_names))
    differ = set(left.class_names) != set(right.class_names)
    yield Finding(
        "error" if differ else "warning",
        "class-numbers",
        f"the class column contains {n_classes:,} different numbers, which is too many for classes; choose a "
        "number to cut it into two classes.",
        f"{left.name} and {right.name}",
        remedies=(Remedy("cut", number_text(middle)),) if parts_both else (),
        perhaps=() if parts_both else (Remedy("cut"),),
    )


def _numbers(table: Dataset) -> NDArray[np.float64]:
    """The class of each row as the number it is."""
    return np.array([float(name) for name in table.class_names])[table.classes]
