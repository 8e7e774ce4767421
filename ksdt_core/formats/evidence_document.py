"""The evidence of a pair as CSV."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.evidence.pair_evidence import Evidence
from ksdt_core.formats.csv_text import Cell, csv_text

COLUMNS = (
    *("attribute", "p", "direction", "class", "split_left", "split_right"),
    *("effect_left", "effect_left_low", "effect_left_high", "effect_right", "effect_right_low", "effect_right_high"),
    *("p_difference",),
)


def evidence_csv(found: Evidence) -> str:
    """A row for each attribute."""
    return csv_text(COLUMNS, _rows(found))


def _rows(found: Evidence) -> Iterator[list[Cell]]:
    for entry in found.attributes:
        yield [
            *(entry.attribute, entry.p, entry.direction, entry.class_name, entry.split_left, entry.split_right),
            *(entry.effect_left, *entry.interval_left, entry.effect_right, *entry.interval_right),
            entry.p_difference,
        ]
