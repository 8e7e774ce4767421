"""Finds the Chromium that the browser tests and the benchmarks drive, and installs one where that is possible.

`python -m benchmarks.chromium` is what `make test` calls. It never fails: without a Chromium the browser tests are
skipped and say why.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The shell draws pages as Chromium does, without the window around them, in two thirds of the time.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL_SECONDS = 600


def find_chromium() -> Path | None:
    """The browser to drive: KSDT_CHROMIUM, one on the PATH, or the one playwright installed."""
    chosen = os.environ.get("KSDT_CHROMIUM")
    if chosen:
        return Path(chosen) if Path(chosen).is_file() else None
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return Path(found)
    return _find_playwrights_own()


def _find_playwrights_own() -> Path | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.is_file() else None


def install_chromium() -> None:
    """Installs a Chromium with the system's package manager when we may, else with playwright."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        _succeeds(["apt-get", "update", "-q"])
        if any(_succeeds(["apt-get", "install", "-q", "-y", package]) for package in (SHELL, "chromium")):
            return
    _succeeds([sys.executable, "-m", "playwright", "install", "chromium"])


def _succeeds(command: list[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, timeout=INSTALL_SECONDS, env=environment)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def main() -> None:
    if find_chromium() is None:
        print("No Chromium found; installing one for the browser tests.", flush=True)
        install_chromium()
    if find_chromium() is None:
        print("No Chromium could be installed: the browser tests will be skipped.", file=sys.stderr)


if __name__ == "__main__":
    main()
