"""Running the command, in a process of its own or right here."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ksdt_core.cli import main
from ksdt_core.cli.messages import sentence
from ksdt_core.errors import KsdtError

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "ksdt_core.cli.entry"]

LEFT = """\
age,height,colour,class
1,10,red,neg
2,11,red,neg
3,10,blue,neg
4,12,red,neg
5,11,blue,pos
6,13,blue,pos
7,12,red,pos
8,13,blue,pos
9,10,blue,pos
"""
RIGHT = """\
height,age,colour,class
20,2,red,neg
21,1,blue,neg
22,3,red,neg
20,4,red,pos
21,6,blue,pos
23,7,blue,pos
22,9,blue,pos
23,8,red,neg
"""


def write_tables(folder: Path) -> None:
    """Two small tables that share three attributes."""
    (folder / "left.csv").write_text(LEFT, encoding="utf-8")
    (folder / "right.csv").write_text(RIGHT, encoding="utf-8")


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT)}


def in_process_of_its_own(
    *arguments: str, cwd: Path, command: Sequence[str] = COMMAND, **options: Any
) -> subprocess.CompletedProcess[bytes]:
    """The command as a shell runs it."""
    settings: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 120} | options
    return subprocess.run([*command, *arguments], cwd=cwd, env=environment(), check=False, **settings)


def said(error: bytes) -> str:
    """What a command said, but for the line that a machine's first use brings."""
    lines = error.decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("ksdt: Compiling the mining kernels"))


def line_of(code: str, **facts: Any) -> str:
    """The line in which the command says an error with these facts."""
    return f"ksdt: {sentence(KsdtError(code, **facts))}"


class Here:
    """The command in this process: quick, with what it wrote to both streams."""

    def __init__(self, capfd: pytest.CaptureFixture[str]) -> None:
        self._capfd = capfd

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        self._capfd.readouterr()
        code = main.run(arguments)
        sys.stdout.flush()
        captured = self._capfd.readouterr()
        return code, captured.out, captured.err

    def refused(self, *arguments: str, code: str, **facts: Any) -> str:
        """The one line in which the command says an error with this code and at least these facts; it did nothing."""
        errors: list[KsdtError] = []

        def noted(error: KsdtError) -> str:
            errors.append(error)
            return sentence(error)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(main, "sentence", noted)
            exit_code, out, said = self(*arguments)
        assert (exit_code, out) == (2, ""), said
        assert said.startswith("ksdt: ")
        assert said.count("\n") == 1
        assert [error.code for error in errors] == [code], said
        assert {name: errors[0].facts.get(name) for name in facts} == facts
        return said
