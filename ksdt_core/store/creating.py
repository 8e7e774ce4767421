"""A new store appears whole. A file of 0 bytes is therefore a store that was lost, and never one that is being made."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, NullPool, create_engine

from ksdt_core.formats.whole_file import whole_file
from ksdt_core.formats.write import NO_ROOM
from ksdt_core.store.folder import FILE, SETTING
from ksdt_core.store.migrating import bring_up_to_date
from ksdt_core.store.problems import StoreError, explained, problem_of


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
