"""The paths of a learned tree as rules, with the rows that they cover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ksdt_core.studies.learning.learned import Learned
from ksdt_core.text import encodable, number, percent, printable
from ksdt_core.trees.learned_tree import LearnedTree, branch_texts, branches
from ksdt_core.trees.paths import Path, tightest_tests, walk
from ksdt_core.trees.tree import LEAF

RULES_FORMAT = "ksdt-learned-rules/1"
Steps = tuple[tuple[str, str], ...]  # attribute and answer, from the root on


@dataclass(frozen=True, slots=True)
class LearnedRule:
    """One path from the root to a leaf; supports are rows, parts of rows where cells are missing."""

    leaf: int
    conditions: tuple[tuple[str, str, str | float], ...]  # attribute, operator, value
    words: tuple[str, ...]  # the same, for people
    answer: str
    support: float
    confidence: float | None  # share of the rows that the answer is right for; of numbers none
    held_out_support: float | None
    held_out_confidence: float | None
    mean: float | None = None  # of a numeric target
    sd: float | None = None

    def sentence(self, unit: str = "") -> str:
        """The rule in words, with its evidence."""
        start = f"If {' and '.join(self.words)}, then" if self.words else "Always"
        if self.mean is not None:
            return f"{start} {unit} {number(self.mean)} ± {number(self.sd or 0.0)} ({_rows(self.support)})."
        evidence = f"{percent(self.confidence or 0)} of {_rows(self.support)}"
        if self.held_out_support is not None:
            known = self.held_out_confidence is not None
            held = f"{percent(self.held_out_confidence or 0)} of " if known else ""
            evidence += f"; held out: {held}{_rows(self.held_out_support)}"
        return f"{start} {self.answer} ({evidence})."

    def to_document(self) -> dict[str, Any]:
        document = {
            "conditions": [
                {"attribute": encodable(name), "op": op, "value": encodable(value) if isinstance(value, str) else value}
                for name, op, value in self.conditions
            ],
            "class": encodable(self.answer),
            "support": self.support,
            "confidence": self.confidence,
            "held_out_support": self.held_out_support,
            "held_out_confidence": self.held_out_confidence,
        }
        return document if self.mean is None else document | {"mean": self.mean, "sd": self.sd}


def learned_rules(learned: Learned) -> tuple[LearnedRule, ...]:
    """The rules of a tree, the left child first; leaves that no training row reaches are omitted."""
    tree = learned.tree
    steps = _steps(tree)
    return tuple(
        _rule(learned, leaf, path, _tightest(steps[leaf]))
        for leaf, path in walk(tree.tree)
        if tree.tree.attribute[leaf] == LEAF and (tree.rows[leaf] > 0 or leaf == 0)
    )


def rule_table(learned: Learned) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The rules for a table: its heads, then for each rule its words, rows and how often it is right.

    There are no columns about held-out rows where none were held out.
    """
    is_number = learned.tree.numbers is not None
    heads = ("If", "then", "rows", "spread" if is_number else "correct", "held out", "held out, correct")
    n_heads = 4 if learned.tree.held_out is None else 5 if is_number else 6
    rows: list[tuple[str, ...]] = [
        (
            " and ".join(rule.words) or "always",
            number(rule.mean) if rule.mean is not None else rule.answer,
            f"{rule.support:,.0f}",
            f"± {number(rule.sd or 0.0)}" if is_number else percent(rule.confidence or 0.0),
            "–" if not rule.held_out_support else f"{rule.held_out_support:,.0f}",
            "–" if rule.held_out_confidence is None else percent(rule.held_out_confidence),
        )[:n_heads]
        for rule in learned_rules(learned)
    ]
    return heads[:n_heads], rows


def rules_document(learned: Learned) -> dict[str, Any]:
    """The rules as plain values."""
    rules = [rule.to_document() for rule in learned_rules(learned)]
    return {"format": RULES_FORMAT, "table": encodable(learned.table.name), "rules": rules}


def way_words(tree: LearnedTree) -> dict[int, tuple[str, ...]]:
    """For each node the answers that lead to it, one for each split: `income $0 to $15k`, `age ≤ 62`."""
    return {node: tuple(f"{name} {answer}" for name, answer in steps) for node, steps in _steps(tree).items()}


def _steps(tree: LearnedTree) -> dict[int, Steps]:
    """For each node the attributes on the way to it with what they answer."""
    found: dict[int, Steps] = {0: ()}
    for node, children in branches(tree).items():
        name = printable(tree.tree.attributes[int(tree.tree.attribute[node])])
        is_category = tree.tree.categories[int(tree.tree.attribute[node])] is not None
        for child, text in zip(children, branch_texts(tree, node), strict=True):
            plain = text if not is_category or text[:1] in "=≠" else f"= {text}"
            between = f"in {plain}" if not is_category and plain[:1] not in "≤>" else plain
            found[child] = (*found[node], (name, between))
    return found


def _tightest(steps: Steps) -> tuple[str, ...]:
    """The steps in words without those that a later one says better: of `a ≤ 5` and `a ≤ 3` the second stays."""
    kept: Steps = ()
    for name, answer in steps:
        sign = answer[0]
        idle = "" if sign == "≠" else sign if sign in "≤>" else "≤>≠"  # an interval or a value settles all bounds
        kept = (*(each for each in kept if each[0] != name or each[1][0] not in idle), (name, answer))
    return tuple(f"{name} {answer}" for name, answer in kept)


def _conditions(tree: LearnedTree, path: Path) -> Iterator[tuple[str, str, str | float]]:
    plain = tree.tree
    for node, goes_left in tightest_tests(plain, path):
        column = int(plain.attribute[node])
        values = plain.categories[column]
        if values is None:
            yield plain.attributes[column], "<=" if goes_left else ">", float(plain.threshold[node])
        else:
            yield plain.attributes[column], "=" if goes_left else "!=", values[int(plain.category[node])]


def _rule(learned: Learned, leaf: int, path: Path, words: tuple[str, ...]) -> LearnedRule:
    tree, numbers = learned.tree, learned.tree.numbers
    label = int(tree.tree.label[leaf])
    support = float(tree.rows[leaf])
    held = None if tree.held_out is None else tree.held_out[leaf]
    n_held = None if held is None else float(held.sum())
    return LearnedRule(
        leaf=leaf,
        conditions=tuple(_conditions(tree, path)),
        words=words,
        answer=tree.tree.class_names[label],
        support=support,
        confidence=float(tree.counts[leaf, label]) / support if support and numbers is None else None,
        held_out_support=n_held,
        held_out_confidence=float(held[label]) / n_held if held is not None and n_held and numbers is None else None,
        mean=None if numbers is None else float(numbers.mean[leaf]),
        sd=None if numbers is None else float(numbers.sd[leaf]),
    )


def _rows(n: float) -> str:
    shown = f"{n:,.0f}" if abs(n - round(n)) < 0.05 else f"{n:,.1f}"
    return f"{shown} {'row' if shown == '1' else 'rows'}"
