"""What an installation brings is listed, and all of it goes with the MIT licence."""

from __future__ import annotations

import re
import sys
from importlib.metadata import distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from benchmarks.licence_terms import FINE, Asks, asks_of
from benchmarks.licences import OUTPUT, page
from ksdt_core.reports.licences import EXTRAS, PACKAGE, all_libraries, names_brought

STRICT_EXTRAS = {"SurvSet"}  # a package of tables that a user may add
LOWEST_PYTHON = (3, 11)


def names_in(text: str) -> set[str]:
    rows = re.findall(r"^\| ([\w.-]+) \| \d", text, flags=re.MULTILINE)
    return {str(canonicalize_name(name)) for name in rows}


def test_the_page_lists_what_an_installation_brings():
    listed, brought = names_in(OUTPUT.read_text(encoding="utf-8")), names_brought(EXTRAS)
    assert brought - listed == set(), "python -m benchmarks.licences lists them"
    if sys.version_info[:2] == LOWEST_PYTHON:  # it needs most packages; the page is made with it
        assert listed - brought == set()


def test_the_page_is_made_of_every_library_that_is_installed():
    found = all_libraries()
    assert names_in("\n".join(page(found))) == {str(canonicalize_name(each.name)) for each in found}


def test_the_list_goes_down_to_what_libraries_need_themselves():
    brought = names_brought()
    assert {"numpy", "streamlit", "llvmlite", "markupsafe"} <= brought
    assert not {"pytest", "ruff", "distributed", "survset", PACKAGE} & brought
    assert {"distributed", "dask", "survset"} <= names_brought(EXTRAS)
    for name in brought:
        asked = [Requirement(line) for line in distribution(name).requires or []]
        assert {str(canonicalize_name(each.name)) for each in asked if each.marker is None} <= brought, name


@pytest.mark.parametrize("library", all_libraries(), ids=lambda library: library.name)
def test_every_licence_goes_with_mit(library):
    asks = asks_of(library.licence)
    assert asks is not Asks.UNKNOWN, library.licence
    assert asks <= FINE or (library.is_optional and library.name in STRICT_EXTRAS), library.licence


@pytest.mark.parametrize(
    ("licence", "asks"),
    [
        *(("MIT AND GPLv3", Asks.WHOLE_WORK), ("MIT OR GPLv3", Asks.NOTICE), ("MIT, MPL-2.0", Asks.OWN_FILES)),
        *(("see the package", Asks.UNKNOWN), ("", Asks.UNKNOWN), ("AGPL-3.0-only AND MIT", Asks.UNKNOWN)),
        ("BSD-3-Clause AND Apache-2.0 WITH LLVM-exception", Asks.PATENTS),
        *(("MPL-2.0 AND (Apache-2.0 OR MIT)", Asks.OWN_FILES), ("GPLv3 AND (MPL-2.0 OR MIT)", Asks.WHOLE_WORK)),
        *(("GPLv3 OR (MIT AND (MPL-2.0 OR ISC))", Asks.NOTICE), ("MIT AND (House rules)", Asks.UNKNOWN)),
    ],
)
def test_of_several_licences_all_count_unless_one_may_choose(licence, asks):
    assert asks_of(licence) is asks
