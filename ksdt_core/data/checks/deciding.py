"""Attributes that alone nearly decide the class in both tables: perhaps recorded after the outcome was known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.leaks import class_copies, identifier_like, separates_classes
from ksdt_core.data.checks.profile import Profile
from ksdt_core.data.checks.subject import Subject
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, listed, score

NEARLY: Final = 0.95  # area under the ROC curve
EXPLAINED: Final = 0.8  # share of the errors of the commonest class that the values of a text remove
FEWEST: Final = 20
SAMPLE: Final = 2000
FEW: Final = 5  # where many attributes predict the class well it is a strong signal, not a leak

TIE: Final = 1e-9

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


def deciding_findings(subject: Subject) -> Iterator[Finding]:
    """Attributes with an area under the curve of 0.95 or more in both tables, for some class against the rest."""
    if subject.matched is None or min(table.n_rows for table in subject.tables) < FEWEST or not subject.same_classes:
        return
    left, right = subject.profiles
    among = may_decide(left) & may_decide(right)
    strength = np.minimum(class_strength(left, among), class_strength(right, among))
    if not (strength >= NEARLY).any():
        return
    known = np.logical_or.reduce([identifier_like(profile) | class_copies(profile) for profile in (left, right)])
    known |= separates_classes(left) & separates_classes(right)
    columns = np.flatnonzero((strength >= NEARLY) & ~known)
    if not columns.size:
        return
    columns = columns[np.argsort(-strength[columns], kind="stable")]
    names = [subject.matched.left.attributes[column] for column in columns.tolist()]
    is_text = [kind is not None for kind in subject.matched.left.categories]
    rows: list[tuple[Cell, ...]] = [
        (name, "–" if is_text[column] else score(float(strength[column])))  # a text has no area
        for name, column in zip(names, columns.tolist(), strict=True)
    ]
    yield Finding(
        "warning" if len(names) <= FEW else "info",
        "nearly-decides",
        f"{counted(len(names), 'attribute', 'attributes')} alone nearly "
        f"{'decides' if len(names) == 1 else 'decide'} the class in both tables ({listed(names, most=3)}). Check "
        f"that {'it was' if len(names) == 1 else 'they were'} recorded before the outcome.",
        f"{subject.left.name} and {subject.right.name}",
        perhaps=(Remedy("exclude", tuple(names[:FEW])),) if len(names) <= FEW else (),
        heading=("attribute", "area under the curve"),
        details=tuple(rows),
    )


def may_decide(profile: Profile) -> Mask:
    """Which attributes may have an area of 0.95 or more; ranks, which take long on wide tables, are for these only."""
    cells, classes = _sample(profile)
    found = np.ones(cells.shape[0], dtype=bool)
    columns = np.flatnonzero(_is_numeric(profile) & (profile.n_missing == 0))
    found[columns] = area_bounds(cells[columns], classes) >= NEARLY - TIE
    return found


def area_bounds(rows: Floats, classes: NDArray[np.intp]) -> Floats:
    """What the area of `_areas` cannot exceed, from one threshold: the mean of the row.

    If a share p of a class and a share q of the rest lie above it, the ROC curve goes through (q, p). Its area is then
    at most 1 − q(1 − p), and in the other direction at most 1 − p(1 − q).
    """
    with np.errstate(all="ignore"):  # a mean beyond all floats has no row above it, which bounds nothing
        above = (rows > rows.mean(axis=1, keepdims=True)).astype(np.float64)
    n_above, bounds = above.sum(axis=1), np.zeros(rows.shape[0])
    for position in np.unique(classes).tolist():
        inside = classes == position
        n, m = int(inside.sum()), int((~inside).sum())
        if n and m:
            n_inside = above @ inside.astype(np.float64)
            p, q = n_inside / n, (n_above - n_inside) / m
            bounds = np.maximum(bounds, 1 - np.minimum(q * (1 - p), p * (1 - q)))
    return bounds


def class_strength(profile: Profile, among: Mask | None = None) -> Floats:
    """For each attribute how well it alone predicts some class: AUC of a number, 1 − errors left of a text.

    Attributes that are not `among` those asked for have 0.
    """
    table = profile.table
    cells, classes = _sample(profile)
    asked = np.ones(table.n_attributes, dtype=bool) if among is None else among
    found, numeric = np.zeros(table.n_attributes), _is_numeric(profile)
    columns = np.flatnonzero(asked & numeric & (2 * profile.n_missing < table.n_rows))
    if columns.size:
        rows = cells[columns]
        gaps = np.isnan(rows)
        if gaps.any():  # a missing cell speaks for no class
            rows = np.where(gaps, np.nanmedian(rows, axis=1, keepdims=True), rows)
        found[columns] = _areas(rows, classes)
    for column in np.flatnonzero(asked & ~numeric & ~profile.constant).tolist():
        found[column] = NEARLY if _errors_removed(cells[column], classes) >= EXPLAINED else 0.0
    return found


def _sample(profile: Profile) -> tuple[Floats, NDArray[np.intp]]:
    """Cells, one attribute a row, and classes; of a long table some rows do."""
    step = max(1, profile.table.n_rows // SAMPLE)
    return profile.columns[:, ::step], profile.table.classes[::step]


def _is_numeric(profile: Profile) -> Mask:
    return np.array([kind is None for kind in profile.table.categories], dtype=bool) & ~profile.constant


def _areas(rows: Floats, classes: NDArray[np.intp]) -> Floats:
    """The largest area under the ROC curve of any class against the rest, in either direction."""
    ranks = average_ranks(rows)
    best = np.zeros(rows.shape[0])
    for position in np.unique(classes).tolist():
        inside = classes == position
        n, m = int(inside.sum()), int((~inside).sum())
        if n and m:
            area = (ranks[:, inside].sum(axis=1) - n * (n + 1) / 2) / (n * m)
            best = np.maximum(best, np.maximum(area, 1 - area))
    return best


def average_ranks(rows: Floats) -> Floats:
    """Ranks from 1 within each row, equal cells sharing the mean of theirs.

    >>> average_ranks(np.array([[5.0, 1.0, 5.0]])).tolist()
    [[2.5, 1.0, 2.5]]
    """
    n = rows.shape[1]
    order = np.argsort(rows, axis=1, kind="stable")
    ordered = np.take_along_axis(rows, order, axis=1)
    new = np.ones(rows.shape, dtype=bool)
    new[:, 1:] = ordered[:, 1:] > ordered[:, :-1]
    places = np.broadcast_to(np.arange(n), rows.shape)
    first = np.maximum.accumulate(np.where(new, places, 0), axis=1)
    is_last = np.ones(rows.shape, dtype=bool)
    is_last[:, :-1] = new[:, 1:]
    last = np.minimum.accumulate(np.where(is_last, places, n - 1)[:, ::-1], axis=1)[:, ::-1]
    ranks = np.empty(rows.shape)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1, axis=1)
    return ranks


def _errors_removed(cells: Floats, classes: NDArray[np.intp]) -> float:
    """The share of the errors of the commonest class that answering by the value removes."""
    there = ~np.isnan(cells)
    values, codes = np.unique(cells[there], return_inverse=True)
    if values.size < 2 or 3 * values.size > there.sum():
        return 0.0
    n_classes = int(classes.max()) + 1
    counts = np.bincount(codes * n_classes + classes[there], minlength=values.size * n_classes)
    table = counts.reshape(-1, n_classes)
    errors, left = int(table.sum() - table.sum(axis=0).max()), int(table.sum() - table.max(axis=1).sum())
    return 1 - left / errors if errors else 0.0
