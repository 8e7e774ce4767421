"""A preparation with the options that fix what a check found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from ksdt_core.data.model.preparation import OF_ATTRIBUTES, Preparation
from ksdt_core.errors import Remedy
from ksdt_core.options import option_fields

P = TypeVar("P", bound=Preparation)
_KINDS = {field.name: field.kind for field in option_fields(Preparation)}


def prepared_with(how: P, remedy: Remedy) -> P:
    """The preparation with the option of a remedy; a remedy about something else changes nothing."""
    kind = _KINDS.get(remedy.option)
    if kind is None or not (remedy.values or kind is bool):
        return how
    if remedy.option == "convert":
        return with_more_conversions(how, remedy.values)
    value: Any = True if kind is bool else remedy.values if remedy.option in OF_ATTRIBUTES else remedy.values[0]
    return replace(how, **{remedy.option: kind(value) if kind in (int, float) else value})


def with_more_conversions(how: P, items: Iterable[str]) -> P:
    """Conversions on top of earlier ones; one of the same attribute and table replaces the earlier."""
    made = {item.rpartition("=")[0]: item for item in (*how.convert, *items)}
    return replace(how, convert=tuple(made.values()))
