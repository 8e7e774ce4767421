"""The libraries that this program is made with: their versions and licences, as their packages tell."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageMetadata, PackageNotFoundError, distribution, requires
from threading import Lock

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PACKAGE = "ksdt"
EXTRAS = ("cluster", "genes", "models")  # what a user may add; what only development needs is left aside
LONGEST = 60  # some packages give the whole text of the licence where its name belongs
_CLASSIFIER = "License :: "
_finding = Lock()


@dataclass(frozen=True, slots=True)
class Library:
    """One library that is installed."""

    name: str
    version: str
    licence: str
    purpose: str  # one line, in the words of its authors
    is_optional: bool  # only with an extra of the package


def libraries() -> tuple[Library, ...]:
    """What the package itself asks for, by name; what is not installed, such as extras, is omitted.

    It is found once: reading a hundred packages takes a quarter of a second, and many readers may ask at once.
    """
    with _finding:
        return _libraries()


@cache
def _libraries() -> tuple[Library, ...]:
    return tuple(_installed(asked.name for asked in _asked_for(PACKAGE, EXTRAS)))


def all_libraries() -> list[Library]:
    """These, and what they ask for in their turn."""
    return _installed(names_brought(EXTRAS))


def names_brought(extras: Iterable[str] = ()) -> set[str]:
    """Names of everything that comes with the package on this system, installed or not."""
    steps = [(PACKAGE, frozenset(extras))]
    for name, wanted in steps:  # grows as it is read
        for asked in _asked_for(name, wanted):
            step = (canonicalize_name(asked.name), frozenset(asked.extras))
            if step not in steps:
                steps.append(step)
    return {str(name) for name, _ in steps} - {PACKAGE}


def licence_of(about: PackageMetadata) -> str:
    """The licence as an expression, else its name, else what the classifiers say."""
    known = about.json
    for field in ("license_expression", "license"):
        words = str(known.get(field) or "").strip()
        if words and "\n" not in words and len(words) <= LONGEST:
            return words
    named = [line.split(" :: ")[-1] for line in known.get("classifier", []) if line.startswith(_CLASSIFIER)]
    return ", ".join(named) or "see the package"


def _installed(names: Iterable[str]) -> list[Library]:
    always, found = names_brought(), []
    for name in sorted({str(canonicalize_name(name)) for name in names}):
        with suppress(PackageNotFoundError):
            about = distribution(name).metadata
            purpose = " ".join(str(about.json.get("summary", "")).split())
            found.append(Library(about["Name"], about["Version"], licence_of(about), purpose, name not in always))
    return found


def _asked_for(package: str, extras: Iterable[str]) -> list[Requirement]:
    """What a package needs on this system; nothing is known of one that is not installed."""
    try:
        lines = [Requirement(line) for line in requires(package) or []]
    except PackageNotFoundError:
        return []
    surroundings = [{"extra": extra} for extra in ("", *extras)]
    return [line for line in lines if line.marker is None or any(map(line.marker.evaluate, surroundings))]
