"""Columns that say nothing, or the same as another."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.profile import twin_columns
from ksdt_core.data.checks.subject import Subject
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, listed

COPIES = ("attribute is a copy of another", "attributes are copies of others")
MOST_EXCLUDED = 500  # names that a command line can still carry in comfort


def column_findings(subject: Subject) -> Iterator[Finding]:
    """Constant columns of each table, and copies."""
    for profile in subject.profiles:
        constant = np.flatnonzero(profile.constant & ~profile.empty).tolist()
        names = [profile.table.attributes[column] for column in constant]
        if names:
            yield Finding(
                "info",
                "constant-columns",
                f"{counted(len(names), 'attribute has', 'attributes have')} the same value in all rows "
                f"({listed(names, most=3)}), so no tree can use {'it' if len(names) == 1 else 'them'}.",
                profile.table.name,
                heading=("attribute",),
                details=tuple((name,) for name in names),
            )
    yield from _copies(subject)


def _copies(subject: Subject) -> Iterator[Finding]:
    """Attributes that are copies of others.

    A copy in both tables counts as another attribute: trees on copies look diverse and are not. A copy in one table
    alone does no harm, but is worth knowing.
    """
    groups = [twin_columns(profile) for profile in subject.profiles]
    in_both = _common_groups(*groups) if subject.matched is not None else []
    if in_both:
        names = subject.profiles[0].table.attributes
        copies = [names[column] for group in in_both for column in group[1:]]
        rows: list[tuple[Cell, ...]] = [(names[column], names[group[0]]) for group in in_both for column in group[1:]]
        few = len(copies) <= MOST_EXCLUDED
        yield Finding(
            "warning",
            "duplicate-columns",
            f"{counted(len(copies), *COPIES)} in both tables ({listed(copies, most=3)}). Trees that use different "
            "copies look different but are not.",
            f"{subject.left.name} and {subject.right.name}",
            remedy="" if few else "remove the copies from the files",
            remedies=(Remedy("exclude", tuple(copies)),) if few else (),
            heading=("attribute", "is a copy of"),
            details=tuple(rows),
        )
    known = {column for group in in_both for column in group[1:]}
    for profile, found in zip(subject.profiles, groups, strict=True):
        names = profile.table.attributes
        rows = [(names[c], names[group[0]]) for group in found for c in group[1:] if c not in known]
        if rows:
            yield Finding(
                "info",
                "duplicate-columns",
                f"{counted(len(rows), *COPIES)} in this table ({listed((str(row[0]) for row in rows), most=3)}).",
                profile.table.name,
                heading=("attribute", "is a copy of"),
                details=tuple(rows),
            )


def _common_groups(left: list[list[int]], right: list[list[int]]) -> list[list[int]]:
    """Groups of columns that are the same in both tables."""
    right_group = {column: number for number, group in enumerate(right) for column in group}
    together: dict[tuple[int, int], list[int]] = {}
    for number, group in enumerate(left):
        for column in group:
            if column in right_group:
                together.setdefault((number, right_group[column]), []).append(column)
    return sorted(group for group in together.values() if len(group) > 1)
