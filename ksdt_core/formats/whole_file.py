"""Files that appear whole: written beside their place and then put there. Every file of this project is written so."""

from __future__ import annotations

import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX, SUFFIX = ".ksdt-", ".part"
STALE_SECONDS = 3600.0  # no part is written for so long: what is older was left by a process that was killed
PRIVATE, OF_ANY_NEW_FILE = 0o600, 0o666  # what is asked for; the system takes away what the user's umask forbids


@contextmanager
def whole_file(target: Path, *, mode: int | None = None, replace: bool = True) -> Iterator[Path]:
    """Where to write: once the block has ended it is put in its place, and after a failure all is as it was.

    The file gets these rights (default: those of the file it replaces, or of any new file of this user). Without
    `replace`, a file that came there meanwhile stays, and this one is dropped.
    """
    _remove_stale_parts(target.parent)
    wanted = _mode_of(target) if mode is None else mode
    part = _new_part(target.parent, OF_ANY_NEW_FILE if wanted is None else PRIVATE)
    try:
        yield part
        if wanted is not None:
            part.chmod(wanted)
        if replace:
            part.replace(target)
        else:
            _put_unless_there(part, target)
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


def _put_unless_there(part: Path, target: Path) -> None:
    try:
        os.link(part, target)
    except FileExistsError:
        pass
    except OSError:  # not every disk knows links
        if not target.exists():
            part.rename(target)
    part.unlink(missing_ok=True)


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


def _mode_of(target: Path) -> int | None:
    """The mode of the file that is replaced; None where there is none yet."""
    return stat.S_IMODE(target.stat().st_mode) if target.exists() else None


def _new_part(folder: Path, mode: int) -> Path:
    """An empty file with a name that nothing has.

    The system applies the umask when it makes the file. To ask for the umask it would have to be changed for a moment,
    and with it that of every other thread.
    """
    part = folder / f"{PREFIX}{secrets.token_hex(8)}{SUFFIX}"
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
    return part
