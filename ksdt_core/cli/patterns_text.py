"""Patterns as text, the answer first."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.patterns.pattern import LEVEL, Pattern, Patterns
from ksdt_core.rules.evidence import Evidence
from ksdt_core.text import counted, p_number, p_text, percent, printable

MOST = 20
INDENT = "  "


def patterns_lines(found: Patterns) -> Iterator[str]:
    """How many patterns there are and how many the trees say; then the clearest."""
    left, right = map(printable, found.tables)
    number = counted(len(found.patterns), "pattern predicts", "patterns predict")
    yield f"{left} : {right}: {number} a class in both tables, {found.n_clear:,} of them beyond chance."
    if found.n_trees is not None:
        trees = counted(found.n_trees, "tree contains", "trees contain")
        yield (f"The {trees} {found.n_said:,} of them: one rule predicts the same class and covers 90 % of the rows.")
    yield (
        f"Searched: {counted(found.n_distinct, 'set of rows', 'sets of rows')} described by up to "
        f"{counted(found.max_length, 'condition', 'conditions')} ({found.n_items:,} items), at least "
        f"{percent(found.min_support)} of each table. Beyond chance: Holm-corrected p ≤ {LEVEL:g} in both tables."
    )
    for number_of, pattern in enumerate(found.patterns[:MOST], start=1):
        yield ""
        yield f"{number_of}. If {pattern.text}, then {printable(pattern.answer)}"
        yield from (INDENT + line for line in _lines(pattern, found))
    if len(found.patterns) > MOST:
        yield ""
        yield f"{len(found.patterns) - MOST:,} more are in the JSON document."


def _lines(pattern: Pattern, found: Patterns) -> Iterator[str]:
    yield f"{' | '.join(map(_share, pattern.evidence))}; lift {' | '.join(map(_lift, pattern.evidence))}"
    said = ""
    if found.n_trees is not None:
        said = "; not in the trees" if pattern.said_by is None else f"; in tree {pattern.said_by + 1}"
    yield (
        f"p {' | '.join(map(p_number, pattern.p_values))}, Holm-corrected for both {p_text(pattern.p_corrected)}{said}"
    )


def _share(evidence: Evidence) -> str:
    return f"{percent(evidence.confidence or 0.0)} ({evidence.correct:,} of {evidence.support:,})"


def _lift(evidence: Evidence) -> str:
    return f"{evidence.lift or 0.0:.2f}"
