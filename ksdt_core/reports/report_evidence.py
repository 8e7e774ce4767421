"""The evidence of the pair in a report: each p-value with its question, and the attributes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ksdt_core.evidence.pair_evidence import AttributeEvidence, Evidence
from ksdt_core.evidence.verdict import direction_words, questions
from ksdt_core.formats.check_evidence import evidence_of_document
from ksdt_core.reports.report_blocks import Block, Cell, Section, Table, cells, paragraph
from ksdt_core.text import counted, p_number, p_text, percent, score

MOST_ROWS = 20


def evidence_of(document: Mapping[str, Any]) -> Evidence | None:
    """The evidence that a result document carries."""
    part = document.get("evidence")
    return evidence_of_document(part) if part else None


def evidence_section(found: Evidence | None) -> tuple[Section, ...]:
    """What predicts the class in both tables; no section where the pair was not tested."""
    if found is None:
        return ()
    said = [f"{question} {p_text(p)} ({how})." for question, p, how in questions(found)]
    effect = "AUC" if len(found.pair.classes) <= 2 else "Cramér’s V"
    explained = " Effects are areas under the curve (AUC)." if effect == "AUC" else ""
    blocks: list[Block] = [
        paragraph(
            f"The pair was tested with {found.permutations:,} shuffles for each null distribution, without "
            f"mining. The results do not depend on weights or settings.{explained}"
        ),
        *(paragraph(each) for each in said),
        _table(found, effect),
        paragraph(
            "p is adjusted for all attributes (family-wise). The last column shows whether the effects in the "
            f"two tables differ (Holm-corrected). Intervals are {percent(0.95)} intervals.",
            "muted",
        ),
    ]
    rest = len(found.attributes) - len(_shown(found))
    if rest > 0:
        more = counted(rest, "more attribute is", "more attributes are")
        blocks.append(paragraph(f"{more} not listed, with the same or larger p-values.", "muted"))
    return (Section("evidence", "Shared signal", tuple(blocks)),)


def _shown(found: Evidence) -> tuple[AttributeEvidence, ...]:
    return found.attributes[: max(len(found.claimed), MOST_ROWS)]


def _table(found: Evidence, effect: str) -> Table:
    left, right = found.pair.left.name, found.pair.right.name
    head = ("Attribute", "p", "More frequent", f"{effect} {left}", f"{effect} {right}", "Effects differ")
    return Table(tuple(_row(entry) for entry in _shown(found)), head, numbers=(1, 3, 4), look="wide")


def _row(entry: AttributeEvidence) -> tuple[Cell, ...]:
    sides = ((entry.effect_left, entry.interval_left), (entry.effect_right, entry.interval_right))
    return cells(
        entry.attribute,
        p_number(entry.p),
        direction_words(entry),
        *(f"{score(effect)} ({score(low)} to {score(high)})" for effect, (low, high) in sides),
        f"yes, {p_text(entry.p_difference)}" if entry.differs else "no",
    )
