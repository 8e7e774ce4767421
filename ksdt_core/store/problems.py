"""What can be wrong with the store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from ksdt_core.errors import KsdtError
from ksdt_core.store.folder import SETTING
from ksdt_core.store.privacy import FOLDER_MODE


class StoreError(KsdtError):
    """The store cannot be read or written."""


class UnwritableError(StoreError):
    """Its place takes no change now; what is there may still be read."""


class DamagedError(StoreError):
    """Something in it is not what was written."""


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Names what is wrong with the file or its folder."""
    try:
        yield
    except DBAPIError as error:
        raise problem_of(folder, str(error.orig)) from error
    except sqlite3.Error as error:  # while a connection is set up
        raise problem_of(folder, str(error)) from error


def make_folder(folder: Path) -> None:
    """See to it that a folder of the store is there."""
    try:
        folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableError("data-folder-not-made", folder=folder, reason=error.strerror, setting=SETTING) from None


def problem_of(folder: Path, reason: str) -> StoreError:
    """What is wrong, by what SQLite says of it."""
    if "full" in reason:
        return UnwritableError("store-disk-full", folder=folder)
    if "disk I/O" in reason:
        return UnwritableError("store-disk-failing", folder=folder, setting=SETTING)
    if "readonly" in reason or "read-only" in reason or "unable to open" in reason:
        return UnwritableError("store-read-only", folder=folder, setting=SETTING)
    if "locked" in reason:
        return StoreError("store-locked", folder=folder)
    if "malformed" in reason or "not a database" in reason or "decode" in reason:
        return DamagedError("store-damaged", folder=folder, setting=SETTING)
    return StoreError("store-unusable", folder=folder, reason=reason, setting=SETTING)
