"""The store: one SQLite file. Every change is one transaction, so that a process killed in the middle loses nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from ksdt_core.formats.whole_file import whole_file
from ksdt_core.formats.write import NO_ROOM
from ksdt_core.store.folder import FILE, SETTING, data_folder
from ksdt_core.store.migrating import bring_up_to_date, is_up_to_date
from ksdt_core.store.privacy import keep_private
from ksdt_core.store.problems import StoreError, UnwritableError, explained, make_folder, problem_of

WAIT_MILLISECONDS = 15_000  # as long as another process may hold the file
_WRITES = "ksdt_writes"


@dataclass(frozen=True, slots=True, eq=False)
class Store:
    """An open store."""

    folder: Path
    engine: Engine
    problem: UnwritableError | None = None  # why it takes no change; it is read as it lay when it was opened

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the store."""
        with explained(self.folder), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection whose changes are kept together, or not at all."""
        if self.problem is not None:
            raise copy(self.problem)  # a fresh one: several threads may be told
        try:
            with explained(self.folder), self.engine.execution_options(**{_WRITES: True}).begin() as connection:
                yield connection
        except UnwritableError:
            self.engine.dispose()  # a connection that was made while nothing could be written never writes
            raise


def open_store(folder: Path | None = None) -> Store:
    """The store in this folder (default: the user's data folder), made or brought up to date where needed.

    Where its place takes no change (a folder that may only be read, a full disk) what is there can still be read.
    """
    folder = data_folder() if folder is None else folder
    make_folder(folder)
    make_file(folder)
    keep_private(folder)
    store = Store(folder, create_engine(_place(folder), connect_args={"timeout": WAIT_MILLISECONDS / 1000}))
    event.listen(store.engine, "connect", _set_up_connection)
    event.listen(store.engine, "begin", _begin)
    try:
        with store.reading() as connection:
            if is_up_to_date(connection, folder):
                return store
        with store.writing() as connection:
            bring_up_to_date(connection, folder)
        keep_private(folder)  # once more, since the file may be new
    except UnwritableError as problem:
        store.engine.dispose()
        return _for_reading(folder, problem)
    return store


def _for_reading(folder: Path, problem: UnwritableError) -> Store:
    """The file as it lies, without those that SQLite keeps beside it; raises the problem where it is not whole."""
    path, waiting = folder / FILE, folder / f"{FILE}-wal"
    if not path.is_file() or (waiting.exists() and waiting.stat().st_size > 0):
        raise problem
    as_it_lies = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    connect = partial(sqlite3.connect, as_it_lies, uri=True, check_same_thread=False)
    store = Store(folder, create_engine(_place(folder), creator=connect), problem)
    with store.reading() as connection:
        if not is_up_to_date(connection, folder):
            raise problem
    return store


def _place(folder: Path) -> URL:
    return URL.create("sqlite", database=str(folder / FILE))  # a folder may be called "50%?"


def _set_up_connection(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver would start a transaction only at the first change, see _begin
    for pragma in (
        f"busy_timeout = {WAIT_MILLISECONDS}",
        "journal_mode = WAL",  # readers and one writer do not wait for each other
        "synchronous = FULL",  # what was said to be kept outlasts a power cut, too
        "foreign_keys = ON",
        "secure_delete = ON",  # what is deleted is overwritten, not only marked as free
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    """A writer takes its turn before it reads: what it decides by what it read is still so when it writes."""
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def make_file(folder: Path) -> None:
    """Make the file of the store unless there is one; an empty one is refused."""
    path = folder / FILE
    try:
        if path.exists():
            _refuse_empty(path)
            return
        with explained(folder), whole_file(path, replace=False) as part:
            _fill(part, folder)
    except OSError as error:
        raise problem_of(folder, "full" if error.errno in NO_ROOM else "unable to open") from None


def _fill(part: Path, folder: Path) -> None:
    engine = create_engine(URL.create("sqlite", database=str(part)), poolclass=NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode = OFF")  # a part that is cut short is thrown away
        connection.commit()
        bring_up_to_date(connection, folder)
        connection.commit()


def _refuse_empty(path: Path) -> None:
    if path.stat().st_size == 0:
        raise StoreError("store-empty", path=path, setting=SETTING)
