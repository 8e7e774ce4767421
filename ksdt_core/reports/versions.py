"""The software that made a result's files."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

PROGRAM = "KSDT Explorer"
LIBRARIES = ("numpy", "numba", "pandas", "scipy", "scikit-learn")
"""Those whose numbers stand in results."""


def program_version() -> str:
    """The version of this package, or what it is called where it was never installed."""
    return _version("ksdt") or "unreleased"


def library_versions() -> dict[str, str]:
    """Python and the libraries by name; one that is not there is omitted."""
    found = {"Python": platform.python_version()}
    return found | {name: number for name in LIBRARIES if (number := _version(name))}


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
