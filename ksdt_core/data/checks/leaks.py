"""Columns that tell the row or the class instead of describing it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.checks.columns import MOST_EXCLUDED
from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.profile import Profile
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.matching.identifiers import FEWEST, is_identifier, named_like_identifier
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, listed

HEAD = 50  # rows that rule most columns out
QUICK_ROWS = 2000
Mask = NDArray[np.bool_]


def leak_findings(subject: Subject) -> Iterator[Finding]:
    """Identifiers and columns that give the class away, among the attributes that would be mined."""
    names = subject.profiles[0].table.attributes
    if subject.matched is None:
        return
    where = f"{subject.left.name} and {subject.right.name}"
    left, right = subject.profiles
    identifiers = identifier_like(left) | identifier_like(right)
    yield from _identifiers(identifiers, names, where)
    copies = [class_copies(profile) & ~identifiers for profile in subject.profiles]
    yield from _giveaways(copies[0] | copies[1], names, where)
    perfect = separates_classes(left) & separates_classes(right) & ~identifiers & ~copies[0] & ~copies[1]
    yield from _perfect(perfect, names, where)


def _identifiers(mask: Mask, names: tuple[str, ...], where: str) -> Iterator[Finding]:
    found = [names[column] for column in np.flatnonzero(mask).tolist()]
    if found:
        yield _finding(
            "identifiers",
            f"{counted(len(found), 'attribute seems', 'attributes seem')} to be row names or row numbers "
            f"({listed(found, most=3)}). Such a column cannot predict the class of new rows.",
            where,
            found,
        )


def _giveaways(mask: Mask, names: tuple[str, ...], where: str) -> Iterator[Finding]:
    found = [names[column] for column in np.flatnonzero(mask).tolist()]
    if found:
        yield _finding(
            "class-copies",
            f"{counted(len(found), 'attribute repeats', 'attributes repeat')} the class "
            f"({listed(found, most=3)}). In one or both tables it is the class under another name.",
            where,
            found,
        )


def _finding(code: str, what: str, where: str, found: list[str]) -> Finding:
    few = len(found) <= MOST_EXCLUDED
    return Finding(
        "warning",
        code,
        what,
        where,
        remedy="" if few else "remove these columns from the files",
        remedies=(Remedy("exclude", tuple(found)),) if few else (),
        heading=("attribute",),
        details=tuple((name,) for name in found),
    )


def _perfect(mask: Mask, names: tuple[str, ...], where: str) -> Iterator[Finding]:
    found = [names[column] for column in np.flatnonzero(mask).tolist()]
    rows: list[tuple[Cell, ...]] = [(name,) for name in found]
    if found:
        yield Finding(
            "warning",
            "perfect-attributes",
            f"{counted(len(found), 'attribute predicts', 'attributes predict')} the class in both tables without "
            f"an error ({listed(found, most=3)}). Check that it was not recorded after the class was known.",
            where,
            perhaps=(Remedy("exclude", tuple(found[:MOST_EXCLUDED])),),
            heading=("attribute",),
            details=tuple(rows),
        )


def identifier_like(profile: Profile) -> Mask:
    """Columns that name or number the rows.

    Texts of which at least 9 in 10 are different; numbers that rise (or fall) from each row to the next; whole numbers
    that are as many consecutive ones as there are rows, or mostly different under a name such as patient id.
    """
    table, columns = profile.table, profile.columns
    n_columns, n_rows = columns.shape
    found = np.zeros(n_columns, dtype=bool)
    if n_rows < FEWEST:
        return found
    numeric = np.array([kind is None for kind in table.categories], dtype=bool)
    candidates = numeric & (profile.n_missing == 0) & ~profile.constant
    head = columns[:, :HEAD]
    rising = candidates & ((head[:, 1:] > head[:, :-1]).all(axis=1) | (head[:, 1:] < head[:, :-1]).all(axis=1))
    counting = candidates & (profile.largest - profile.smallest == n_rows - 1)
    for column in np.flatnonzero(rising | counting).tolist():
        steps = np.diff(columns[column] if rising[column] else np.sort(columns[column]))
        found[column] = (steps > 0).all() or (steps < 0).all()
        if not rising[column]:
            found[column] &= bool((steps == 1).all())
    for column in np.flatnonzero(~found).tolist():
        if not numeric[column] or named_like_identifier(table.attributes[column]):
            found[column] = is_identifier(table, column)
    return found


def class_copies(profile: Profile) -> Mask:
    """Columns that are the class in other words: each value stands for one class, and there are as many of them.

    Texts may be a few more than the classes, as the wards of a hospital may each have one diagnosis.
    """
    table = profile.table
    n_classes = len(table.class_names)
    found = np.zeros(table.n_attributes, dtype=bool)
    if table.n_rows < FEWEST or n_classes < 2:
        return found
    for column in np.flatnonzero(_few_values(profile, n_classes) & ~profile.constant).tolist():
        texts = table.categories[column]
        most = n_classes if texts is None else max(n_classes, table.n_rows // 10)
        found[column] = all(
            _tells_class(profile.columns[column, rows], table.classes[rows], n_classes, most, whole=rows == slice(None))
            for rows in (slice(QUICK_ROWS), slice(None))  # most columns are ruled out by their first rows
        )
    return found


def _tells_class(
    cells: NDArray[np.float64], classes: NDArray[np.intp], n_classes: int, most: int, *, whole: bool
) -> bool:
    """Whether each value among the cells stands for one class, and they are not more than `most`."""
    known = ~np.isnan(cells)
    values, codes = np.unique(cells[known], return_inverse=True)
    if values.size > most or (whole and values.size < n_classes):
        return False
    counts = np.bincount(codes * n_classes + classes[known], minlength=values.size * n_classes)
    return bool(((counts.reshape(-1, n_classes) > 0).sum(axis=1) == 1).all())


def _few_values(profile: Profile, n_classes: int) -> Mask:
    """Columns that may have so few values: texts, and numbers with few different cells in the first rows."""
    head = np.sort(profile.columns[:, :HEAD], axis=1)
    n_different = 1 + (head[:, 1:] > head[:, :-1]).sum(axis=1)
    texts = [kind is not None for kind in profile.table.categories]
    return np.asarray(np.array(texts, dtype=bool) | (n_different <= n_classes))


def separates_classes(profile: Profile) -> Mask:
    """Numeric columns in which the ranges of the classes do not touch, so that thresholds tell every class."""
    table = profile.table
    found = np.zeros(table.n_attributes, dtype=bool)
    if table.n_rows < FEWEST or (table.class_counts() == 0).any():
        return found
    numeric = np.array([kind is None for kind in table.categories], dtype=bool)
    candidates = numeric & (profile.n_missing == 0) & ~profile.constant
    quick = slice(None, QUICK_ROWS)
    columns = np.flatnonzero(candidates)
    columns = columns[_ranges_apart(profile.columns[:, quick][columns], table.classes[quick])]
    if table.n_rows > QUICK_ROWS:
        columns = columns[_ranges_apart(profile.columns[columns], table.classes)]
    found[columns] = True
    return found


def _ranges_apart(columns: NDArray[np.float64], classes: NDArray[np.intp]) -> Mask:
    """Whether no class's range overlaps that of another, for each column."""
    rows = [np.flatnonzero(classes == position) for position in np.unique(classes)]
    smallest, largest = np.empty((columns.shape[0], len(rows))), np.empty((columns.shape[0], len(rows)))
    for position, inside in enumerate(rows):
        cells = np.take(columns, inside, axis=1)
        smallest[:, position], largest[:, position] = cells.min(axis=1), cells.max(axis=1)
    order = np.argsort(smallest, axis=1, kind="stable")
    smallest, largest = np.take_along_axis(smallest, order, 1), np.take_along_axis(largest, order, 1)
    return np.asarray((largest[:, :-1] < smallest[:, 1:]).all(axis=1))
