"""Cells that are missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from ksdt_core.data.checks.finding import Cell, Finding, Level
from ksdt_core.data.checks.profile import Profile
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.data.model.settled import SparseAttribute
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, listed, percent

USUAL_MOST = Preparation().max_missing
FILL = Remedy("missing", "common")
DROP = Remedy("missing", "drop-columns")


def missing_findings(subject: Subject) -> Iterator[Finding]:
    """Missing cells, columns with no value at all, and whether the chosen way to treat them leaves something."""
    yield from _sparse(subject)
    gappy = [profile for profile in subject.profiles if profile.n_missing.any()]
    hopeless = [profile for profile in gappy if profile.empty.any()]
    fixes = (DROP,) if _some_column_is_complete(subject) else ()
    for profile in gappy:
        yield _missing_cells(subject, profile, fixes if hopeless else (FILL,))
    if subject.preparation.missing != "drop-columns":
        for profile in hopeless:
            yield _empty_columns(profile, fixes)
    if gappy:
        yield from _by_class(subject)
        yield from _nothing_left(subject)


def _sparse(subject: Subject) -> Iterator[Finding]:
    """Attributes with many missing cells: dropped, or kept because a person wants all."""
    settled = None if subject.matched is None else subject.matched.settled
    dropped = () if settled is None else settled.sparse
    if subject.matched is not None and subject.preparation.max_missing > USUAL_MOST:
        kept = _sparser_than(USUAL_MOST, subject)
        if kept:
            remedies = (Remedy("max_missing", f"{USUAL_MOST:g}"),)
            yield _sparse_finding(subject, kept, "warning", "but are kept", remedies, limit=USUAL_MOST)
    if dropped:
        limit = subject.preparation.max_missing
        yield _sparse_finding(subject, dropped, "info", "and are excluded", (), limit=limit)


def _sparser_than(most: float, subject: Subject) -> tuple[SparseAttribute, ...]:
    left, right = (profile.n_missing / max(profile.table.n_rows, 1) for profile in subject.profiles)
    names = subject.profiles[0].table.attributes
    found = np.flatnonzero((left > most) | (right > most)).tolist()
    return tuple(SparseAttribute(names[c], float(left[c]), float(right[c])) for c in found)


def _sparse_finding(
    subject: Subject,
    sparse: tuple[SparseAttribute, ...],
    level: Level,
    what: str,
    remedies: tuple[Remedy, ...],
    *,
    limit: float,
) -> Finding:
    """Per column: "ca: 99 % missing in hungary"."""
    names = subject.left.name, subject.right.name
    ranked = sorted(sparse, key=lambda one: -max(one.left, one.right))
    told = [f"{one.name}: {_beside(percent(limit), one)} missing in {names[one.right > one.left]}" for one in ranked]
    more = f" and {len(told) - 3} more" if len(told) > 3 else ""
    if len(sparse) == 1:
        what = what.replace("are", "is")
    return Finding(
        level,
        "sparse-columns",
        f"{counted(len(sparse), 'attribute has', 'attributes have')} many missing values {what} "
        f"({'; '.join(told[:3])}{more}).",
        " and ".join(names),
        remedies=remedies,
        heading=("attribute", f"missing in {names[0]}", f"missing in {names[1]}"),
        details=tuple((one.name, percent(one.left), percent(one.right)) for one in ranked),
    )


def _beside(most: str, one: SparseAttribute) -> str:
    """The larger share, with a decimal where it would read like the limit that it exceeds."""
    share = max(one.left, one.right)
    return percent(share, 1) if percent(share) == most else percent(share)


def _by_class(subject: Subject) -> Iterator[Finding]:
    if subject.preparation.missing == "class-common":
        yield Finding(
            "warning",
            "filled-by-class",
            "Filling by class uses the outcome. The filled values predict the class by construction, so the "
            "scores are optimistic.",
            f"{subject.left.name} and {subject.right.name}",
            perhaps=(FILL,),
        )


def _some_column_is_complete(subject: Subject) -> bool:
    left, right = subject.profiles
    return subject.matched is not None and bool(((left.n_missing == 0) & (right.n_missing == 0)).any())


TREATED: Final = {
    "common": "filled with the median or the most common value",
    "class-common": "filled by class",
    "drop-rows": "their rows are excluded",
    "drop-columns": "their attributes are excluded",
}


def _missing_cells(subject: Subject, profile: Profile, fixes: tuple[Remedy, ...]) -> Finding:
    names = profile.table.attributes
    order = np.argsort(-profile.n_missing, kind="stable")
    order = order[: int((profile.n_missing > 0).sum())]
    rows: list[tuple[Cell, ...]] = [(names[column], int(profile.n_missing[column])) for column in order.tolist()]
    chosen = subject.preparation.missing
    treated = chosen != "fail"
    return Finding(
        "info" if treated else "error",
        "missing-cells",
        f"{counted(int(profile.n_missing.sum()), 'value is', 'values are')} missing in "
        f"{_spread(rows)}{f': {TREATED[chosen]}' if treated else ''}.",
        profile.table.name,
        remedies=() if treated else fixes,
        heading=("attribute", "missing values"),
        details=tuple(rows),
    )


def _spread(rows: list[tuple[Cell, ...]]) -> str:
    """In which attributes cells are missing, the most in the first."""
    name, n_missing = rows[0]
    return f"{name!r}" if len(rows) == 1 else f"{len(rows):,} attributes, most of them in {name!r} ({n_missing:,})"


def _empty_columns(profile: Profile, fixes: tuple[Remedy, ...]) -> Finding:
    names = [profile.table.attributes[column] for column in np.flatnonzero(profile.empty).tolist()]
    return Finding(
        "error",
        "empty-columns",
        f"{counted(len(names), 'attribute has', 'attributes have')} no values ({listed(names, most=3)}), so "
        "missing values cannot be filled.",
        profile.table.name,
        remedy="" if fixes else "remove these columns from the file",
        remedies=fixes,
        heading=("attribute",),
        details=tuple((name,) for name in names),
    )


def _nothing_left(subject: Subject) -> Iterator[Finding]:
    """Dropping rows or columns may leave nothing to mine."""
    chosen, why = subject.preparation.missing, []
    if chosen == "drop-columns" and subject.matched is not None and not _some_column_is_complete(subject):
        why.append("every attribute has a missing value, so drop-columns leaves no attribute")
    if chosen == "drop-rows":
        for profile in subject.profiles:
            table = profile.table
            complete = ~np.isnan(profile.columns[profile.n_missing > 0]).any(axis=0)
            kept = np.bincount(table.classes[complete], minlength=len(table.class_names))
            if (kept == 0).any():
                why.append(
                    f"drop-rows leaves no row of class {table.class_names[int(kept.argmin())]!r} in {table.name}"
                )
    where = f"{subject.left.name} and {subject.right.name}"
    for reason in why:
        yield Finding("error", "nothing-left", f"{reason}.", where, remedies=(FILL,))
