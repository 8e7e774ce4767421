"""The rules of a tree as a table of a report, with the evidence of both tables."""

from __future__ import annotations

from ksdt_core.figures.tree_tables import rule_table
from ksdt_core.reports.report_blocks import Cell, Table, cells
from ksdt_core.rules.condition_text import conditions_text
from ksdt_core.rules.evidence import Evidence
from ksdt_core.rules.rule import Rule, RuleList
from ksdt_core.text import p_number, percent, score
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames, balanced

FIXED_SPACE = "\N{NO-BREAK SPACE}"


def evidence_table(rules: RuleList, position: int, names: TableNames) -> Table:
    """Every rule of the tree at this position, counted on the rows."""
    lowest = "Lowest balanced similarity (DSN)" if rules.is_balanced else "Lowest similarity (DSN)"
    head = ("If", "then", names.left, names.right, lowest, "p")
    rows = tuple(_rule(rule) for rule in rules.of_tree(position))
    return Table(rows, head, numbers=(4, 5), look="rules")


def _rule(rule: Rule) -> tuple[Cell, ...]:
    """The conditions name the units of both tables where these differ: `age ≤ 62.5 | 46.5`."""
    below = (f"in {rule.copies} trees of the set",) if rule.copies > 1 else ()
    return (
        Cell(conditions_text(rule.conditions), below),
        *cells(
            rule.answer,
            _evidence(rule.left),
            _evidence(rule.right),
            "" if rule.dsn_lowest is None else score(rule.dsn_lowest),
            "" if rule.p_corrected is None else p_number(rule.p_corrected),
        ),
    )


def _evidence(evidence: Evidence) -> str:
    """448 of 630, 71 % (67 to 75), to be broken after the comma only."""
    if evidence.confidence is None or evidence.interval is None:
        return "no row"
    low, high = (f"{100 * bound:.0f}" for bound in evidence.interval)
    rows = f"{evidence.correct:,} of {evidence.support:,}"
    share = f"{percent(evidence.confidence)} ({low} to {high})"
    return ", ".join(part.replace(" ", FIXED_SPACE) for part in (rows, share))


def mined_table(shared: SharedTree, names: TableNames) -> Table:
    """What the trees themselves tell: the rows at each leaf, and the similarity at the leaf."""
    rows = tuple(
        cells(
            str(row["rule"]),
            str(row["class"]),
            _share(int(row["right_left"]), int(row["rows_left"])),
            _share(int(row["right_right"]), int(row["rows_right"])),
            score(row["dsn"]),
        )
        for row in rule_table(shared).to_dict("records")
    )
    similarity = "Balanced similarity (DSN)" if balanced(shared) else "Similarity (DSN)"
    return Table(rows, ("If", "then", names.left, names.right, similarity), numbers=(4,), look="rules")


def _share(correct: int, rows: int) -> str:
    return f"{correct:,} of {rows:,}, {percent(correct / rows)}" if rows else "no row"
