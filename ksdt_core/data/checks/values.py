"""Values of categorical attributes that the two tables write differently."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.data.checks.finding import Cell, Finding, evidence
from ksdt_core.data.checks.subject import Subject
from ksdt_core.data.checks.value_sets import Values
from ksdt_core.data.matching.value_matching import ValueMatch
from ksdt_core.errors import Remedy
from ksdt_core.text import counted, listed


def value_findings(subject: Subject) -> Iterator[Finding]:
    """Values that are the same but for how they are written, values that never agree, and numbers against texts."""
    suggested = subject.value_suggestions
    mended = {attribute for attribute, _, _ in suggested}
    yield from _written_otherwise(subject, suggested)
    rest = [values for values in subject.differing_values if values.attribute not in mended]
    yield from _never_agree(subject, [values for values in rest if values.apart and not values.measured])
    yield from _partly(subject, [values for values in rest if not values.apart and not values.measured])


def _written_otherwise(subject: Subject, suggested: tuple[ValueMatch, ...]) -> Iterator[Finding]:
    if suggested:
        attributes = list(dict.fromkeys(attribute for attribute, _, _ in suggested))
        pairs = listed((f"{new} = {old}" for _, new, old in suggested), most=4).replace("'", "")
        yield Finding(
            "warning",
            "value-names",
            f"{counted(len(attributes), 'attribute has', 'attributes have')} the same values written differently "
            f"({listed(attributes, most=3)}: {pairs}), so that trees take them for different ones.",
            f"{subject.left.name} and {subject.right.name}",
            perhaps=(Remedy("value_map"),),
            heading=("attribute", subject.left.name, subject.right.name),
            **evidence(list(suggested)),
        )


def _never_agree(subject: Subject, apart: list[Values]) -> Iterator[Finding]:
    if apart:
        yield Finding(
            "warning",
            "values-differ",
            f"{counted(len(apart), 'attribute has', 'attributes have')} no value that stands in both tables "
            f"({_named(apart)}), so that no tree can use {'it' if len(apart) == 1 else 'them'}.",
            f"{subject.left.name} and {subject.right.name}",
            perhaps=(Remedy("value_map"),),
            heading=("attribute", subject.left.name, subject.right.name),
            **evidence([_row(values, values.left, values.right) for values in apart]),
        )


def _partly(subject: Subject, partly: list[Values]) -> Iterator[Finding]:
    """Values of both tables without a partner; where only one table has more values than the other nothing is odd."""
    doubtful = [values for values in partly if values.only_left and values.only_right]
    if doubtful:
        yield Finding(
            "info",
            "values-partly",
            f"{counted(len(doubtful), 'attribute has', 'attributes have')} values in each table that the other does "
            f"not have ({_named(doubtful)}); trees can use only what stands in both.",
            f"{subject.left.name} and {subject.right.name}",
            perhaps=(Remedy("value_map"),),
            heading=("attribute", subject.left.name, subject.right.name),
            **evidence([_row(values, values.only_left, values.only_right) for values in doubtful]),
        )


def _row(values: Values, left: list[str] | tuple[str, ...], right: list[str] | tuple[str, ...]) -> tuple[Cell, ...]:
    return values.attribute, listed(left, most=5), listed(right, most=5)


def _named(found: list[Values]) -> str:
    return listed((values.attribute for values in found), most=3)
