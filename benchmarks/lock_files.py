"""The files in locks/: exact releases, the hashes of all their files, and which packages need them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "locks"
PROJECT = "ksdt"
LAYERS = ("build", "app", "test", "bench")  # each file adds to the one before it and names no package twice
_ENTRY = re.compile(r"(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?: ; (?P<marker>[^\\\n]+))?")


@dataclass(frozen=True, slots=True)
class Locked:
    """One release that may be installed."""

    name: str
    version: str
    marker: str  # where it is needed, such as sys_platform == 'win32'; empty: everywhere
    hashes: tuple[str, ...]  # SHA-256 of every file of the release, for all platforms and versions of Python
    needed_by: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        release = f"{self.name}=={self.version}{self.marker and f' ; {self.marker}'}"
        yield " \\\n    ".join([release, *(f"--hash=sha256:{each}" for each in self.hashes)])
        if self.needed_by:
            yield f"    # via {', '.join(self.needed_by)}"


def read_layer(layer: str) -> list[Locked]:
    return list(locked_in((FOLDER / f"{layer}.txt").read_text(encoding="utf-8")))


def read_locks() -> list[Locked]:
    """What all files lock, by name."""
    return sorted((each for layer in LAYERS for each in read_layer(layer)), key=lambda each: each.name)


def locked_in(text: str) -> Iterator[Locked]:
    """The releases in a lock file, or in what `uv pip compile --annotation-style line` writes."""
    for block in re.split(r"\n(?=\S)", text):
        if found := _ENTRY.match(block):
            hashes = tuple(sorted(re.findall(r"--hash=sha256:([0-9a-f]{64})\b", block)))
            needed_by = tuple(_needed_by(block.partition("# via ")[2]))
            name = str(canonicalize_name(found["name"]))
            yield Locked(name, found["version"], (found["marker"] or "").strip(), hashes, needed_by)


def _needed_by(words: str) -> Iterator[str]:
    """Names alone: the project without its file, and no file of constraints."""
    for word in words.split(", "):
        name = word.split(" (")[0].strip()
        if name and not name.startswith("-"):
            yield name


def pins() -> dict[str, str]:
    """The version of each package in constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if "==" in line and not line.startswith("#"))
    return {str(canonicalize_name(name)): version.strip() for name, version in pairs}


def about_project() -> dict[str, Any]:
    return _pyproject()["project"]


def declared() -> dict[str, list[Requirement]]:
    """What pyproject.toml asks for: under "build", "app" and the name of each extra."""
    about = about_project()
    build = _pyproject()["build-system"]["requires"]
    asked = {"build": build, "app": about["dependencies"], **about["optional-dependencies"]}
    return {key: [Requirement(line) for line in lines] for key, lines in asked.items()}


def _pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names_of(asked: Iterable[Requirement]) -> set[str]:
    return {str(canonicalize_name(each.name)) for each in asked}


def brought_by(names: set[str], locked: Iterable[Locked]) -> set[str]:
    """These packages and everything that they need in turn."""
    found, known = set(names), list(locked)
    while more := {each.name for each in known if found & set(each.needed_by)} - found:
        found |= more
    return found
