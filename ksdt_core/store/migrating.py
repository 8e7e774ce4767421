"""Bringing an older store up to date: all steps in one transaction, after a copy of the file was put beside it.

A process killed on the way leaves the older store as it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection

from ksdt_core.formats.whole_file import whole_file
from ksdt_core.formats.write import reason_of
from ksdt_core.store.folder import FILE, SETTING
from ksdt_core.store.privacy import take_from_others
from ksdt_core.store.problems import StoreError, UnwritableError
from ksdt_core.store.schema import STEPS, Step, metadata


def version_of(connection: Connection) -> int:
    """The version that is written in the file; 0 where there is not a store yet."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())


def is_up_to_date(connection: Connection, folder: Path, steps: Sequence[Step] = STEPS) -> bool:
    """Whether the store needs no step; a newer one is refused."""
    found, known = version_of(connection), 1 + len(steps)
    if found > known:
        raise StoreError("store-newer", folder=folder, found=found, known=known, setting=SETTING)
    return found == known


def bring_up_to_date(connection: Connection, folder: Path, steps: Sequence[Step] = STEPS) -> None:
    """Make the store, or do the steps that it lacks. The connection is the one that may write now."""
    if is_up_to_date(connection, folder, steps):  # another process was quicker
        return
    found = version_of(connection)
    if found == 0:
        metadata.create_all(connection)
    else:
        _keep_copy(folder, found)
        for step in steps[found - 1 :]:
            step(connection)
    connection.exec_driver_sql(f"PRAGMA user_version = {1 + len(steps)}")


def copy_of(folder: Path, version: int) -> Path:
    """Where the store as it was before the steps is kept."""
    return folder / f"ksdt-version-{version}.sqlite3"


def copies_of(folder: Path) -> list[Path]:
    """The copies of older versions that lie beside a store."""
    return sorted(folder.glob("ksdt-version-*.sqlite3"))


def _keep_copy(folder: Path, version: int) -> None:
    """Its own connection sees the state before the transaction that has begun."""
    copy = copy_of(folder, version)
    try:
        with (
            whole_file(copy) as part,
            closing(sqlite3.connect(folder / FILE)) as source,
            closing(sqlite3.connect(part)) as target,
        ):
            target.execute("PRAGMA journal_mode = OFF")  # a copy that is cut short is thrown away
            source.backup(target)
        take_from_others(copy)
    except OSError as error:
        raise UnwritableError(
            "store-copy-not-written", folder=folder, file=copy.name, reason=reason_of(error)
        ) from None
