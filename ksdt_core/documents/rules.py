"""The document of rules, `ksdt-rules/1`, with the differences where they were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ksdt_core.mining.tree_set import encodable
from ksdt_core.rules import (
    DESCRIPTIVE,
    Condition,
    Difference,
    Differences,
    Rule,
    RuleList,
    difference_sentence,
    rule_sentence,
)
from ksdt_core.rules.rule import TreeSummary

RULES_FORMAT = "ksdt-rules/1"
SIDES = ("left", "right")
Names = tuple[tuple[str, str], ...]


def rules_document(rules: RuleList, differences: Differences | None = None) -> dict[str, Any]:
    """The rules of a pair's trees as plain values.

    Each bound of an interval is a condition of its own, so that any program can count the rows again. `tree` and `leaf`
    are positions in the result; the rules of a reduced tree are in the order in which they are tried.
    """
    document: dict[str, Any] = {
        "format": RULES_FORMAT,
        "pair": {
            side: {"name": encodable(name), "rows": rows}
            for side, name, rows in zip(SIDES, rules.tables, rules.n_rows, strict=True)
        },
        "classes": [encodable(name) for name in rules.class_names],
        "scale": rules.scale,
        "reduced": rules.is_reduced,
        "note": DESCRIPTIVE,
        "correction": "holm",
        "trees": [_tree(summary) for summary in rules.trees],
        "rules": [_rule(rule, rules) for rule in rules.rules],
    }
    if differences is not None:
        document["differences"] = [_difference(each, differences, rules.renamed) for each in differences.found]
        document["differences_asked"] = {
            "min_ds": differences.min_ds,
            "min_rows_left": differences.min_rows[0],
            "min_rows_right": differences.min_rows[1],
            "trees": differences.n_trees,
            "found": differences.n_found,
        }
    return document


def _tree(summary: TreeSummary) -> dict[str, Any]:
    return {
        "tree": summary.tree,
        "leaves": summary.n_leaves,
        "rules": summary.n_rules,
        **_sides("accuracy", summary.accuracy),
        **_sides("list_accuracy", summary.list_accuracy),
    }


def _rule(rule: Rule, rules: RuleList) -> dict[str, Any]:
    evidence = rule.evidence
    return {
        "tree": rule.tree,
        "conditions": _conditions(rule.conditions, rules.renamed),
        "class": encodable(rule.answer),
        **_sides("support", [each.support for each in evidence]),
        **_sides("confidence", [each.confidence for each in evidence]),
        "default": rule.is_default,
        "leaf": rule.leaf,
        **_sides("correct", [each.correct for each in evidence]),
        **_sides("counts", [list(each.counts) for each in evidence]),
        **_sides("interval", [None if each.interval is None else list(each.interval) for each in evidence]),
        **_sides("lift", [each.lift for each in evidence]),
        **_sides("decided", rule.decided),
        "dsn": rule.dsn,
        "dsn_lowest": rule.dsn_lowest,
        "dsn_mean": rule.dsn_mean,
        "p_value": rule.p_value,
        "p_corrected": rule.p_corrected,
        "copies": rule.copies,
        "sentence": encodable(rule_sentence(rule, rules)),
    }


def _difference(difference: Difference, differences: Differences, renamed: Names) -> dict[str, Any]:
    responsible = difference.responsible
    return {
        "rank": difference.rank,
        "trees": list(difference.trees),
        "node": difference.node,
        "leaf": difference.is_leaf,
        "conditions": _conditions(difference.conditions, renamed),
        **_sides("counts", [list(counts) for counts in difference.counts]),
        **_sides("shares", [list(shares) for shares in difference.shares]),
        "dsn": difference.dsn,
        "dsn_above": difference.dsn_above,
        "tree_ds": difference.tree_ds,
        "p_corrected": difference.p_corrected,
        **_sides("more", [[encodable(name) for name in each.classes] for each in responsible]),
        **_sides("excess", [each.excess for each in responsible]),
        **_sides("rows", [each.rows.tolist() for each in responsible]),
        "sentence": encodable(difference_sentence(difference, differences)),
    }


def _conditions(conditions: Sequence[Condition], renamed: Names) -> list[dict[str, Any]]:
    """The conditions; `attribute_right` only where the right table calls the attribute otherwise."""
    right = dict(renamed)
    return [
        {
            "attribute": encodable(condition.attribute),
            "op": condition.op,
            **_sides("value", [_value(value) for value in condition.values]),
            "value": _value(condition.value),
        }
        | ({"attribute_right": encodable(right[condition.attribute])} if condition.attribute in right else {})
        for condition in conditions
    ]


def _value(value: float | str) -> float | str:
    return encodable(value) if isinstance(value, str) else value


def _sides(name: str, values: Sequence[Any]) -> dict[str, Any]:
    return {f"{name}_{side}": value for side, value in zip(SIDES, values, strict=True)}
