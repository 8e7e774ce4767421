"""Rules and differences as lines of text and as tables."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from ksdt_core.formats.frame_text import markdown_text, named_columns
from ksdt_core.rules.difference_words import MOST_ROWS, differences_frame, differences_headline
from ksdt_core.rules.differences import Differences
from ksdt_core.rules.frame import rules_frame
from ksdt_core.rules.rule import DESCRIPTIVE, RuleList, TreeSummary
from ksdt_core.rules.rules_view import DifferencesAsked, RulesView
from ksdt_core.text import counted, markdown_escaped, printable, score

INDENT = "  "
NO_DIFFERENCE = "No node has enough rows of both tables."


def rules_lines(view: RulesView) -> Iterator[str]:
    """Every rule and every difference as a sentence; names are safe for a terminal."""
    yield _title(view)
    yield DESCRIPTIVE
    yield from _difference_lines(view)
    for summary in view.trees:
        yield ""
        yield _tree_title(summary, is_reduced=view.is_reduced)
        own = (rule for rule in view.rules if rule.tree == summary.tree)
        yield from (f"{INDENT}{number}. {printable(rule.sentence)}" for number, rule in enumerate(own, start=1))
    if len(view.trees) > 1:
        yield ""
        yield f"{counted(view.n_distinct, 'different rule')}; {view.n_repeated} of them in more than one tree."


def rules_markdown(rules: RuleList, differences: Differences | None = None) -> str:
    """The same as tables."""
    parts = [f"{markdown_escaped(_title(rules))}\n\n{DESCRIPTIVE}\n\n", markdown_text(rules_table(rules))]
    if differences is not None:
        table = differences_table(differences, most_rows=MOST_ROWS)
        title = _differences_title(differences, differences_headline(differences))
        parts.append(f"\n{markdown_escaped(title)}\n\n")
        parts.append(markdown_text(table) if len(table) else f"{NO_DIFFERENCE}\n")
    return "".join(parts)


def rules_table(rules: RuleList) -> pd.DataFrame:
    """The rules with the names of the tables in the heads of its columns."""
    return named_columns(rules_frame(rules), rules.tables)


def differences_table(differences: Differences, *, most_rows: int | None = None) -> pd.DataFrame:
    """The differences, likewise."""
    return named_columns(differences_frame(differences, most_rows=most_rows), differences.tables)


def _title(rules: RuleList | RulesView) -> str:
    names = " : ".join(printable(name) for name in rules.tables)
    rows = " and ".join(f"{n:,}" for n in rules.n_rows)
    kind = "Reduced rules" if rules.is_reduced else "Rules"
    return f"{kind} of {names}, counted on {rows} rows, each row once"


def _tree_title(summary: TreeSummary, *, is_reduced: bool) -> str:
    title = f"Tree {summary.tree + 1}: accuracy {_accuracies(summary.accuracy)}"
    if not is_reduced:
        return title
    n_rules = counted(summary.n_rules, "rule")
    return (
        f"{title} with {counted(summary.n_leaves, 'path')}; {_accuracies(summary.list_accuracy)} with {n_rules} and a "
        "default, of which the first that fits answers"
    )


def _accuracies(accuracy: tuple[float, ...]) -> str:
    return " | ".join(score(share) for share in accuracy)


def _differences_title(asked: Differences | DifferencesAsked, headline: str) -> str:
    return (
        f"{printable(headline)} Nodes with at least {' | '.join(map(str, asked.min_rows))} rows in "
        f"{counted(asked.n_trees, 'tree')} with DS {score(asked.min_ds)} or more, without nodes that only repeat "
        "their parent; p is Holm-corrected"
    )


def _difference_lines(view: RulesView) -> Iterator[str]:
    if view.asked is None or view.base_rate is None:
        return
    yield ""
    yield _differences_title(view.asked, view.base_rate.sentence)
    if not view.differences:
        yield f"{INDENT}{NO_DIFFERENCE}"
    for difference in view.differences or ():
        yield f"{INDENT}{difference.rank}. {printable(difference.sentence)}"
