"""Files that appear whole: written beside their place and then put there. Every file of this project is written so."""

from __future__ import annotations

import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX, SUFFIX = ".ksdt-", ".part"
STALE_SECONDS = 3600.0  # no part is written for so long: what is older was left by a process that was killed


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """Where to write: once the block has ended it is put in its place, and after a failure all is as it was."""
    _remove_stale_parts(target.parent)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=PREFIX, suffix=SUFFIX)
    os.close(handle)
    part = Path(name)
    try:
        yield part
        part.chmod(_mode_for(target))
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    _sync_folder(target.parent)


def write_synced(part: Path, data: bytes) -> None:
    """Write bytes and wait until they are on the disk: a full one is noticed here."""
    with part.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    """The new name outlasts a power cut, too; not every system can be asked for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _remove_stale_parts(folder: Path) -> None:
    with suppress(OSError):
        for part in folder.glob(f"{PREFIX}*{SUFFIX}"):
            with suppress(OSError):
                if time.time() - part.stat().st_mtime > STALE_SECONDS:
                    part.unlink()


def _mode_for(target: Path) -> int:
    """The mode of the file that is replaced, or that of any new file of this user."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
