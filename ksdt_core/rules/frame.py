"""Rules as a table: for pages, CSV and Markdown."""

from __future__ import annotations

from typing import Any

import pandas as pd

from ksdt_core.rules.condition_text import conditions_text
from ksdt_core.rules.evidence import Evidence
from ksdt_core.rules.rule import Rule, RuleList
from ksdt_core.text import printable

DEFAULT = "otherwise"
SIDES = ("left", "right")


def rules_frame(rules: RuleList) -> pd.DataFrame:
    """A row for each rule.

    Columns: tree (1, 2, ..), rule, class; for each table, `_left` or `_right` (or no ending where there is one table):
    support, correct, confidence, low and high (95 % interval), lift, and decided where the list is reduced; then dsn,
    dsn_lowest, dsn_mean, p_value, p_corrected, copies. Where a scale was chosen `rule` has both units, and rule_left
    and rule_right those of each table. What does not apply is missing.
    """
    return pd.DataFrame([_row(rule, rules) for rule in rules.rules])


def _row(rule: Rule, rules: RuleList) -> dict[str, Any]:
    row: dict[str, Any] = {"tree": rule.tree + 1, "rule": _text(rule, rules)}
    if rules.scale != "none":
        for table, side in enumerate(SIDES):
            row[f"rule_{side}"] = _text(rule, rules, table=table)
    row["class"] = printable(rule.answer)
    endings = [f"_{side}" for side in SIDES] if len(rules.tables) == 2 else [""]
    for ending, evidence, decided in zip(endings, rule.evidence, rule.decided, strict=True):
        row |= {f"{name}{ending}": value for name, value in _evidence(evidence).items()}
        if rules.is_reduced:
            row[f"decided{ending}"] = decided
    if len(rules.tables) == 2:
        row |= {
            "dsn": rule.dsn,
            "dsn_lowest": rule.dsn_lowest,
            "dsn_mean": rule.dsn_mean,
            "p_value": rule.p_value,
            "p_corrected": rule.p_corrected,
            "copies": rule.copies,
        }
    return row


def _text(rule: Rule, rules: RuleList, table: int | None = None) -> str:
    if rule.is_default:
        return DEFAULT
    return conditions_text(rule.conditions, table=table)


def _evidence(evidence: Evidence) -> dict[str, Any]:
    low, high = evidence.interval or (None, None)
    return {
        "support": evidence.support,
        "correct": evidence.correct,
        "confidence": evidence.confidence,
        "low": low,
        "high": high,
        "lift": evidence.lift,
    }
