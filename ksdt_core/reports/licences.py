"""The libraries that this program is made with: their versions and licences, as their packages tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageMetadata, PackageNotFoundError, distribution, requires

PACKAGE = "ksdt"
LONGEST = 60  # some packages give the whole text of the licence where its name belongs
_NAME = re.compile(r"^[A-Za-z0-9._-]+")
_CLASSIFIER = "License :: "


@dataclass(frozen=True, slots=True)
class Library:
    """One library that is installed."""

    name: str
    version: str
    licence: str
    purpose: str  # one line, in the words of its authors
    is_optional: bool  # only with an extra of the package


def libraries() -> list[Library]:
    """What the package needs, by name; what is not installed, such as extras, is left out."""
    found = []
    for name, is_optional in sorted(_requirements()):
        try:
            about = distribution(name).metadata
        except PackageNotFoundError:
            continue
        purpose = " ".join((about["Summary"] or "").split())
        found.append(Library(about["Name"], about["Version"], licence_of(about), purpose, is_optional))
    return found


def licence_of(about: PackageMetadata) -> str:
    """The licence as an expression, else its name, else what the classifiers say."""
    known = about.json
    for field in ("license_expression", "license"):
        words = str(known.get(field) or "").strip()
        if words and "\n" not in words and len(words) <= LONGEST:
            return words
    named = [line.split(" :: ")[-1] for line in known.get("classifier", []) if line.startswith(_CLASSIFIER)]
    return ", ".join(named) or "see the package"


def _requirements() -> Iterator[tuple[str, bool]]:
    """Names of what is needed to run, and whether an extra needs it; development is left aside."""
    try:
        lines = requires(PACKAGE) or []
    except PackageNotFoundError:  # a checkout that was never installed
        return
    for line in lines:
        name, condition = _NAME.match(line), line.partition(";")[2]
        is_optional = "extra ==" in condition
        if name and (not is_optional or "genes" in condition):
            yield name.group().lower(), is_optional
