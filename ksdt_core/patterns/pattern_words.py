"""The patterns of a pair in words: how many there are, and how many the trees say."""

from __future__ import annotations

from ksdt_core.patterns.pattern import LEVEL, Pattern, Patterns
from ksdt_core.rules.evidence import Evidence
from ksdt_core.text import counted, percent

UNSAID = "not in the trees"


def answer_words(found: Patterns) -> str:
    """How many patterns predict a class in both tables: only what chance does not explain is said to predict."""
    predict = "predicts" if found.n_clear == 1 else "predict"
    patterns = counted(len(found.patterns), "pattern")
    return f"{found.n_clear:,} of {patterns} {predict} a class in both tables beyond chance."


def said_words(found: Patterns) -> str:
    """How many of them the trees hold already; nothing where there are no trees."""
    if found.n_trees is None:
        return ""
    trees = counted(found.n_trees, "tree contains", "trees contain")
    return (
        f"The {trees} {found.n_said:,} of these patterns. A tree contains a pattern if one of its rules predicts the "
        f"same class and covers {percent(0.9)} of the rows of the pattern."
    )


def search_words(found: Patterns) -> str:
    """What was looked at."""
    return (
        f"Searched: {counted(found.n_distinct, 'set of rows', 'sets of rows')} described by up to "
        f"{counted(found.max_length, 'condition', 'conditions')} ({found.n_items:,} items), at least "
        f"{percent(found.min_support)} of each table. Beyond chance: Holm-corrected p ≤ {LEVEL:g} in both tables."
    )


def said_by_words(pattern: Pattern) -> str:
    """The tree that contains a pattern."""
    return UNSAID if pattern.said_by is None else f"in tree {pattern.said_by + 1}"


def share_words(evidence: Evidence) -> str:
    """The confidence of a pattern in one table, with its rows."""
    return f"{percent(evidence.confidence or 0.0)} ({evidence.correct:,} of {evidence.support:,})"


def lift_words(evidence: Evidence) -> str:
    return f"{evidence.lift or 0.0:.2f}"
