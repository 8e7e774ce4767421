"""Numbers that are not measurements: codes, and one number that may stand for a missing value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.readers.cells import number_text
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, listed

PLACEHOLDERS: Final = frozenset({0.0, -1.0, -9.0, -99.0, -999.0, -9999.0, 99.0, 999.0, 9999.0})
FEWEST: Final = 12


def coding_findings(subject: Subject) -> Iterator[Finding]:
    """Which attributes are taken for codes, and columns with one implausible number in one of the tables."""
    yield from _codes(subject)
    yield from _placeholders(subject)


def _codes(subject: Subject) -> Iterator[Finding]:
    matched = subject.matched
    if matched is None or matched.settled is None:
        return
    rows: list[tuple[Cell, ...]] = [
        (name, ", ".join(map(number_text, values)))
        for name, values in zip(matched.left.attributes, matched.settled.codes, strict=False)
        if values is not None
    ]
    if rows:
        yield Finding(
            "info",
            "codes",
            f"{counted(len(rows), 'attribute has', 'attributes have')} only a few whole numbers in both tables "
            f"and {'is treated as codes' if len(rows) == 1 else 'are treated as codes'} "
            f"({listed((str(name) for name, _ in rows), most=3)}): "
            "scaling does not change them.",
            f"{subject.left.name} and {subject.right.name}",
            perhaps=(Remedy("categorical"), Remedy("numeric")),
            heading=("attribute", "codes"),
            details=tuple(rows),
        )


def _placeholders(subject: Subject) -> Iterator[Finding]:
    """A number such as 0 in every row of one table, outside the range of the other, is hardly a measurement."""
    matched = subject.matched
    if matched is None:
        return
    left, right = subject.profiles
    for own, other in ((left, right), (right, left)):
        if own.table.n_rows < FEWEST:
            continue
        rows: list[tuple[Cell, ...]] = []
        for column in np.flatnonzero(own.constant & ~own.empty & ~other.constant).tolist():
            value = float(own.smallest[column])
            outside = value < other.smallest[column] or value > other.largest[column]
            if matched.left.categories[column] is None and value in PLACEHOLDERS and outside:
                around = f"{number_text(float(other.smallest[column]))} to {number_text(float(other.largest[column]))}"
                rows.append((matched.left.attributes[column], number_text(value), around))
        if rows:
            names = tuple(str(row[0]) for row in rows)
            name, constant, elsewhere = rows[0]
            yield Finding(
                "warning",
                "possibly-missing",
                f"{name!r} is {constant} in every row and {elsewhere} in "
                f"{other.table.name}{'' if len(rows) == 1 else f', and {len(rows) - 1} more attributes do'}: "
                "this number may mean a missing value.",
                own.table.name,
                remedies=(Remedy("exclude", names),),
                heading=("attribute", "in every row", f"in {other.table.name}"),
                details=tuple(rows),
            )
