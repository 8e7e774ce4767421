"""The file of a store, or a backup of one, opened to be read by somebody who changes nothing in it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ksdt_core.store.folder import SETTING
from ksdt_core.store.problems import StoreError

WAIT_SECONDS = 15.0


def opened(path: Path, *, to_copy: bool = False) -> sqlite3.Connection:
    """A connection that sees one state at a time, also while the app writes; texts come as bytes.

    To check a store that nobody uses, it is read as it lies, and no file appears beside it. To copy one, SQLite itself
    sees to it that nobody writes into the file meanwhile, where it may.
    """
    if not path.is_file():
        raise StoreError("store-missing", path=path)
    if path.stat().st_size == 0:
        raise StoreError("store-empty", path=path, setting=SETTING)
    journal = path.with_name(f"{path.name}-wal")
    waits = journal.exists() and journal.stat().st_size > 0  # changes that are not in the file yet
    ways = ["mode=rw"] if to_copy else []
    ways += ["mode=ro"] if journal.exists() else []
    ways += ["mode=rw"] if waits else ["mode=ro&immutable=1"]
    last: sqlite3.Error | None = None
    for way in ways:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?{way}", uri=True, timeout=WAIT_SECONDS)
        connection.text_factory = bytes
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
        except sqlite3.Error as error:
            connection.close()
            last = error
        else:
            return connection
    raise StoreError("store-unreadable", path=path, reason=str(last))
