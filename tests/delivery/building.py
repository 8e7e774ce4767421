"""Wheel and sdist of a folder, and what the checkout holds."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Built:
    """What a build wrote."""

    wheel: Path
    sdist: Path


def build(source: Path, output: Path, *, umask: int = 0o022) -> Built:
    """Both, as `make wheel` builds them."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(output)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, stdin=subprocess.DEVNULL, umask=umask)
    return Built(next(output.glob("ksdt-*.whl")), next(output.glob("ksdt-*.tar.gz")))


def files_of_checkout(*, with_new: bool = True) -> set[str]:
    """What git keeps, and files that it was not told of yet."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("git tells what belongs to a checkout; here is none")
    new = ("--others", "--exclude-standard") if with_new else ()
    command = ["git", "ls-files", "-z", "--cached", *new]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    return {name for name in listed if name and (ROOT / name).is_file()}
