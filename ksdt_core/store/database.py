"""The store: one SQLite file. Every change is one transaction, so that a process killed in the middle loses nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from ksdt_core.errors import KsdtError
from ksdt_core.store.folder import SETTING, data_folder
from ksdt_core.store.schema import UPGRADES, VERSION, metadata

FILE = "ksdt.sqlite3"
WAIT_MILLISECONDS = 15_000  # as long as another process may hold the file
_WRITES = "ksdt_writes"


class StoreError(KsdtError):
    """The store cannot be read or written; the text says why and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Store:
    """An open store."""

    folder: Path
    engine: Engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the store."""
        with _explained(self.folder), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection whose changes are kept together, or not at all."""
        with _explained(self.folder), self.engine.execution_options(**{_WRITES: True}).begin() as connection:
            yield connection


def open_store(folder: Path | None = None) -> Store:
    """The store in this folder (default: the user's data folder), made or brought up to date where needed."""
    folder = data_folder() if folder is None else folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"the data folder {folder} cannot be made ({error.strerror}); name another with the setting {SETTING}."
        ) from None
    place = URL.create("sqlite", database=str(folder / FILE))  # a folder may be called "50%?"
    engine = create_engine(place, connect_args={"timeout": WAIT_MILLISECONDS / 1000})
    event.listen(engine, "connect", _set_up_connection)
    event.listen(engine, "begin", _begin)
    store = Store(folder, engine)
    with store.writing() as connection:
        _bring_up_to_date(connection, folder)
    return store


def _set_up_connection(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver would begin a transaction only at the first change, see _begin
    for pragma in (
        f"busy_timeout = {WAIT_MILLISECONDS}",
        "journal_mode = WAL",  # readers and one writer do not wait for each other
        "synchronous = NORMAL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    """A writer takes its turn before it reads: what it decides by what it read is still so when it writes."""
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _bring_up_to_date(connection: Connection, folder: Path) -> None:
    found = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    if found > VERSION:
        raise StoreError(
            f"the store in {folder} was written by a newer version of KSDT Explorer (format {found}, this one knows "
            f"{VERSION}); update ksdt, or name another folder with the setting {SETTING}."
        )
    if found == VERSION:
        return
    for version in range(max(found, 1), VERSION):
        UPGRADES[version](connection)
    metadata.create_all(connection)
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Says in one sentence what is wrong with the file or its folder."""
    try:
        yield
    except DBAPIError as error:
        raise StoreError(_sentence(folder, str(error.orig))) from error
    except sqlite3.Error as error:  # while a connection is set up
        raise StoreError(_sentence(folder, str(error))) from error


def _sentence(folder: Path, reason: str) -> str:
    place = f"the store in {folder}"
    if "full" in reason:
        return f"{place} has no room left on its disk; make room, and what was kept before stays."
    if "readonly" in reason or "read-only" in reason or "unable to open" in reason:
        return f"{place} may not be written; let this user write there, or name another with the setting {SETTING}."
    if "locked" in reason:
        return f"{place} is held by another program; close it and try again."
    if "malformed" in reason or "not a database" in reason:
        return f"{place} is damaged; put back a copy of {FILE}, or name another folder with the setting {SETTING}."
    return f"{place} cannot be used ({reason}); name another folder with the setting {SETTING}."
