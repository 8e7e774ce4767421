"""Rows that cannot be read, each on its own: one damaged byte hides one row, and never the others of its table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Column, ColumnElement, LargeBinary, RowMapping, Select, Table, cast, literal_column, select

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.store.database import Store
from ksdt_core.store.problems import DamagedError

WRONG = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError)  # from damaged text
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BadRow:
    """What is still known of a row that cannot be read."""

    id: str
    name: str

    @property
    def title(self) -> str:
        return f"{self.name} ({self.id})" if self.name else self.id


@contextmanager
def damage_is(damaged: DamagedError) -> Iterator[None]:
    """Whatever fails in the block fails because what was saved is not what was written; this says so."""
    try:
        yield
    except (DamagedError, InvalidDocumentError, *WRONG) as error:
        raise damaged from error


def readable(
    store: Store,
    query: Select[Any],
    made: Callable[[RowMapping], T],
    *,
    label: Column[str],
    order: Callable[[T], Any],
) -> tuple[list[T], list[BadRow]]:
    """What a query finds, made of its rows, and the rows of which nothing can be made.

    Where all is well that is one query. Otherwise every row is read on its own, and what was made is put in the order
    of the query by `order`, the largest first. The label is the column that names a row.
    """
    try:
        with store.reading() as connection:
            rows = connection.execute(query).mappings().all()
        return [made(row) for row in rows], []
    except (DamagedError, *WRONG):
        return _one_by_one(store, query, made, label, order)


def _one_by_one(
    store: Store,
    query: Select[Any],
    made: Callable[[RowMapping], T],
    label: Column[str],
    order: Callable[[T], Any],
) -> tuple[list[T], list[BadRow]]:
    good: list[T] = []
    bad: list[BadRow] = []
    table = label.table
    place: ColumnElement[int] = literal_column("rowid")
    with store.reading() as connection:
        numbers: Sequence[int] = connection.execute(select(place).select_from(table)).scalars().all()
    for number in numbers:
        try:
            with store.reading() as connection:
                row = connection.execute(query.where(place == number)).mappings().one_or_none()
            if row is not None:
                good.append(made(row))
        except (DamagedError, *WRONG):
            bad.append(_known(store, table, label, number))
    return sorted(good, key=order, reverse=True), bad


def _known(store: Store, table: Table, label: Column[str], number: int) -> BadRow:
    """The id and the name of a row, as far as they can be read."""

    def text(column: Column[str], instead: str) -> str:
        query = select(cast(column, LargeBinary)).where(literal_column("rowid") == number)
        try:
            with store.reading() as connection:
                found = connection.execute(query).scalar_one()
            return bytes(found).decode("utf-8", "replace")
        except (DamagedError, *WRONG):
            return instead

    return BadRow(text(table.c.id, f"row {number}"), text(label, ""))
