"""What can be wrong with the store, each in one sentence with the way out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from ksdt_core.errors import KsdtError
from ksdt_core.store.folder import FILE, SETTING


class StoreError(KsdtError):
    """The store cannot be read or written; the text says why and what to do."""


class UnwritableError(StoreError):
    """Its place takes no change now; what is there may still be read."""


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Says in one sentence what is wrong with the file or its folder."""
    try:
        yield
    except DBAPIError as error:
        raise _problem(folder, str(error.orig)) from error
    except sqlite3.Error as error:  # while a connection is set up
        raise _problem(folder, str(error)) from error


def make_folder(folder: Path) -> None:
    """See to it that a folder of the store is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableError(
            f"the data folder {folder} cannot be made ({error.strerror}); name another with the setting {SETTING}."
        ) from None


def _problem(folder: Path, reason: str) -> StoreError:
    place, another = f"the store in {folder}", f"name another with the setting {SETTING}"
    if "full" in reason:
        return UnwritableError(f"{place} has no room left on its disk; make room, and what was kept before stays.")
    if "disk I/O" in reason:
        return UnwritableError(f"{place} cannot be written, its disk may be full or failing; make room, or {another}.")
    if "readonly" in reason or "read-only" in reason or "unable to open" in reason:
        return UnwritableError(f"{place} may not be written; let this user write there, or {another}.")
    if "locked" in reason:
        return StoreError(f"{place} is held by another program; close it and try again.")
    if "malformed" in reason or "not a database" in reason:
        return StoreError(f"{place} is damaged; put back a copy of {FILE}, or {another}.")
    return StoreError(f"{place} cannot be used ({reason}); {another}.")
