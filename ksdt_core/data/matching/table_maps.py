"""An attribute map of several tables: a file with a column per table and a line per attribute."""

from __future__ import annotations

from collections.abc import Callable

from ksdt_core.data.matching.maps import MapSource, rows_of_names
from ksdt_core.errors import InvalidParameterError


def read_attribute_rows(source: MapSource, table_of: Callable[[str], str | None]) -> list[dict[str, str]]:
    """For each attribute its name in every table that has it.

    The first line names the tables; `table_of` returns the table that a heading means, or None. A cell is empty where
    the table does not have the attribute. No attribute of a table stands on two lines.
    """
    name = str(source if isinstance(source, str) else getattr(source, "name", "of several tables"))
    lines = rows_of_names(source, "attribute map", name, header=())
    if len(lines) < 2:
        raise InvalidParameterError("attribute-table-empty", file=name)
    tables = [_table(heading, table_of, name) for heading in lines[0][1]]
    if len(tables) < 2 or len(set(tables)) < len(tables):
        raise InvalidParameterError("attribute-table-heading-twice", file=name, tables=tuple(tables))
    rows: list[dict[str, str]] = []
    seen: set[tuple[str, str]] = set()
    for number, cells in lines[1:]:
        if len(cells) > len(tables):
            raise InvalidParameterError(
                "attribute-table-line", file=name, line=number, cells=len(cells), tables=len(tables)
            )
        row = {table: cell for table, cell in zip(tables, cells, strict=False) if cell}
        twice = seen & set(row.items())
        if twice:
            raise InvalidParameterError("two-partners", file=name, line=number, name=min(twice)[1])
        seen |= set(row.items())
        rows.append(row)
    return rows


def _table(heading: str, table_of: Callable[[str], str | None], name: str) -> str:
    found = table_of(heading)
    if found is None:
        raise InvalidParameterError("attribute-table-heading", file=name, heading=heading)
    return found
