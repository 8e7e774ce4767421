"""A copy of the whole store, made while the app runs, and put back when it is needed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ksdt_core.errors import Remedy
from ksdt_core.formats.whole_file import whole_file
from ksdt_core.formats.write import reason_of
from ksdt_core.store.folder import FILE
from ksdt_core.store.opening import opened
from ksdt_core.store.problems import StoreError, make_folder
from ksdt_core.store.verifying import Verified, verified

PRIVATE = 0o600
BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a store that is in use
IN_USE_SECONDS = 2.0


def back_up(folder: Path, to: Path, *, damaged_too: bool = False) -> Verified:
    """Write a copy of the store in a folder, checked, whole or not at all."""
    source = folder / FILE
    _refuse_own(to, folder)
    with _refusing(to), whole_file(to.resolve(), mode=PRIVATE) as part:
        _copy(source, part)
        found = verified(part)
        if found.problems and not damaged_too:
            raise StoreError(
                "backup-of-damaged-store", folder=folder, reason=found.problems[0], remedies=(Remedy("force"),)
            )
    return found


def put_back(file: Path, folder: Path, *, replace: bool = False) -> Path | None:
    """Put a backup in place of the store in a folder; where the one that was there lies now, if there was one."""
    target = folder / FILE
    _refuse_own(file, folder)
    if not replace and target.exists() and target.stat().st_size > 0:
        raise StoreError("store-exists", folder=folder, remedies=(Remedy("force"),))
    make_folder(folder)
    with _refusing(target), whole_file(target, mode=PRIVATE) as part:
        _copy(file, part)
        found = verified(part)
        if found.problems:
            raise StoreError("backup-damaged", file=file, reason=found.problems[0])
        return _put_aside(target)


def _refuse_own(path: Path, folder: Path) -> None:
    own = {(folder / f"{FILE}{suffix}").resolve() for suffix in ("", *BESIDE)}
    if path.resolve() in own:
        raise StoreError("backup-is-the-store", path=path)


def _copy(source: Path, part: Path) -> None:
    """One state of the source, as a file that needs no other beside it."""
    try:
        with closing(opened(source, to_copy=True)) as reading, closing(sqlite3.connect(part)) as writing:
            writing.execute("PRAGMA journal_mode = OFF")  # a copy that is cut short is thrown away
            reading.backup(writing)
        with closing(sqlite3.connect(part)) as writing:
            writing.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.Error as error:
        raise StoreError("store-not-copied", source=source, reason=str(error)) from None
    handle = os.open(part, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _put_aside(target: Path) -> Path | None:
    """Give the store that is there another name as well: it is never away, whatever happens next."""
    is_there = target.exists()
    if is_there:
        _refuse_in_use(target)
    aside = _free_name(target)
    for suffix in BESIDE:  # of a store that is damaged or gone; a new one must not find them
        left = target.with_name(f"{target.name}{suffix}")
        if left.exists():
            left.rename(aside.with_name(f"{aside.name}{suffix}"))
    if not is_there:
        return None
    try:
        os.link(target, aside)
    except OSError:  # not every disk knows links
        shutil.copy2(target, aside)
    aside.chmod(PRIVATE)
    return aside


def _refuse_in_use(target: Path) -> None:
    """Only the last who has a store open can end its journal; that also puts all changes into the file itself."""
    try:
        with closing(sqlite3.connect(target, timeout=IN_USE_SECONDS)) as connection:
            ((mode,),) = connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    except sqlite3.DatabaseError as error:
        if "locked" not in str(error):
            return  # it is damaged, and is kept as it lies
        mode = "wal"
    if mode == "wal":
        raise StoreError("store-in-use", folder=target.parent)


def _free_name(target: Path) -> Path:
    stem = f"ksdt-replaced-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (target.with_name(f"{stem}{'' if not n else f'-{n}'}.sqlite3") for n in range(1000))
    return next(name for name in names if not name.exists())


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError("store-not-replaced", path=path, reason=reason_of(error)) from None
