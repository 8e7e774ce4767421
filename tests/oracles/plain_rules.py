"""Rule post-pruning word by word: every number counted again from the rows, shares as exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Test = tuple[int, str, tuple[float, ...]]
"""Column, operator, and the value in the units of each table (a category's code)."""


@dataclass(frozen=True)
class PlainTable:
    """Rows and their classes."""

    rows: Sequence[Sequence[float]]
    classes: Sequence[int]


@dataclass(frozen=True)
class PlainRule:
    """If all tests hold, then the class."""

    tests: tuple[Test, ...]
    answer: int


def holds(test: Test, row: Sequence[float], table: int) -> bool:
    column, op, values = test
    cell, value = row[column], values[table]
    return {"<=": cell <= value, ">": cell > value, "=": cell == value, "!=": cell != value}[op]


def covers(rule: PlainRule, row: Sequence[float], table: int) -> bool:
    return all(holds(test, row, table) for test in rule.tests)


def covered_rows(rule: PlainRule, tables: Sequence[PlainTable]) -> int:
    return sum(covers(rule, row, t) for t, table in enumerate(tables) for row in table.rows)


def reliability(rule: PlainRule, tables: Sequence[PlainTable]) -> Fraction:
    """The smallest confidence over the tables."""
    shares = []
    for t, table in enumerate(tables):
        classes = [c for row, c in zip(table.rows, table.classes, strict=True) if covers(rule, row, t)]
        shares.append(Fraction(classes.count(rule.answer), len(classes)) if classes else Fraction(0))
    return min(shares)


def shared_accuracy(rules: Sequence[PlainRule], default: int, tables: Sequence[PlainTable]) -> Fraction:
    """The smallest accuracy over the tables of the list: the first rule that covers a row answers it."""
    shares = []
    for t, table in enumerate(tables):
        n_right = 0
        for row, truth in zip(table.rows, table.classes, strict=True):
            n_right += truth == next((rule.answer for rule in rules if covers(rule, row, t)), default)
        shares.append(Fraction(n_right, len(table.rows)))
    return min(shares)


def reduced(paths: Sequence[PlainRule], tables: Sequence[PlainTable], n_classes: int) -> tuple[list[PlainRule], int]:
    """The reduced list of the rules of a tree (in the order of its leaves), and the class of the default."""
    rules = sorted(paths, key=lambda rule: (-reliability(rule, tables), -covered_rows(rule, tables)))
    for position in range(len(rules)):
        while (shorter := _without_a_test(rules, position, tables)) is not None:
            rules[position] = shorter
    best: tuple[tuple[Fraction | int, ...], list[PlainRule], int] | None = None
    for default in range(n_classes):
        kept = _without_idle_rules(rules, default, tables)
        n_rows = sum(list(table.classes).count(default) for table in tables)
        n_tests = sum(len(rule.tests) for rule in kept)
        worth = (-shared_accuracy(kept, default, tables), len(kept), n_tests, -n_rows)
        if best is None or worth < best[0]:
            best = (worth, kept, default)
    assert best is not None
    return best[1], best[2]


def _without_a_test(rules: list[PlainRule], position: int, tables: Sequence[PlainTable]) -> PlainRule | None:
    rule = rules[position]
    before = shared_accuracy(rules, 0, tables)
    allowed = []
    for at in range(len(rule.tests)):
        shorter = PlainRule(rule.tests[:at] + rule.tests[at + 1 :], rule.answer)
        changed = [*rules[:position], shorter, *rules[position + 1 :]]
        if reliability(shorter, tables) >= reliability(rule, tables) and shared_accuracy(changed, 0, tables) >= before:
            allowed.append(((-reliability(shorter, tables), -covered_rows(shorter, tables), at), shorter))
    return min(allowed, key=lambda each: each[0])[1] if allowed else None


def _without_idle_rules(rules: list[PlainRule], default: int, tables: Sequence[PlainTable]) -> list[PlainRule]:
    kept = list(rules)
    dropped = True
    while dropped:
        dropped = False
        for at in reversed(range(len(kept))):
            fewer = kept[:at] + kept[at + 1 :]
            if shared_accuracy(fewer, default, tables) >= shared_accuracy(kept, default, tables):
                kept, dropped = fewer, True
    return kept
