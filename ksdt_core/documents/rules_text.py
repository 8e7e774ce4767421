"""Rules and differences as lines of text and as tables."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from ksdt_core.documents.tables import markdown_escaped, markdown_text, named_columns
from ksdt_core.rules import (
    DESCRIPTIVE,
    Differences,
    RuleList,
    TreeSummary,
    difference_sentence,
    differences_frame,
    rule_sentence,
    rules_frame,
)
from ksdt_core.rules.difference_words import MOST_ROWS
from ksdt_core.trees.printable import printable

INDENT = "  "
NO_DIFFERENCE = "No node with enough rows is less similar than its tree on the whole."


def rules_lines(rules: RuleList, differences: Differences | None = None) -> Iterator[str]:
    """Every rule and every difference as a sentence; names are safe for a terminal."""
    yield _title(rules)
    yield DESCRIPTIVE
    if differences is not None:
        yield from _difference_lines(differences)
    for summary in rules.trees:
        yield ""
        yield _tree_title(summary, rules)
        for number, rule in enumerate(rules.of_tree(summary.tree), start=1):
            yield f"{INDENT}{number}. {rule_sentence(rule, rules)}"
    if len(rules.trees) > 1:
        yield ""
        yield f"{_plural(rules.n_distinct, 'different rule')}; {rules.n_repeated} of them in more than one tree."


def rules_markdown(rules: RuleList, differences: Differences | None = None) -> str:
    """The same as tables."""
    parts = [f"{markdown_escaped(_title(rules))}\n\n{DESCRIPTIVE}\n\n", markdown_text(rules_table(rules))]
    if differences is not None:
        table = differences_table(differences, most_rows=MOST_ROWS)
        parts.append(f"\n{_differences_title(differences)}\n\n")
        parts.append(markdown_text(table) if len(table) else f"{NO_DIFFERENCE}\n")
    return "".join(parts)


def rules_table(rules: RuleList) -> pd.DataFrame:
    """The rules with the names of the tables in the heads of its columns."""
    return named_columns(rules_frame(rules), rules.tables)


def differences_table(differences: Differences, *, most_rows: int | None = None) -> pd.DataFrame:
    """The differences, likewise."""
    return named_columns(differences_frame(differences, most_rows=most_rows), differences.tables)


def _title(rules: RuleList) -> str:
    names = " : ".join(printable(name) for name in rules.tables)
    rows = " and ".join(f"{n:,}" for n in rules.n_rows)
    kind = "Reduced rules" if rules.is_reduced else "Rules"
    return f"{kind} of {names}, counted on {rows} rows, each row once"


def _tree_title(summary: TreeSummary, rules: RuleList) -> str:
    title = f"Tree {summary.tree + 1}: accuracy {_accuracies(summary.accuracy)}"
    if not rules.is_reduced:
        return title
    n_rules = _plural(summary.n_rules, "rule")
    return (
        f"{title} with {_plural(summary.n_leaves, 'path')}; {_accuracies(summary.list_accuracy)} with {n_rules} and a "
        "default, of which the first that fits answers"
    )


def _accuracies(accuracy: tuple[float, ...]) -> str:
    return " | ".join(f"{share:.3f}" for share in accuracy)


def _differences_title(differences: Differences) -> str:
    return (
        f"Where the tables part: {len(differences.found)} of {_plural(differences.n_found, 'node')} less similar than "
        f"the tree, among those with at least {' | '.join(map(str, differences.min_rows))} rows in "
        f"{_plural(differences.n_trees, 'tree')} with DS {differences.min_ds:.3f} or more"
    )


def _difference_lines(differences: Differences) -> Iterator[str]:
    yield ""
    yield _differences_title(differences)
    if not differences.found:
        yield f"{INDENT}{NO_DIFFERENCE}"
    for difference in differences.found:
        yield f"{INDENT}{difference.rank}. {difference_sentence(difference, differences)}"


def _plural(n: int, word: str) -> str:
    return f"{n:,} {word}" if n == 1 else f"{n:,} {word}s"
