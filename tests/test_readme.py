"""What README promises works as it is written."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ksdt_core.cli.main import app

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
COMMANDS = sorted({line.split()[1] for _, block in BLOCKS for line in block.splitlines() if line.startswith("ksdt ")})


def run_example(position: int) -> dict[str, object]:
    example = [block for language, block in BLOCKS if language == "python"][position]
    names: dict[str, object] = {}
    exec(compile(example, "README.md", "exec"), names)  # noqa: S102 our own text
    return names


def test_mining_example_runs(capsys):
    names = run_example(0)
    assert "sdtsq" in capsys.readouterr().out
    assert names["document"]["format"] == "ksdt-result/1"


def test_fourier_example_runs():
    names = run_example(1)
    assert names["alike"].shape == (20, 20)
    assert names["points"].points.shape == (20, 2)
    assert names["one"].n_nodes > 1


@cache
def help_of(command: str) -> Result:
    return CliRunner().invoke(app, [command, "--help"])


@pytest.mark.parametrize("command", COMMANDS)
def test_command_exists(command):
    answer = help_of(command)
    assert answer.exit_code == 0
    assert "Example" in answer.output


@pytest.mark.parametrize("option", sorted(set(re.findall(r"--[a-z][a-z-]+", README)) - {"--help"}))
def test_option_exists(option):
    assert any(option in help_of(command).output for command in COMMANDS)


@pytest.mark.parametrize("target", sorted(set(re.findall(r"(?:^|`)make (\w+)", README, flags=re.MULTILINE))))
def test_make_target_exists(target):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE)


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_link_leads_to_a_file(link):
    assert (ROOT / link).is_file()
