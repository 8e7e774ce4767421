"""Conditions in symbols for tables (3.1 < alcohol ≤ 11.2) and in words for sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from ksdt_core.rules.conditions import Condition, Value
from ksdt_core.text import beside, code_set, printable, true_minus

EVERYTHING = "all rows"
SYMBOLS = {"<=": "≤", ">": ">", "=": "=", "!=": "≠"}
WORDS = {"<=": "at or below", ">": "above"}


def conditions_text(conditions: Sequence[Condition], *, table: int | None = None) -> str:
    """All conditions in symbols, in the units of both tables (`age ≤ 10.9 | 11.0`) or of one."""
    parts = [_merged(group, table=table) for group in by_attribute(conditions)]
    return " and ".join(parts) or EVERYTHING


def conditions_words(conditions: Sequence[Condition], tables: Sequence[str]) -> str:
    """All conditions in words, each threshold in the units of both tables where these differ."""
    return listed([_in_words(group, tables) for group in by_attribute(conditions)])


def listed(parts: Sequence[str]) -> str:
    """a, b and c."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def by_attribute(conditions: Sequence[Condition]) -> Iterator[list[Condition]]:
    """Conditions on the same attribute together; those of a path are in this order already."""
    for _, group in groupby(conditions, key=lambda condition: condition.column):
        yield list(group)


def number_text(value: Value) -> str:
    """A number with six digits, or a category."""
    return printable(value) if isinstance(value, str) else true_minus(f"{value:.6g}")


def shown_text(condition: Condition, table: int | None = None) -> str:
    """The value of a condition in the units of one table, or of both: `10.9 | 11.0`."""
    if not condition.is_numeric:
        return number_text(condition.value)
    texts = condition.shown or tuple(map(number_text, condition.values))
    if table is not None:
        return texts[table]
    return texts[0] if len(texts) == 1 else beside(*texts)


def _code_text(group: list[Condition]) -> str:
    """Which codes meet all conditions of a group, as `= 3`; empty where they are no codes."""
    codes = group[0].codes
    if not all(condition.codes for condition in group):
        return ""
    kept = [code for code in codes if all((code <= float(each.values[0])) == (each.op == "<=") for each in group)]
    return code_set(kept) if kept else ""


def _merged(group: list[Condition], *, table: int | None) -> str:
    attribute, codes = printable(group[0].attribute), _code_text(group)
    if codes:
        return f"{attribute} {codes}"
    shown = partial(shown_text, table=table)
    if len(group) == 2 and group[0].op == ">" and group[1].op == "<=":
        return f"{shown(group[0])} < {attribute} ≤ {shown(group[1])}"
    if group[0].op == "!=":
        return f"{attribute} ≠ {', '.join(shown(condition) for condition in group)}"
    return " and ".join(f"{attribute} {SYMBOLS[condition.op]} {shown(condition)}" for condition in group)


def _in_words(group: list[Condition], tables: Sequence[str]) -> str:
    attribute, codes = printable(group[0].attribute), _code_text(group)
    if codes:
        return f"{attribute} {codes}"
    if not group[0].is_numeric:
        values = " or ".join(number_text(condition.value) for condition in group)
        return f"{attribute} {'other than ' if group[0].op == '!=' else '= '}{values}"
    first, *second = group  # with a lower bound the upper one needs fewer words
    text = f"{attribute} {WORDS[first.op]} {_units(first, tables)}"
    return "".join([text, *(f" up to {_units(condition, tables)}" for condition in second)])


def _units(condition: Condition, tables: Sequence[str]) -> str:
    """−1.2 in gse1992 and 350 in gse4335; one number where both agree."""
    texts = [shown_text(condition, table) for table in range(len(condition.values))]
    if len(set(texts)) == 1:
        return texts[0]
    return " and ".join(f"{text} in {printable(name)}" for text, name in zip(texts, tables, strict=True))
