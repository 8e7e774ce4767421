"""The wheel in an environment of its own, away from every checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from ksdt_core.store.folder import SETTING
from tests.delivery.building import ROOT

PATIENCE = 500  # seconds; the kernels are compiled again for each installation


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment that holds the wheel, and a folder to work in."""

    environment: Path
    folder: Path

    @property
    def command(self) -> str:
        return str(self.environment / "bin" / "ksdt")

    def run(self, *words: str) -> str:
        """What a command prints; it has to end well."""
        known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        settings = known | {SETTING: str(self.folder / "kept")}
        done = subprocess.run(
            words, cwd=self.folder, env=settings, check=False, timeout=PATIENCE,
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout


def install(wheel: Path, folder: Path, *, is_empty: bool) -> Installed:
    """Into an empty environment with all that the wheel asks for, or beside the libraries that are installed here."""
    environment, work = folder / "environment", folder / "work"
    work.mkdir()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    python = str(environment / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-compile"]
    what = ["-c", str(ROOT / "constraints.txt")] if is_empty else ["--no-deps", "--no-index"]
    subprocess.run([*pip, *what, str(wheel)], check=True, cwd=work, capture_output=True, stdin=subprocess.DEVNULL)
    installed = Installed(environment, work)
    if not is_empty:  # a plain line leads to libraries, but not to the checkout that is installed beside them
        lines = {sysconfig.get_path(kind) for kind in ("purelib", "platlib")}
        own = Path(installed.run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        (own / "libraries-of-the-tests.pth").write_text("\n".join(sorted(lines)), encoding="utf-8")
    return installed
