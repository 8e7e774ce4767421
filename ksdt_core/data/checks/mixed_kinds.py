"""Attributes that hold numbers in one table and texts in the other."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.readers.cells import is_number
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, listed


def _not_numbers(texts: tuple[str, ...]) -> list[str]:
    """The texts that make a column text; in one with decimal commas not those that are numbers but for the comma."""
    words = [text for text in texts if not is_number(text)]
    return [text for text in words if not is_number(text.replace(",", ".", 1))] or words


def kind_findings(subject: Subject) -> Iterator[Finding]:
    """Kinds that differ; where the numbers may be answers it is the values that differ."""
    rows: list[tuple[Cell, ...]] = []
    for values in subject.differing_values:
        if values.measured:
            left_has_numbers, _ = values.numbers
            numbers, texts = subject.tables if left_has_numbers else subject.tables[::-1]
            words = _not_numbers(values.right if left_has_numbers else values.left)
            rows.append((values.attribute, numbers.name, f"{texts.name}: {listed(words, most=3)}"))
    if rows:
        yield Finding(
            "warning",
            "kinds-differ",
            f"{counted(len(rows), 'attribute has', 'attributes have')} numbers in one table and text in the other "
            f"({listed((str(row[0]) for row in rows), most=3)}), so all values are treated as text.",
            f"{subject.left.name} and {subject.right.name}",
            remedy="correct these cells, or empty them",
            perhaps=(Remedy("missing", "common"),),
            heading=("attribute", "numbers in", "text in"),
            details=tuple(rows),
        )
