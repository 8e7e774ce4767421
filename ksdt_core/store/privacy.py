"""The store is for the user who runs the app: nobody else on the machine may read its files."""

from __future__ import annotations

import stat
from contextlib import suppress
from pathlib import Path

from ksdt_core.store.folder import FILE

FOLDER_MODE = 0o700  # of folders that we make; one that was there keeps its mode
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def keep_private(folder: Path) -> None:
    """Take every right on the file of the store, and on those beside it, from the group and from others."""
    for path in (folder / FILE, folder / f"{FILE}-wal", folder / f"{FILE}-shm"):
        take_from_others(path)


def take_from_others(path: Path) -> None:
    """Its owner's rights stay as they are. Files of another user, or of a system without rights, stay, too."""
    with suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & _OTHERS:
            path.chmod(mode & ~_OTHERS)
