"""Rows that agree in most columns across the two tables: perhaps the same people, measured twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.profile import Profile
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.model.pair import Matched

FEWEST_ROWS: Final = 20
FEWEST_COLUMNS: Final = 4
MOST_COLUMNS: Final = 40
MOST_ROWS: Final = 300  # of the table whose rows look for a partner
MOST_PARTNERS: Final = 4000
AGREEING: Final = 0.75  # of the columns looked at
TELLING_SHARE: Final = 0.05
USUAL: Final = 0.95  # share of the rows of one table whose nearest row in their own table agrees less

Floats = NDArray[np.float64]


def near_row_findings(subject: Subject) -> Iterator[Finding]:
    """Rows that agree with a row of the other table in at least three quarters of the columns, but not in all.

    How alike different rows are is learned within each table: only rows that are closer to a row of the other table
    than nearly all rows are to the nearest one of their own table count. Cells of a column whose units were converted
    agree when only rounding distinguishes them.
    """
    if subject.matched is None or min(profile.table.n_rows for profile in subject.profiles) < FEWEST_ROWS:
        return
    few, many = sorted(subject.profiles, key=lambda profile: profile.table.n_rows)  # a share of the smaller one tells
    columns = np.flatnonzero(~few.constant & ~many.constant)
    if columns.size < FEWEST_COLUMNS:
        return
    columns = columns[np.unique(np.linspace(0, columns.size - 1, min(columns.size, MOST_COLUMNS)).astype(np.intp))]
    rounding = _rounding(subject, subject.matched)[columns]
    rows, partners = _some(few, MOST_ROWS), _some(many, MOST_PARTNERS)
    looking, offered = few.columns[np.ix_(columns, rows)].T, many.columns[np.ix_(columns, partners)].T
    agree, at = _nearest(looking, offered, rounding)
    usual = max(_usual(few, columns, rounding), _usual(many, columns, rounding))
    is_same = (looking == offered[at]).all(axis=1)  # another check reports these
    found = np.flatnonzero((agree >= AGREEING * columns.size) & ~is_same & (agree > usual))
    if found.size < max(3, TELLING_SHARE * rows.size):
        return
    names = many.table.name, few.table.name
    looked = "" if rows.size == few.table.n_rows else f" of the {rows.size:,} looked at"
    details: list[tuple[Cell, ...]] = [
        (int(rows[row]) + 1, int(partners[at[row]]) + 1, int(agree[row])) for row in found.tolist()
    ]
    yield Finding(
        "warning",
        "rows-nearly-in-both",
        f"{found.size:,} rows{looked} of {names[1]} agree with a row of {names[0]} in most columns (at least "
        f"{int(np.ceil(AGREEING * columns.size))} of {columns.size}). They may be the same cases, so the tables "
        "would agree only because they share rows.",
        f"{subject.left.name} and {subject.right.name}",
        remedy="remove them from one of the files",
        heading=(f"row of {names[1]}", f"row of {names[0]}", "columns that agree"),
        details=tuple(details),
    )


def _some(profile: Profile, most: int) -> NDArray[np.intp]:
    n_rows = profile.table.n_rows
    return np.unique(np.linspace(0, n_rows - 1, min(n_rows, most)).astype(np.intp))


def _rounding(subject: Subject, matched: Matched) -> Floats:
    """How far two cells of each column may lie apart and still be one measurement, written in two units.

    Where a table was converted, its cells were rounded in their own unit: half a step of both tables then.
    """
    found = np.zeros(matched.left.n_attributes)
    for conversion in matched.settled.conversions if matched.settled is not None else ():
        at = matched.left.attributes.index(conversion.attribute)
        found[at] = sum(_step(profile.columns[at]) for profile in subject.profiles) / 2 * (1 + 1e-9)
    return found


def _step(cells: Floats) -> float:
    """The smallest difference between two values of a column that is more than the noise of a product."""
    values = np.unique(cells[~np.isnan(cells)])
    steps = np.diff(values)
    steps = steps[steps > 1e-9 * np.abs(values).max(initial=0.0)]
    return float(steps.min(initial=np.inf)) if steps.size else 0.0


def _usual(profile: Profile, columns: NDArray[np.intp], rounding: Floats) -> float:
    """In how many columns nearly all rows of a table agree at most with the nearest other row of it."""
    rows, partners = _some(profile, MOST_ROWS), _some(profile, MOST_PARTNERS)
    looking = profile.columns[np.ix_(columns, rows)].T
    agree, _ = _nearest(looking, profile.columns[np.ix_(columns, partners)].T, rounding, rows, partners)
    return float(np.quantile(agree, USUAL))


def _nearest(
    looking: Floats,
    offered: Floats,
    rounding: Floats,
    rows: NDArray[np.intp] | None = None,
    partners: NDArray[np.intp] | None = None,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each row the number of columns in which the nearest partner agrees, and which that is; not the row itself."""
    agree, at = np.zeros(len(looking), dtype=np.intp), np.zeros(len(looking), dtype=np.intp)
    rounds = bool(rounding.any())
    for row, cells in enumerate(looking):
        same = (np.abs(offered - cells) <= rounding).sum(axis=1) if rounds else (offered == cells).sum(axis=1)
        if rows is not None and partners is not None:
            same[partners == rows[row]] = -1
        at[row] = int(same.argmax())
        agree[row] = same[at[row]]
    return agree, at
