"""Help: at once, for every command, with an example that works."""

from __future__ import annotations

import re
import shlex
import sys
from importlib.metadata import PackageNotFoundError, version

import pytest

from tests.cli.running import in_process_of_its_own, said

COMMANDS = (
    "check",
    "mine",
    "weights",
    "show",
    "rules",
    "import",
    "patterns",
    "prune",
    "attributes",
    "export",
    "spectrum",
    "aggregate",
    "odt",
    "stability",
    "atlas",
    "datasets",
    "app",
    "verify",
    "backup",
    "restore",
)
OPTIONS = (
    *(
        "--target",
        "--left-target",
        "--right-target",
        "-k",
        "--method",
        "--weights",
        "--pool",
        "--aus",
        "--atd",
        "--ell",
    ),
    *("--attr-fraction", "--min-size", "--max-depth", "--traversal", "--exclude", "--roots", "--holdout", "--scale"),
    *("--criterion", "--costs", "--cost-rule", "--cost-weight"),
    *("--preset", "--permutations", "--cv", "--balance", "--class-map", "--attribute-map", "--value-map"),
    *("--missing", "--seed"),
    *("--workers", "-o", "--cut", "--left-cut", "--right-cut", "--sheet", "--left-sheet", "--right-sheet"),
    *("--scheduler", "--encoding", "--max-rows", "--max-columns", "--max-values", "--max-cell", "--max-size"),
)
HEAVY = ("numpy", "pandas", "numba", "scipy", "sklearn", "streamlit", "plotly", "rich")


@pytest.mark.parametrize("words", [(), *((command,) for command in COMMANDS)], ids=str)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_command_explains_itself_with_an_example(ksdt, words, flag):
    code, out, error = ksdt(*words, flag)
    assert (code, error) == (0, "")
    assert out.startswith(f"Usage: {' '.join(('ksdt', *words))} ")
    assert re.search(r"^  Example: ksdt \w", out, re.MULTILINE)


def test_no_words_at_all_is_a_call_for_help(ksdt):
    code, out, error = ksdt()
    assert (code, error) == (0, "")
    assert all(f"\n  {command} " in out for command in COMMANDS)


def test_the_options_of_the_miner_are_all_there(ksdt):
    out = ksdt("mine", "--help")[1]
    for option in OPTIONS:
        assert re.search(rf"^  {option}\b", out, re.MULTILINE), option


@pytest.mark.parametrize("command", ["mine", "show", "rules", "prune", "attributes", "datasets"])
def test_the_examples_work(ksdt, folder, command):
    """In the order of a first sitting: the other commands look at what `mine` wrote."""

    def example(name: str) -> list[str]:
        return shlex.split(re.search(r"Example: ksdt (.*)", ksdt(name, "--help")[1])[1])

    if command in ("show", "rules", "prune", "attributes"):
        assert ksdt(*example("mine"), "-k", "1", "--max-depth", "1")[0] == 0
    code, _, error = ksdt(*example(command))
    assert (code, said(error.encode())) == (0, "")


def test_the_version(ksdt):
    code, out, error = ksdt("--version")
    assert (code, error) == (0, "")
    try:
        assert out == f"ksdt {version('ksdt')}\n"
    except PackageNotFoundError:
        assert out == "ksdt (not installed)\n"


def test_help_loads_nothing_heavy(folder):
    script = (
        "import sys; from ksdt_core.cli.main import run; run(['mine', '--help']); "
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)), file=sys.stderr)"
    )
    done = in_process_of_its_own(cwd=folder, command=[sys.executable, "-c", script])
    assert done.stderr.decode() == "[]\n"


def test_the_module_of_the_entry_is_the_command(tmp_path):
    """`python -m ksdt_core.cli.entry` once did nothing and ended with 0."""
    assert in_process_of_its_own("--version", cwd=tmp_path).stdout.strip()
    assert in_process_of_its_own("mine", cwd=tmp_path).returncode == 2
