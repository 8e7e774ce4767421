"""`python -m benchmarks.sbom`: docs/sbom.cdx.json, every package of the lock files as a CycloneDX bill of materials.

The same lock files give the same bytes: the file has no time and no serial number.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any

from benchmarks.lock_files import PROJECT, ROOT, Locked, about_project, brought_by, declared, names_of, read_locks
from ksdt_core.reports.licences import EXTRAS, licence_of

OUTPUT = ROOT / "docs" / "sbom.cdx.json"
UNKNOWN: list[dict[str, Any]] = []


def main() -> int:
    locked = read_locks()
    OUTPUT.write_text(as_text(bill_of(locked, {each.name: licences_of(each) for each in locked})), encoding="utf-8")
    return 0


def as_text(bill: dict[str, Any]) -> str:
    return json.dumps(bill, indent=1, ensure_ascii=False) + "\n"


def bill_of(locked: list[Locked], licences: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """The document, in the order of names."""
    scopes = scopes_of(locked)
    components = [_component(each, scopes[each.name], licences.get(each.name, UNKNOWN)) for each in locked]
    about = about_project()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": PROJECT,
                "name": PROJECT,
                "version": about["version"],
                "description": about["description"],
                "licenses": [{"expression": about["license"]}],
            }
        },
        "components": components,
        "dependencies": [_dependencies(PROJECT, PROJECT, locked)]
        + [_dependencies(each.name, _purl(each), locked) for each in locked],
    }


def scopes_of(locked: list[Locked]) -> dict[str, str]:
    """Required: with every installation; optional: with an extra; excluded: only to build, test and measure."""
    asked = declared()
    always = brought_by(names_of(asked["app"]), locked)
    chosen = brought_by(names_of(each for extra in EXTRAS for each in asked[extra]), locked)
    names = (each.name for each in locked)
    return {name: "required" if name in always else "optional" if name in chosen else "excluded" for name in names}


def licences_of(each: Locked) -> list[dict[str, Any]]:
    """As the package itself says; unknown where this very release is not installed, such as for other platforms."""
    try:
        about = distribution(each.name).metadata
    except PackageNotFoundError:
        return UNKNOWN
    if about["Version"] != each.version:
        return UNKNOWN
    if expression := about.get("License-Expression"):
        return [{"expression": expression}]
    return [{"license": {"name": licence_of(about)}}]


def _component(each: Locked, scope: str, licences: list[dict[str, Any]]) -> dict[str, Any]:
    about = {"type": "library", "bom-ref": _purl(each), "name": each.name, "version": each.version, "scope": scope}
    return about | ({"licenses": licences} if licences else {}) | {"purl": _purl(each)}


def _dependencies(name: str, reference: str, locked: list[Locked]) -> dict[str, Any]:
    return {"ref": reference, "dependsOn": [_purl(each) for each in locked if name in each.needed_by]}


def _purl(each: Locked) -> str:
    return f"pkg:pypi/{each.name}@{each.version}"


if __name__ == "__main__":
    sys.exit(main())
