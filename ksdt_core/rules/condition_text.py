"""Conditions in symbols for tables (3.1 < alcohol ≤ 11.2) and in words for sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ksdt_core.rules.conditions import Condition, Value
from ksdt_core.trees.printable import printable

EVERYTHING = "all rows"
SYMBOLS = {"<=": "≤", ">": ">", "=": "=", "!=": "≠"}
WORDS = {"<=": "at or below", ">": "above"}


def conditions_text(conditions: Sequence[Condition], *, scale: str = "none", table: int | None = None) -> str:
    """All conditions in symbols: as mined (a percentile P of each table, or standard deviations, where a scale was
    chosen), or in the units of one table."""
    parts = [_merged(group, scale=scale, table=table) for group in by_attribute(conditions)]
    return " and ".join(parts) or EVERYTHING


def conditions_words(conditions: Sequence[Condition], tables: Sequence[str], *, scale: str = "none") -> str:
    """All conditions in words, each threshold in the units of both tables where these differ."""
    return listed([_in_words(group, tables, scale=scale) for group in by_attribute(conditions)])


def listed(parts: Sequence[str]) -> str:
    """a, b and c."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def by_attribute(conditions: Sequence[Condition]) -> Iterator[list[Condition]]:
    """Conditions on the same attribute together; those of a path are in this order already."""
    for _, group in groupby(conditions, key=lambda condition: condition.column):
        yield list(group)


def mined_text(value: float, scale: str) -> str:
    """A threshold as mined."""
    if scale == "rank":
        return f"P{100 * value:.1f}"
    return f"{value:+.2f} sd" if scale == "zscore" else number_text(value)


def number_text(value: Value) -> str:
    """A number with six digits, or a category."""
    return printable(value) if isinstance(value, str) else f"{value:.6g}"


def _merged(group: list[Condition], *, scale: str, table: int | None) -> str:
    attribute = printable(group[0].attribute)

    def shown(condition: Condition) -> str:
        if table is not None or not condition.is_numeric:
            return number_text(condition.values[table or 0])
        return mined_text(float(condition.value), scale)

    if len(group) == 2 and group[0].op == ">" and group[1].op == "<=":
        return f"{shown(group[0])} < {attribute} ≤ {shown(group[1])}"
    if group[0].op == "!=":
        return f"{attribute} ≠ {', '.join(shown(condition) for condition in group)}"
    return " and ".join(f"{attribute} {SYMBOLS[condition.op]} {shown(condition)}" for condition in group)


def _in_words(group: list[Condition], tables: Sequence[str], *, scale: str) -> str:
    attribute = printable(group[0].attribute)
    if not group[0].is_numeric:
        values = " or ".join(number_text(condition.value) for condition in group)
        return f"{attribute} {'other than ' if group[0].op == '!=' else '= '}{values}"
    first, *second = group  # with a lower bound the upper one needs fewer words
    text = f"{attribute} {WORDS[first.op]} {_units(first, tables, scale=scale)}"
    return "".join([text, *(f" up to {_units(condition, tables, scale=scale)}" for condition in second)])


def _units(condition: Condition, tables: Sequence[str], *, scale: str) -> str:
    """−1.2 in gse1992 and 350 in gse4335 (41st percentile of each)."""
    texts = [number_text(value) for value in condition.values]
    mined = _scale_words(float(condition.value), scale)
    if len(set(texts)) == 1:
        return f"{texts[0]}{f' ({mined})' if mined else ''}"
    named = " and ".join(f"{text} in {printable(name)}" for text, name in zip(texts, tables, strict=True))
    return f"{named}{f' ({mined} of each)' if mined else ''}"


def _scale_words(value: float, scale: str) -> str:
    if scale == "rank":
        percent = 100 * value
        return f"{ordinal(round(percent)) if 1 <= percent <= 99 else f'{percent:.1f}th'} percentile"
    return f"{value:+.2f} standard deviations" if scale == "zscore" else ""


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
