"""Wheel and sdist hold every file of the checkout that belongs there, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile

import pytest

from tests.delivery.building import ROOT, files_of_checkout

INSIDE = "ksdt_core/_app/"  # the app travels inside the package: nobody gets a top-level `pages`
NOT_TO_RUN = (  # whatever else a checkout holds is needed at run time
    *("tests/", "docs/", "benchmarks/", ".ci/", "assets/screenshots/", ".gitignore", "Makefile", "constraints.txt"),
    *("locks/", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md"),
    *("ARCHITECTURE.md", "CONTRIBUTING.md", ".pre-commit-config.yaml"),
)


@pytest.fixture(scope="module")
def wheel(built) -> dict[str, bytes]:
    with zipfile.ZipFile(built.wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def sdist(built) -> set[str]:
    with tarfile.open(built.sdist) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def placed(names: set[str]) -> dict[str, str]:
    """Where the wheel holds the files that are needed to run."""
    needed = (name for name in names if not name.startswith(NOT_TO_RUN))
    return {name if name.startswith("ksdt_core/") else INSIDE + name: name for name in needed}


def test_the_wheel_holds_all_that_runs_and_nothing_else(wheel):
    held = {name for name in wheel if ".dist-info/" not in name}
    assert set(placed(files_of_checkout(with_new=False))) - held == set()
    sources = placed(files_of_checkout())
    assert held - set(sources) == set()
    assert [name for name in held if wheel[name] != (ROOT / sources[name]).read_bytes()] == []


@pytest.mark.parametrize(
    "name",
    [
        *(f"{INSIDE}{name}" for name in ("app.py", "serve.py", "pages/common/frame.py", ".streamlit/config.toml")),
        *(f"{INSIDE}assets/{name}" for name in ("logo.svg", "references.bib", "data/catalogue.json")),
        *(f"{INSIDE}assets/components/{name}" for name in ("trees.js", "trees.css")),
        *(f"ksdt_core/reports/templates/report.{ending}" for ending in ("html.j2", "css.j2", "typ")),
        *("ksdt_core/__init__.pyi", "ksdt_core/py.typed"),
    ],
)
def test_one_of_each_kind_is_in_the_wheel(wheel, name):
    assert name in wheel


def test_the_wheel_declares_the_command_and_carries_the_licence(wheel):
    about = {name.partition(".dist-info/")[2]: text.decode() for name, text in wheel.items() if ".dist-info/" in name}
    assert "ksdt = ksdt_core.cli.entry:main" in about["entry_points.txt"]
    assert about["licenses/LICENSE"] == (ROOT / "LICENSE").read_text(encoding="utf-8")
    for version in ("3.11", "3.12", "3.13"):
        assert f"Classifier: Programming Language :: Python :: {version}\n" in about["METADATA"]


def test_the_sdist_is_the_checkout(sdist):
    kept = {name for name in files_of_checkout(with_new=False) if not name.startswith(".ci/")}
    assert kept - sdist == set()
    assert sdist - files_of_checkout() == {"PKG-INFO"}


def test_an_editable_install_runs_the_files_of_the_checkout(tmp_path):
    """Copies of the two scripts come with it, in a folder of the package's name that must not hide the package."""
    build = "import sys; from hatchling.build import build_editable; build_editable(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(tmp_path)], cwd=ROOT, check=True, stdin=subprocess.DEVNULL)
    with zipfile.ZipFile(next(tmp_path.glob("ksdt-*.whl"))) as archive:
        archive.extractall(tmp_path / "installed")
    used = """
import site, sys
from pathlib import Path
sys.path = [part for part in sys.path if not (Path(part) / "ksdt_core" / "__init__.py").is_file()]
site.addsitedir(sys.argv[1])
import ksdt_core
from ksdt_core.cli.app_command import entry_script
print(ksdt_core.__file__, entry_script())
"""
    command = [sys.executable, "-I", "-c", used, str(tmp_path / "installed")]
    said = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert said.stdout.split() == [str(ROOT / "ksdt_core" / "__init__.py"), str(ROOT / "serve.py")]
