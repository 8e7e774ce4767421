"""Attributes that hold numbers in one table and texts in the other, or texts that never agree."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.cells import is_number, listed
from ksdt_core.data.doctor.finding import Cell, Finding, counted, evidence
from ksdt_core.data.doctor.subject import Subject
from ksdt_core.data.names import nearest

FEW_VALUES = 1000
QUICK_ROWS = 1000


def kind_findings(subject: Subject) -> Iterator[Finding]:
    """Kinds that differ, and values of which no two are the same."""
    differing: list[tuple[Cell, ...]] = []
    foreign: list[tuple[Cell, ...]] = []
    for column, left, right in _texts_of_both(subject):
        name = subject.profiles[0].table.attributes[column]
        if left is None or right is None:
            numbers, texts = (subject.left, subject.right) if left is None else (subject.right, subject.left)
            words = [text for text in left or right or () if not is_number(text)]
            differing.append((name, numbers.name, f"{texts.name}: {listed(words, most=3)}"))
        elif not _share_a_value(subject, column):
            like = nearest(left[0], right) if left and len(right) < FEW_VALUES else None
            hint = f" (perhaps {left[0]!r} is {like!r})" if like else ""
            foreign.append((name, listed(left, most=3), listed(right, most=3) + hint))
    if differing:
        yield _kinds_differ(subject, differing)
    if foreign:
        yield _values_differ(subject, foreign)


def _texts_of_both(subject: Subject) -> Iterator[tuple[int, tuple[str, ...] | None, tuple[str, ...] | None]]:
    """For each shared attribute that is not numeric its values in each table, None where that one has numbers."""
    matched = subject.matched
    if matched is None or not any(matched.left.categories):
        return
    left_at = {name: column for column, name in enumerate(subject.left.attributes)}
    right_at = {name: column for column, name in enumerate(subject.right.attributes)}
    for column, values in enumerate(matched.left.categories):
        if values is not None:
            left = subject.left.categories[left_at[matched.left.attributes[column]]]
            right = subject.right.categories[right_at[matched.right_names[column]]]
            yield column, left, right


def _kinds_differ(subject: Subject, rows: list[tuple[Cell, ...]]) -> Finding:
    return Finding(
        "warning",
        "kinds-differ",
        f"{counted(len(rows), 'attribute holds', 'attributes hold')} numbers in one table and texts in the other "
        f"({_named(rows)}), so that each number counts as a text.",
        f"{subject.left.name} and {subject.right.name}",
        remedy="correct these cells, or leave them empty and use --missing common",
        heading=("attribute", "numbers in", "texts in"),
        **evidence(rows),
    )


def _values_differ(subject: Subject, rows: list[tuple[Cell, ...]]) -> Finding:
    return Finding(
        "warning",
        "values-differ",
        f"{counted(len(rows), 'attribute has', 'attributes have')} no value that stands in both tables "
        f"({_named(rows)}), so that no tree can use them.",
        f"{subject.left.name} and {subject.right.name}",
        remedy="write the values in the same way in both tables",
        heading=("attribute", subject.left.name, subject.right.name),
        **evidence(rows),
    )


def _named(rows: list[tuple[Cell, ...]]) -> str:
    return listed((str(row[0]) for row in rows), most=3)


def _share_a_value(subject: Subject, column: int) -> bool:
    """Whether a value of the attribute stands in cells of both tables."""
    n_values = len(subject.profiles[0].table.categories[column] or ())
    for rows in (slice(QUICK_ROWS), slice(None)):  # the first rows mostly tell
        left, right = (_values_in(profile.columns[column, rows], n_values) for profile in subject.profiles)
        if (left & right).any():
            return True
    return False


def _values_in(cells: NDArray[np.float64], n_values: int) -> NDArray[np.bool_]:
    """Which values stand in the cells."""
    return np.asarray(np.bincount(cells[~np.isnan(cells)].astype(np.intp), minlength=n_values) > 0)
