"""How the pair of a run was made, in words: class columns, cuts, sheets and maps of a request."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import groupby

from ksdt_core.data.model.preparation import Preparation
from ksdt_core.options import option_fields
from ksdt_core.reports.provenance import arrows, plain_words, quoted, value_words
from ksdt_core.store.pair_request import PairRequest, TableRequest

_TABLE = {"target": "Class column", "cut": "Cut at", "sheet": "Sheet", "encoding": "Encoding"}
_PAIR = {
    "class_map": "Classes renamed in both tables",
    "right_class_map": "Classes renamed first",
    "attribute_map": "Attributes matched manually",
    "rejected": "Suggested matches rejected",
    "exclude": "Excluded attributes",
}


def request_rows(request: PairRequest) -> list[tuple[str, str]]:
    """A row for everything that differs from its default, new fields of a request included."""
    options = {option.name: option for option in option_fields(Preparation)}
    rows = [row for side in (request.left, request.right) for row in _table_rows(side)]
    for field in fields(PairRequest):
        value = getattr(request, field.name)
        if field.name in ("left", "right") or value == field.default:
            continue
        if field.name == "value_map":
            rows += _value_rows(value)
        elif field.name in options:
            option = options[field.name].option
            rows.append((option.label, value_words(field.name, option, value, (request.left.name, request.right.name))))
        else:
            label = _PAIR.get(field.name, field.name.replace("_", " ").capitalize())
            if field.name == "right_class_map":
                label = f"Classes of {request.right.name} renamed first"
            rows.append((label, plain_words(value)))
    return rows


def _value_rows(value_map: tuple[tuple[str, str, str], ...]) -> Iterator[tuple[str, str]]:
    """As the settings of a run tell them: a row for each attribute, the values of the second table first."""
    for attribute, matches in groupby(value_map, key=lambda match: match[0]):
        yield f"Values of {attribute} renamed", arrows((right, left) for _, left, right in matches)


def _table_rows(table: TableRequest) -> list[tuple[str, str]]:
    rows = [("Table", f"{quoted(table.name)} ({table.origin} {table.id})")]
    for field in fields(TableRequest):
        value = getattr(table, field.name)
        if field.name not in ("origin", "id", "name") and value != field.default:
            label = _TABLE.get(field.name, field.name.replace("_", " ").capitalize())
            rows.append((f"{label} of {table.name}", plain_words(value)))
    return rows
