"""The versions that decide what is computed: equal ones give equal results."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version

PACKAGES = ("ksdt", "numpy", "numba", "pandas", "scipy", "scikit-learn", "distributed")


@dataclass(frozen=True, slots=True)
class Software:
    """Names with versions."""

    versions: tuple[tuple[str, str], ...]

    def differences(self, other: Software) -> str:
        """What differs, in words: `numpy 2.3.1 instead of 2.4.6`; empty where nothing does."""
        wanted = dict(other.versions)
        return ", ".join(
            f"{name} {found} instead of {wanted[name]}"
            for name, found in self.versions
            if found != wanted.get(name, found)
        )


@cache
def software_here() -> Software:
    """What this process runs."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return Software((("Python", python), *((package, _version(package)) for package in PACKAGES)))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "of unknown version"
