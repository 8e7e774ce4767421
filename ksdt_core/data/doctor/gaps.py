"""Cells that are missing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ksdt_core.data.cells import counted, listed
from ksdt_core.data.doctor.finding import Cell, Finding, Option, evidence, remedy_text
from ksdt_core.data.doctor.profile import Profile
from ksdt_core.data.doctor.subject import Subject

FILL = Option("--missing", ("common",))
DROP = Option("--missing", ("drop-columns",))


def missing_findings(subject: Subject) -> Iterator[Finding]:
    """Missing cells, columns with no value at all, and whether the chosen way to treat them leaves something."""
    gappy = [profile for profile in subject.profiles if profile.n_missing.any()]
    hopeless = [profile for profile in gappy if profile.empty.any()]
    mending = (DROP,) if _some_column_is_complete(subject) else ()
    for profile in gappy:
        yield _missing_cells(subject, profile, mending if hopeless else (FILL,))
    if subject.preparation.missing != "drop-columns":
        for profile in hopeless:
            yield _empty_columns(profile, mending)
    if gappy:
        yield from _nothing_left(subject)


def _some_column_is_complete(subject: Subject) -> bool:
    left, right = subject.profiles
    return subject.matched is not None and bool(((left.n_missing == 0) & (right.n_missing == 0)).any())


def _missing_cells(subject: Subject, profile: Profile, mending: tuple[Option, ...]) -> Finding:
    names = profile.table.attributes
    order = np.argsort(-profile.n_missing, kind="stable")
    order = order[: int((profile.n_missing > 0).sum())]
    rows: list[tuple[Cell, ...]] = [(names[column], int(profile.n_missing[column])) for column in order.tolist()]
    chosen = subject.preparation.missing
    treated = chosen != "fail"
    return Finding(
        "info" if treated else "error",
        "missing-cells",
        f"{counted(int(profile.n_missing.sum()), 'cell is', 'cells are')} missing in "
        f"{_spread(rows)}{f', treated as asked ({chosen})' if treated else ''}.",
        profile.table.name,
        remedy="" if treated else remedy_text(*mending),
        options=() if treated else mending,
        heading=("attribute", "missing cells"),
        **evidence(rows),
    )


def _spread(rows: list[tuple[Cell, ...]]) -> str:
    """In which attributes cells are missing, the most in the first."""
    name, n_missing = rows[0]
    return f"{name!r}" if len(rows) == 1 else f"{len(rows):,} attributes, most of them in {name!r} ({n_missing:,})"


def _empty_columns(profile: Profile, mending: tuple[Option, ...]) -> Finding:
    names = [profile.table.attributes[column] for column in np.flatnonzero(profile.empty).tolist()]
    return Finding(
        "error",
        "empty-columns",
        f"{counted(len(names), 'attribute has', 'attributes have')} no value at all ({listed(names, most=3)}), so that "
        "nothing can be filled in.",
        profile.table.name,
        remedy=remedy_text(*mending) or "remove these columns from the file",
        options=mending,
        heading=("attribute",),
        **evidence([(name,) for name in names]),
    )


def _nothing_left(subject: Subject) -> Iterator[Finding]:
    """Dropping rows or columns may leave nothing to mine."""
    chosen, why = subject.preparation.missing, []
    if chosen == "drop-columns" and subject.matched is not None and not _some_column_is_complete(subject):
        why.append("every attribute has a missing cell, so that drop-columns leaves nothing")
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
        yield Finding("error", "nothing-left", f"{reason}.", where, remedy=remedy_text(FILL), options=(FILL,))
