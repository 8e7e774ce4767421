"""Documents of patterns, read back from a file that anybody may have changed."""

from __future__ import annotations

from typing import Any

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.agree import read_checked
from ksdt_core.formats.result import up_to_date
from ksdt_core.formats.rules_document import are_read
from ksdt_core.patterns.pattern import PATTERNS, PATTERNS_FORMAT, Pattern, Patterns
from ksdt_core.rules.evidence import Evidence


def patterns_of_document(document: dict[str, Any]) -> Patterns:
    """The patterns of a document; one that does not hold together is refused."""
    return read_checked(
        PATTERNS, up_to_date(document, PATTERNS_FORMAT), _holds, InvalidDocumentError("patterns-damaged")
    )


def _holds(found: Patterns) -> bool:
    return (
        len(found.class_names) >= 1
        and 0 < found.min_support <= 1
        and min(found.n_rows) >= 0
        and all(_pattern_holds(pattern, found) for pattern in found.patterns)
    )


def _pattern_holds(pattern: Pattern, found: Patterns) -> bool:
    """Whether class and tree exist, the p-values are shares, and both tables have these rows."""
    trees = found.n_trees or 0
    return (
        pattern.answer in found.class_names
        and are_read(pattern.conditions)
        and all(0 <= p <= 1 for p in (*pattern.p_values, pattern.p_corrected))
        and (pattern.said_by is None or 0 <= pattern.said_by < trees)
        and all(
            _evidence_holds(evidence, found.class_names.index(pattern.answer), len(found.class_names), rows)
            for evidence, rows in zip(pattern.evidence, found.n_rows, strict=True)
        )
    )


def _evidence_holds(evidence: Evidence, answer: int, n_classes: int, n_rows: int) -> bool:
    return (
        evidence.answer == answer
        and len(evidence.counts) == n_classes
        and min(evidence.counts) >= 0
        and 0 < evidence.support <= n_rows
        and 0 < evidence.class_share <= 1
    )
