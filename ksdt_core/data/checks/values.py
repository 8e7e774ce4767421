"""Values of categorical attributes that the two tables write differently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ksdt_core.data.checks.finding import Cell, Finding, Level
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.checks.value_sets import Values
from ksdt_core.data.matching.value_matching import ValueMatch
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, listed


def value_findings(subject: Subject) -> Iterator[Finding]:
    """Values that are the same but for how they are written, values that never agree, and numbers against texts."""
    suggested = subject.value_suggestions
    explained = {attribute for attribute, _, _ in suggested}
    yield from _written_otherwise(subject, suggested)
    rest = [values for values in subject.differing_values if values.attribute not in explained]
    yield from _never_agree(subject, [values for values in rest if values.apart and not values.measured])
    yield from _partly(subject, [values for values in rest if not values.apart and not values.measured])


def _written_otherwise(subject: Subject, suggested: tuple[ValueMatch, ...]) -> Iterator[Finding]:
    if suggested:
        attributes = list(dict.fromkeys(attribute for attribute, _, _ in suggested))
        pairs = listed((f"{new} = {old}" for _, new, old in suggested), most=4).replace("'", "")
        text = (
            f"{_have(attributes)} the same values written differently ({listed(attributes, most=3)}: {pairs}); trees "
            "treat them as different values."
        )
        yield _finding(subject, "warning", "value-names", text, list(suggested))


def _never_agree(subject: Subject, apart: list[Values]) -> Iterator[Finding]:
    if apart:
        text = (
            f"{_have(apart)} no value in common in the two tables ({_named(apart)}), so no tree can use "
            f"{'it' if len(apart) == 1 else 'them'}."
        )
        rows = [_row(values, values.left, values.right) for values in apart]
        yield _finding(subject, "warning", "values-differ", text, rows)


def _partly(subject: Subject, partly: list[Values]) -> Iterator[Finding]:
    """Values of both tables without a partner; where only one table has more values than the other nothing is odd."""
    doubtful = [values for values in partly if values.only_left and values.only_right]
    if doubtful:
        text = (
            f"{_have(doubtful)} values that only one of the tables has ({_named(doubtful)}). Trees can use only "
            "values that are in both tables."
        )
        rows = [_row(values, values.only_left, values.only_right) for values in doubtful]
        yield _finding(subject, "info", "values-partly", text, rows)


def _finding(subject: Subject, level: Level, code: str, text: str, rows: Sequence[tuple[Cell, ...]]) -> Finding:
    """A finding about values of both tables; a value map may fix it."""
    left, right = subject.left.name, subject.right.name
    heading = ("attribute", left, right)
    where = f"{left} and {right}"
    return Finding(level, code, text, where, perhaps=(Remedy("value_map"),), heading=heading, details=tuple(rows))


def _have(found: Sequence[object]) -> str:
    return counted(len(found), "attribute has", "attributes have")


def _row(values: Values, left: list[str] | tuple[str, ...], right: list[str] | tuple[str, ...]) -> tuple[Cell, ...]:
    return values.attribute, listed(left, most=5), listed(right, most=5)


def _named(found: list[Values]) -> str:
    return listed((values.attribute for values in found), most=3)
