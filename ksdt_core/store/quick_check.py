"""A look of a few seconds at the structure of the file of a store."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from ksdt_core.store.folder import FILE
from ksdt_core.store.opening import opened
from ksdt_core.store.problems import StoreError

LONGEST_SECONDS = 3.0  # before the app starts; ksdt verify takes the time that it needs
STEPS_BETWEEN_LOOKS = 10_000  # of SQLite, a few milliseconds


def damage_found(folder: Path, seconds: float = LONGEST_SECONDS) -> str | None:
    """A sentence on what a short look at the store in a folder finds damaged; None: nothing so far."""
    try:
        found = quick_problem(folder / FILE, seconds)
    except StoreError as error:
        return str(error)
    if found is None:
        return None
    return (
        f"the store in {folder} is damaged ({found}); the app shows what can be read. List the damage with ksdt "
        "verify, and restore a backup with ksdt restore FILE."
    )


def quick_problem(path: Path, seconds: float) -> str | None:
    """What SQLite finds wrong with a file in so many seconds; of a large one that is a part."""
    end = time.monotonic() + seconds
    with closing(opened(path)) as connection:
        connection.set_progress_handler(lambda: int(time.monotonic() > end), STEPS_BETWEEN_LOOKS)
        try:
            ((found,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
        except sqlite3.Error as error:
            return None if "interrupted" in str(error) else str(error)
    return None if found == b"ok" else in_one_line(found)


def in_one_line(found: bytes | str) -> str:
    """What SQLite says, in one line."""
    text = found if isinstance(found, str) else found.decode("utf-8", "replace")
    return " ".join(text.split())
