"""Patterns as text, the answer first."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.patterns.pattern import Pattern, Patterns
from ksdt_core.patterns.pattern_words import (
    answer_words,
    lift_words,
    said_by_words,
    said_words,
    search_words,
    share_words,
)
from ksdt_core.text import p_number, p_text, printable

MOST = 20
INDENT = "  "


def patterns_lines(found: Patterns) -> Iterator[str]:
    """How many patterns there are and how many the trees say; then the clearest."""
    left, right = map(printable, found.tables)
    yield f"{left} : {right}: {answer_words(found)}"
    if found.n_trees is not None:
        yield said_words(found)
    yield search_words(found)
    for number_of, pattern in enumerate(found.patterns[:MOST], start=1):
        yield ""
        yield f"{number_of}. If {pattern.text}, then {printable(pattern.answer)}"
        yield from (INDENT + line for line in _lines(pattern, found))
    if len(found.patterns) > MOST:
        yield ""
        yield f"{len(found.patterns) - MOST:,} more are in the JSON document."


def _lines(pattern: Pattern, found: Patterns) -> Iterator[str]:
    yield f"{' | '.join(map(share_words, pattern.evidence))}; lift {' | '.join(map(lift_words, pattern.evidence))}"
    said = "" if found.n_trees is None else f"; {said_by_words(pattern)}"
    yield (
        f"p {' | '.join(map(p_number, pattern.p_values))}, Holm-corrected for both {p_text(pattern.p_corrected)}{said}"
    )
