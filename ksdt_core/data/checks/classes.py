"""Classes of the two tables: the same names, and in what proportion."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ksdt_core.data.checks.class_numbers import classes_are_numbers
from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.subject import Subject
from ksdt_core.errors import Remedy
from ksdt_core.text import listed, percent, score

ALIKE = 0.98
"""Similarity of the class counts from which they count as alike: 50:50 against 60:40 is just that."""


def class_findings(subject: Subject) -> Iterator[Finding]:
    """Names that differ, with the class map that a person may accept; ratios that differ."""
    left, right = subject.asked
    if set(left.class_names) != set(right.class_names) and not classes_are_numbers(subject):
        yield _different_names(subject)
    if subject.same_classes and len(subject.left.class_names) > 1 and subject.left.n_rows and subject.right.n_rows:
        yield from _different_ratios(subject)


def _different_names(subject: Subject) -> Finding:
    left, right = subject.asked
    only_left = [name for name in left.class_names if name not in right.class_names]
    only_right = [name for name in right.class_names if name not in left.class_names]
    sides = ((only_left, left), (only_right, right))
    differing = " and ".join(f"{listed(names)} only in {table.name}" for names, table in sides if names)
    what = f"the classes have different names: {differing}."
    where = f"{left.name} and {right.name}"
    suggested = subject.class_suggestion
    if suggested is None:
        return Finding("error", "class-names", what, where, perhaps=(Remedy("class_map"),))
    renamed = Remedy("class_map", tuple(f"{old}={new}" for old, new in suggested.renamed.items()))
    rows: list[tuple[Cell, ...]] = list(suggested.renamed.items())
    return Finding(
        "error", "class-names", what, where,
        remedies=(renamed,), sure=suggested.sure, heading=(right.name, left.name), details=tuple(rows),
    )  # fmt: skip


def _different_ratios(subject: Subject) -> Iterator[Finding]:
    """A node's similarity DSN is the cosine of its class counts, so at the root the class ratios alone set it."""
    shares = [table.class_counts() / table.n_rows for table in subject.tables]
    cosine = float(shares[0] @ shares[1] / (np.linalg.norm(shares[0]) * np.linalg.norm(shares[1])))
    if cosine >= ALIKE:
        return
    exact = list(zip(subject.left.class_names, *(share.tolist() for share in shares), strict=True))
    exact.sort(key=lambda row: -abs(row[1] - row[2]))
    name, a, b = exact[0]
    rows: list[tuple[Cell, ...]] = [(name, round(a, 3), round(b, 3)) for name, a, b in exact]
    balanced = subject.preparation.balance
    yield Finding(
        "info" if balanced else "warning",
        "class-ratios",
        f"class {name!r} is {percent(a)} of {subject.left.name} and {percent(b)} of {subject.right.name}: before "
        f"any split the similarity of the two tables is only {score(cosine)}"
        + (", and the classes are balanced as requested." if balanced else "."),
        f"{subject.left.name} and {subject.right.name}",
        remedies=() if balanced else (Remedy("balance"),),
        heading=("class", subject.left.name, subject.right.name),
        details=tuple(rows),
    )
