"""Damage as disks and people do it: bytes of the file of a store, changed without SQLite knowing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from ksdt_core.store.database import Store
from ksdt_core.store.folder import FILE


def change_bytes(store: Store, old: bytes, new: bytes, *, last: bool = False) -> None:
    """Put other bytes of the same length in the place of some that lie in the file."""
    assert len(old) == len(new)
    store.engine.dispose()
    path = store.folder / FILE
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = path.read_bytes()
    at = data.rfind(old) if last else data.find(old)
    assert at >= 0, "these bytes are not there"
    path.write_bytes(data[:at] + new + data[at + len(old) :])


def change_value(folder: Path, table: str, column: str, value: bytes, *, row: str) -> None:
    """Put bytes into a text of one row, whether they are text or not."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.execute(f"UPDATE {table} SET {column} = CAST(? AS TEXT) WHERE id = ?", (value, row))
        connection.commit()
