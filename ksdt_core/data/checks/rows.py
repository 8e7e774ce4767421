"""Rows that stand more than once, in one table or in both."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.profile import TILE, Profile
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.text import counted

LOOKED_AT = 200  # columns and rows from which the chance of equal rows is judged
SAMPLED_ROWS = 500
TELLING_SHARE = 0.01
SURPRISING = 10  # times as many as chance would give
MOST_PROVED = 200_000
FEWEST = 12

Rows = NDArray[np.intp]
_NONE: Rows = np.empty(0, dtype=np.intp)


def row_findings(subject: Subject) -> Iterator[Finding]:
    """Equal rows within each table and between the two; cells alone are compared, classes are counted apart."""
    for profile in subject.profiles:
        first, again = _repeats(profile)
        if again.size:
            yield _within(profile, first, again)
    if subject.matched is not None:
        left, right = _in_both(*subject.profiles)
        if left.size:
            yield _between(subject, left, right)


def _repeats(profile: Profile) -> tuple[Rows, Rows]:
    """Rows that stand before as another row: the earlier ones and the later ones."""
    ordered = np.sort(profile.row_prints)
    if not (ordered[1:] == ordered[:-1]).any():  # the usual case, found out quickly
        return _NONE, _NONE
    order = np.argsort(profile.row_prints, kind="stable")
    ordered = profile.row_prints[order]
    starts = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    first_of = np.maximum.accumulate(np.where(starts, np.arange(order.size), 0))
    later = np.flatnonzero(~starts)
    first, again = order[first_of[later]], order[later]
    same = _equal(profile, first, profile, again)
    return first[same], again[same]


def _in_both(left: Profile, right: Profile) -> tuple[Rows, Rows]:
    """Rows of the right table that stand in the left one too, with the first left row of the same cells."""
    ordered, wanted = np.sort(left.row_prints), np.sort(right.row_prints)
    at = np.searchsorted(ordered, wanted)
    if not (ordered[np.minimum(at, ordered.size - 1)] == wanted).any():
        return _NONE, _NONE
    order = np.argsort(left.row_prints, kind="stable")
    ordered = left.row_prints[order]
    at = np.searchsorted(ordered, right.row_prints)
    found = np.flatnonzero((at < ordered.size) & (ordered[np.minimum(at, ordered.size - 1)] == right.row_prints))
    twins = order[at[found]]
    same = _equal(left, twins, right, found)
    return twins[same], found[same]


def _equal(one: Profile, rows: Rows, other: Profile, other_rows: Rows) -> NDArray[np.bool_]:
    """Which pairs of rows have the same cells: a fingerprint alone is no proof.

    With very many pairs it is enough: one in 10^10 would then be wrong.
    """
    same = np.ones(rows.size, dtype=bool)
    n_columns = one.columns.shape[0] if 0 < rows.size <= MOST_PROVED else 0
    step = max(1, TILE // max(rows.size, 1))
    for start in range(0, n_columns, step):
        some = slice(start, start + step)
        left, right = one.columns[some][:, rows], other.columns[some][:, other_rows]
        same &= ((left == right) | (np.isnan(left) & np.isnan(right))).all(axis=0)
    return same


def _within(profile: Profile, first: Rows, again: Rows) -> Finding:
    table = profile.table
    n_other_class = int((table.classes[first] != table.classes[again]).sum())
    expected = _expected_by_chance(profile, math.comb(table.n_rows, 2))
    contradicting = f", {n_other_class:,} of them with another class" if n_other_class else ""
    if n_other_class and again.size == 1:
        contradicting = ", but with another class"
    count = "it counts" if again.size == 1 else "they count"
    surprising = again.size > SURPRISING * expected and again.size >= TELLING_SHARE * table.n_rows
    return Finding(
        "warning" if surprising else "info",
        "duplicate-rows",
        f"{counted(again.size, 'duplicate row', 'duplicate rows')} (same values in {_looked_at(table)}{contradicting})"
        + (f": {count} more than once, and held-out rows may be copies of training rows." if surprising else "."),
        table.name,
        remedy=f"remove the {'copy' if again.size == 1 else 'copies'} from the file" if surprising else "",
        heading=("row", "same as row"),
        details=_row_numbers(again, first),
    )


def _looked_at(table: Dataset) -> str:
    return "the one attribute" if table.n_attributes == 1 else f"all {table.n_attributes:,} attributes"


def _between(subject: Subject, left: Rows, right: Rows) -> Finding:
    tables = subject.profiles[0].table, subject.profiles[1].table
    expected = _expected_by_chance(subject.profiles[0], tables[0].n_rows * tables[1].n_rows)
    all_of = right.size == tables[1].n_rows
    surprising = right.size > SURPRISING * expected and right.size >= TELLING_SHARE * tables[1].n_rows
    surprising |= all_of and right.size >= FEWEST
    ending = ""
    if surprising:
        ending = (
            ". Is it the same table twice?"
            if all_of
            else (". The tables then agree only because they share these rows.")
        )
    return Finding(
        "warning" if surprising else "info",
        "rows-in-both",
        f"{'all' if all_of else f'{right.size:,} of'} {tables[1].n_rows:,} rows of {tables[1].name} "
        f"{'is' if right.size == 1 else 'are'} also in {tables[0].name}, with the same values in all shared attributes"
        f"{ending or '.'}",
        f"{tables[0].name} and {tables[1].name}",
        remedy=f"remove {'it' if right.size == 1 else 'them'} from one of the files" if surprising else "",
        heading=(f"row of {tables[1].name}", f"row of {tables[0].name}"),
        details=_row_numbers(right, left),
    )


def _row_numbers(rows: Rows, twins: Rows) -> tuple[tuple[Cell, ...], ...]:
    """The rows and their twins, counted from 1."""
    order = np.argsort(rows, kind="stable")
    return tuple(zip((rows[order] + 1).tolist(), (twins[order] + 1).tolist(), strict=True))


def _expected_by_chance(profile: Profile, n_pairs: int) -> float:
    """How many pairs of rows would be equal by chance: pairs · 2^(−bits/2).

    The bits of a column are −log2 of the chance that two of its cells are equal. Columns depend on each other, so
    only half of their sum is counted: 22 columns of 0 and 1 then give a chance of 1 in 2,000 for a pair.
    """
    n_columns, n_rows = profile.columns.shape
    columns = np.unique(np.linspace(0, n_columns - 1, min(n_columns, LOOKED_AT)).astype(np.intp))
    rows = np.unique(np.linspace(0, n_rows - 1, min(n_rows, SAMPLED_ROWS)).astype(np.intp))
    cells = np.sort(profile.columns[np.ix_(columns, rows)], axis=1)
    bits = math.fsum(_bits(column) for column in cells) * n_columns / columns.size
    return float(n_pairs * math.exp2(max(-bits / 2, -1000.0)))


def _bits(ordered: NDArray[np.float64]) -> float:
    """−log2 of the share of equal pairs among the cells of a column, missing ones being equal to each other."""
    known = ordered[~np.isnan(ordered)]
    starts = np.flatnonzero(np.concatenate([[True], known[1:] != known[:-1]])) if known.size else known.astype(np.intp)
    counts = np.append(np.diff(np.append(starts, known.size)), ordered.size - known.size)
    n_pairs = math.comb(ordered.size, 2)
    if not n_pairs:
        return 0.0
    n_equal = float((counts * (counts - 1) / 2).sum())
    return -math.log2(max(n_equal, 1.0) / n_pairs)
