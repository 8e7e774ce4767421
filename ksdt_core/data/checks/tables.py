"""Rows and classes of each table."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.data.checks.class_numbers import classes_are_numbers
from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, listed

RARE = 5


def table_findings(subject: Subject) -> Iterator[Finding]:
    """How large the tables are, and classes with very few rows."""
    for table in subject.asked:
        yield _size(table)
        yield from _notes(table)
    if min(len(table.class_names) for table in subject.tables) < 2:
        alone = next(table for table in subject.tables if len(table.class_names) < 2)
        yield Finding(
            "error",
            "one-class",
            f"{alone.name} has only the class {listed(alone.class_names)}; at least two are needed.",
            alone.name,
            perhaps=(Remedy("target"),),
        )
    for table in () if classes_are_numbers(subject) else subject.asked:
        yield from _rare_classes(table)


def _size(table: Dataset) -> Finding:
    counts: list[tuple[Cell, ...]] = list(zip(table.class_names, table.class_counts().tolist(), strict=True))
    shown = ", ".join(f"{name} {count:,}" for name, count in counts[:6])
    more = f" and {counted(len(counts) - 6, 'more class', 'more classes')}" if len(counts) > 6 else ""
    return Finding(
        "info",
        "rows",
        f"{counted(table.n_rows, 'row', 'rows')} and {counted(table.n_attributes, 'attribute', 'attributes')}; rows of "
        f"each class: {shown}{more}.",
        table.name,
        heading=("class", "rows"),
        details=tuple(counts),
    )


def _notes(table: Dataset) -> Iterator[Finding]:
    for note in table.notes:
        yield Finding("info", "reader-note", note, table.name)


def _rare_classes(table: Dataset) -> Iterator[Finding]:
    counts = zip(table.class_names, table.class_counts().tolist(), strict=True)
    rare: list[tuple[Cell, ...]] = [(name, count) for name, count in counts if count < RARE]
    if rare and len(table.class_names) > 1:
        names = listed(str(name) for name, _ in rare)
        yield Finding(
            "warning",
            "rare-class",
            f"fewer than {RARE} rows have the class {names}, so results for {'it' if len(rare) == 1 else 'them'} "
            "could be due to chance.",
            table.name,
            remedy="add rows",
            perhaps=(Remedy("class_map"),),
            heading=("class", "rows"),
            details=tuple(rare),
        )
