"""Runs every command and every page of a checkout and saves what they give."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.corpus.commands import TABLES, commands

PAGE_TREES = Path(__file__).with_name("page_trees.py")
COMMAND = "from ksdt_core.cli.entry import main; main()"


def save(folder: Path, checkout: Path) -> None:
    """The folder then holds `files/` (what commands wrote), `said/` (their output) and `pages.txt`."""
    files, said = folder / "files", folder / "said"
    files.mkdir(parents=True)
    said.mkdir()
    for name, text in TABLES.items():
        (files / name).write_text(text, encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout),
        "KSDT_DATA_FOLDER": str(folder / "kept"),
        "COLUMNS": "120",
    }
    with ThreadPoolExecutor(1) as pages:
        drawn = pages.submit(_save_pages, folder, checkout, environment)
        for number, (words, is_bad) in enumerate(commands(), start=1):
            _save_command(words, files, said / f"{number:03}-{'bad-' if is_bad else ''}{words[0]}.txt", environment)
        drawn.result()


def _save_command(words: list[str], files: Path, place: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, *words], cwd=files, env=environment, capture_output=True, text=True, check=False
    )
    parts = (f"$ ksdt {' '.join(words)}", f"exit code {done.returncode}", done.stdout, "--- said", done.stderr)
    place.write_text("\n".join(parts), encoding="utf-8")


def _save_pages(folder: Path, checkout: Path, environment: dict[str, str]) -> None:
    with (folder / "pages.txt").open("w", encoding="utf-8") as target:
        subprocess.run(
            [sys.executable, str(PAGE_TREES), str(checkout)],
            env=environment,
            cwd=checkout,
            stdout=target,
            stderr=subprocess.DEVNULL,
            check=True,
        )
