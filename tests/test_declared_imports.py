"""Whatever the package imports is declared: what comes only with another package may one day come no more."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from tests.import_rules import imports_of

ROOT = Path(__file__).resolve().parents[1]
OWN = {"ksdt_core", "pages"}


def plain(name: str) -> str:
    """A package by the letters that tell it apart: `Pydantic_Core>=2` is pydantic-core."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=~!; ]", name)[0]).lower()


def test_every_package_that_is_imported_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = {
        plain(name)
        for name in (
            *project["dependencies"],
            *(name for extra in ("cluster", "genes", "models") for name in extras[extra]),
        )
    }
    files = [ROOT / "app.py", ROOT / "serve.py", *(path for folder in OWN for path in (ROOT / folder).rglob("*.py"))]
    found = {
        target.split(".")[0]
        for path in files
        for target in (found.target for found in imports_of(path.read_text(encoding="utf-8")))
        if not target.startswith(".")
    }
    brought_by = packages_distributions()
    foreign = found - OWN - set(sys.stdlib_module_names)
    assert {
        name for name in foreign if not {plain(package) for package in brought_by.get(name, [])} & declared
    } == set()
