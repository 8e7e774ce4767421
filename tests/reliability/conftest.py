"""Disks for tests: a small one that can be filled, and made read-only."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

MEGABYTES = 2


@dataclass(frozen=True, slots=True)
class Disk:
    """A disk of its own, in memory."""

    folder: Path

    def fill(self) -> None:
        """Until nothing more goes on it."""
        with suppress(OSError), (self.folder / "filler").open("ab", buffering=0) as stream:
            while True:
                stream.write(bytes(4096))

    def make_room(self) -> None:
        (self.folder / "filler").unlink()

    def set(self, how: str) -> None:
        """`ro` for reading alone, `rw` for all."""
        subprocess.run(["mount", "-o", f"remount,{how}", self.folder], check=True)

    def files(self) -> dict[str, bytes]:
        """What lies on it, by name."""
        found = (path for path in self.folder.rglob("*") if path.is_file() and path.name != "filler")
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in found}


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("a disk in memory cannot be mounted here: that needs Linux and the rights of root")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
