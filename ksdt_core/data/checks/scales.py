"""Scales that differ: the same attribute in other units, or measured by another instrument."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.leaks import identifier_like
from ksdt_core.data.checks.profile import Profile
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.checks.units import known_conversions
from ksdt_core.errors import Remedy
from ksdt_core.text import numbers

SAMPLE = 5000  # rows from which medians and spreads are taken
FEWEST = 5
OTHER_SPREAD = 4.0
TELLING_SHARE = 0.1

Floats = NDArray[np.float64]


def scale_findings(subject: Subject) -> Iterator[Finding]:
    """Numeric attributes whose values lie elsewhere, or spread much more, in one table than in the other.

    One threshold cannot mean the same in both tables where the medians are further apart than the larger of the two
    spreads (between the quartiles), or one spread is more than four times the other. A few such attributes may be
    real differences of the domains; a tenth of them, or ranges that do not overlap, are a matter of units.
    """
    if subject.matched is None or min(table.n_rows for table in subject.tables) < FEWEST:
        return
    numeric = np.array([kind is None for kind in subject.matched.left.categories], dtype=bool)
    left, right = subject.profiles
    usable = numeric & ~left.constant & ~right.constant & ~_set_aside(subject, numeric.size)
    usable &= ~(identifier_like(left) & identifier_like(right))  # numbers of patients are in no unit
    if not usable.any():
        return
    columns = np.flatnonzero(usable)
    (left_median, left_spread), (right_median, right_spread) = (_place(profile, columns) for profile in (left, right))
    with np.errstate(all="ignore"):
        shift = np.abs(left_median - right_median) / np.maximum(left_spread, right_spread)
        ratio = np.maximum(left_spread, right_spread) / np.minimum(left_spread, right_spread)
    apart = (left.largest < right.smallest)[columns] | (right.largest < left.smallest)[columns]
    elsewhere = (shift > 1) | (ratio > OTHER_SPREAD) | apart
    if not elsewhere.any():
        return
    badness = np.nan_to_num(np.maximum(shift, ratio / OTHER_SPREAD), nan=0.0, posinf=1e300)
    order = np.flatnonzero(elsewhere)[np.argsort(-badness[elsewhere], kind="stable")]
    names = subject.matched.left.attributes
    rows: list[tuple[Cell, ...]] = [
        (names[columns[c]], *(_short(v[c]) for v in (left_median, right_median, left_spread, right_spread)))
        for c in order.tolist()
    ]
    yield _finding(subject, rows, n_found=order.size, n_numeric=columns.size, n_apart=int(apart.sum()))


def _set_aside(subject: Subject, n_columns: int) -> NDArray[np.bool_]:
    """Codes, which no scale changes, and attributes whose units are known to differ: another finding is about these."""
    found = np.zeros(n_columns, dtype=bool)
    if subject.matched is not None and subject.matched.settled is not None:
        codes = subject.matched.settled.codes
        converting = {one.attribute for one in known_conversions(subject) if one.named}
        for column, name in enumerate(subject.matched.left.attributes):
            found[column] = name in converting or bool(codes and codes[column] is not None)
    return found


def _finding(subject: Subject, rows: list[tuple[Cell, ...]], *, n_found: int, n_numeric: int, n_apart: int) -> Finding:
    names = (subject.left.name, subject.right.name)
    telling = n_apart > 0 or n_found >= TELLING_SHARE * n_numeric
    scaled = subject.preparation.scale != "none"
    ranks = (Remedy("scale", "rank"),)
    attribute, *measured = rows[0]
    middles, spreads = (numbers([float(cell) for cell in cells]) for cells in (measured[:2], measured[2:]))
    what = (
        f"{_share(n_found, n_numeric)} a different centre or spread in the two tables, "
        f"{'' if n_found == 1 else 'such as '}{attribute!r}: median {middles[0]} in {names[0]} and "
        f"{middles[1]} in {names[1]}, spread {spreads[0]} and {spreads[1]}"
    )
    if n_apart:
        what += f"; the ranges {f'of {n_apart:,} ' if n_found > 1 else ''}do not overlap"
    if scaled:
        what += f"; the scale {subject.preparation.scale} corrects for this"
    elif not telling:
        what += "; with so few attributes, the difference may be real"
    return Finding(
        "warning" if telling and not scaled else "info",
        "scales-differ",
        what + ".",
        " and ".join(names),
        remedies=ranks if telling and not scaled else (),
        perhaps=() if telling or scaled else ranks,
        heading=("attribute", *(f"{what} {name}" for what in ("median", "spread") for name in names)),
        details=tuple(rows),
    )


def _share(n: int, n_numeric: int) -> str:
    """Some of the numeric attributes, with the verb that agrees."""
    if n_numeric == 1:
        return "the one numeric attribute has"
    return f"{n:,} of {n_numeric:,} numeric attributes {'has' if n == 1 else 'have'}"


def _place(profile: Profile, columns: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Median and spread of each column: between the quartiles, and where they coincide between wider quantiles."""
    n_rows = profile.columns.shape[1]
    cells = profile.columns
    if n_rows > SAMPLE:
        rows = np.sort(np.random.default_rng(0).choice(n_rows, SAMPLE, replace=False))
        cells = cells[:, rows]
    ordered = np.sort(cells[columns] if columns.size < cells.shape[0] else cells, axis=1)  # missing cells come last
    n_known = ordered.shape[1] - np.isnan(ordered).sum(axis=1)
    middle = _quantile(ordered, n_known, 0.5)
    spread = np.zeros(columns.size)
    for tail in (0.25, 0.05, 0.0):
        wider = _quantile(ordered, n_known, 1 - tail) - _quantile(ordered, n_known, tail)
        spread = np.where(spread > 0, spread, wider)
    return middle, spread


def _quantile(ordered: Floats, n_known: NDArray[np.intp], share: float) -> Floats:
    """The cell at this share of the sorted known cells, half-way between two neighbours where it falls between."""
    at = share * np.maximum(n_known - 1, 0)
    rows = np.arange(ordered.shape[0])
    lower, upper = ordered[rows, np.floor(at).astype(np.intp)], ordered[rows, np.ceil(at).astype(np.intp)]
    return lower / 2 + upper / 2


def _short(value: np.float64) -> float:
    return float(f"{value:.4g}") if np.isfinite(value) else 0.0
