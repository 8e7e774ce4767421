"""The bill of materials lists what the lock files lock, and nothing that changes from one run to the next."""

from __future__ import annotations

import json
import re

from benchmarks.lock_files import about_project, read_layer, read_locks
from benchmarks.sbom import OUTPUT, as_text, bill_of, licences_of

TEXT = OUTPUT.read_text(encoding="utf-8")
BILL = json.loads(TEXT)
SCOPES = {each["name"]: each["scope"] for each in BILL["components"]}


def test_it_lists_exactly_the_locked_packages():
    listed = [(each["name"], each["version"]) for each in BILL["components"]]
    assert listed == [(each.name, each.version) for each in read_locks()]
    assert BILL["metadata"]["component"]["version"] == about_project()["version"]


def test_it_is_what_the_command_writes():
    licences = {each["name"]: each.get("licenses", []) for each in BILL["components"]}
    assert as_text(bill_of(read_locks(), licences)) == TEXT, "make lock writes it"


def test_licences_are_those_of_the_installed_packages():
    listed = {each["name"]: each.get("licenses", []) for each in BILL["components"]}
    installed = {each.name: found for each in read_locks() if (found := licences_of(each))}
    assert len(installed) > 60
    assert {name: listed[name] for name in installed} == installed
    assert [name for name, found in listed.items() if not found and SCOPES[name] != "excluded"] == ["colorama"]


def test_it_names_no_time_no_serial_number_and_no_host():
    assert not {"serialNumber", "timestamp", "$schema"} & (BILL.keys() | BILL["metadata"].keys())
    assert re.findall(r"\w+://|\.(?:org|com|net|io)\b|\d{4}-\d\d-\d\d", TEXT) == []


def test_scopes_tell_what_an_installation_brings():
    assert {SCOPES[name] for name in ("numpy", "llvmlite", "packaging", "colorama")} == {"required"}
    assert {SCOPES[name] for name in ("distributed", "survset")} == {"optional"}
    assert {SCOPES[name] for name in ("pytest", "ruff", "uv", "setuptools")} == {"excluded"}
    assert {each.name for each in read_layer("app") if SCOPES[each.name] != "required"} == set()


def test_dependencies_lead_to_listed_packages():
    known = {each["bom-ref"] for each in BILL["components"]} | {"ksdt"}
    needs = {each["ref"]: set(each["dependsOn"]) for each in BILL["dependencies"]}
    assert needs.keys() == known
    assert set().union(*needs.values()) <= known
    of_numba = next(found for ref, found in needs.items() if ref.startswith("pkg:pypi/numba@"))
    assert {ref.split("/")[1].split("@")[0] for ref in of_numba} == {"llvmlite", "numpy"}
