"""Attributes of the two tables: which are shared and how, and which have no partner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ksdt_core.data.checks.finding import Cell, Finding
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.matching.suggestions import Suggestions
from ksdt_core.data.model.pair import Matched
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, listed

HOW_WORDS = {
    "exact": "{} with the same name",
    "folded": "{} with names that differ in case, spaces or punctuation",
    "map": "{} by the map",
    "assumed": "{} matched only by the map",
}


def attribute_findings(subject: Subject) -> Iterator[Finding]:
    """Shared attributes and how they were matched, and those without a partner."""
    yield from _row_names(subject)
    if subject.matched is None:
        yield _nothing_shared(subject)
        return
    yield _shared(subject, subject.matched)
    yield from _assumed(subject, subject.matched)
    yield from _unmatched(subject, subject.matched)


def _nothing_shared(subject: Subject) -> Finding:
    left, right = subject.tables
    suggestions = subject.suggestions
    return Finding(
        "error",
        "no-shared-attribute",
        f"the two tables share no attribute: {listed(left.attributes, most=3)} against "
        f"{listed(right.attributes, most=3)}.{_likeness(suggestions)}",
        f"{left.name} and {right.name}",
        perhaps=(Remedy("attribute_map"),),
        heading=("left", "right", "similarity"),
        details=tuple(_suggested_rows(suggestions)),
    )


def _row_names(subject: Subject) -> Iterator[Finding]:
    """Attributes without a partner that are not suggested to anybody, since they name the rows."""
    named = [
        f"{listed(names, most=3)} of {table.name}"
        for table, names in zip(subject.tables, subject.identifiers, strict=True)
        if names
    ]
    if named:
        one = sum(map(len, subject.identifiers)) == 1
        yield Finding(
            "info",
            "row-names",
            f"{' and '.join(named)} {'has' if one else 'have'} a different value in almost every row, like row "
            f"names; {'it is' if one else 'they are'} not suggested as a match, but you can match "
            f"{'it' if one else 'them'} manually.",
            f"{subject.left.name} and {subject.right.name}",
        )


def _likeness(suggestions: Suggestions) -> str:
    if not len(suggestions):
        return ""
    cut_off = f" ({suggestions.cut_off})" if suggestions.cut_off else ""
    return f" {counted(len(suggestions), 'match is', 'matches are')} suggested{cut_off}."


def _suggested_rows(suggestions: Suggestions) -> list[tuple[Cell, ...]]:
    return [(found.left, found.right, found.score) for found in suggestions]


def _shared(subject: Subject, matched: Matched) -> Finding:
    counts = Counter(matched.how)
    ways = ", ".join(text.format(f"{counts[how]:,}") for how, text in HOW_WORDS.items() if counts[how])
    names = zip(matched.left.attributes, matched.right_names, matched.how, strict=True)
    folded: list[tuple[Cell, ...]] = [(left, right) for left, right, how in names if how == "folded"]
    n_sparse = 0 if matched.settled is None else len(matched.settled.sparse)
    sparse = (
        (f" {counted(n_sparse, 'more is', 'more are')} shared, but excluded because too many values are missing.")
        if n_sparse
        else ""
    )
    return Finding(
        "info",
        "shared-attributes",
        f"{counted(matched.left.n_attributes, 'attribute is', 'attributes are')} shared: {ways}.{sparse}",
        f"{subject.left.name} and {subject.right.name}",
        heading=(subject.left.name, subject.right.name) if folded else (),
        details=tuple(folded),
    )


def _assumed(subject: Subject, matched: Matched) -> Iterator[Finding]:
    if matched.assumed:
        rows: list[tuple[Cell, ...]] = list(matched.assumed)
        yield Finding(
            "info",
            "assumed-matches",
            f"{counted(len(rows), 'attribute is', 'attributes are')} matched only by the attribute map. The "
            "results depend on these matches.",
            f"{subject.left.name} and {subject.right.name}",
            heading=(subject.left.name, subject.right.name),
            details=tuple(rows),
        )


def _unmatched(subject: Subject, matched: Matched) -> Iterator[Finding]:
    """Attributes omitted: worth a warning where either names are alike or most of the smaller table is lost."""
    n_left, n_right = len(matched.left_unmatched), len(matched.right_unmatched)
    if not n_left and not n_right:
        return
    suggestions = subject.suggestions
    most_lost = matched.left.n_attributes < min(subject.left.n_attributes, subject.right.n_attributes) / 2
    examples = [
        f"{n:,} of {table.name} ({listed(names, most=3)})"
        for n, table, names in (
            (n_left, subject.left, matched.left_unmatched),
            (n_right, subject.right, matched.right_unmatched),
        )
        if n
    ]
    yield Finding(
        "warning" if most_lost and n_left and n_right else "info",
        "unmatched-attributes",
        f"attributes that only one table has are excluded: {' and '.join(examples)}.{_likeness(suggestions)}",
        f"{subject.left.name} and {subject.right.name}",
        perhaps=(Remedy("attribute_map"),) if n_left and n_right else (),
        heading=("left", "right", "similarity") if len(suggestions) else (),
        details=tuple(_suggested_rows(suggestions)),
    )
