"""The About page: every word, every departure, every publication, without any pair."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, distribution, requires

import pytest

from ksdt_core.data.samples.catalogue import catalogue
from ksdt_core.departures import DEPARTURES
from ksdt_core.glossary import GLOSSARY, SOURCES
from ksdt_core.reports import licences
from ksdt_core.reports.licences import libraries, licence_of
from pages.common.navigation import PAGES
from tests.app.conftest import words

PAGE = "pages/about/page.py"


@pytest.fixture
def page(opened):
    shown = opened(PAGE)
    assert not shown.exception
    assert not shown.error
    return shown


def rows_of(page, caption: str) -> list[list[str]]:
    """The cells of the table with this caption."""
    (body,) = (each.proto.body for each in page.get("html") if f">{caption}</caption>" in each.proto.body)
    rows = re.findall(r"<tr>(<td.*?)</tr>", body)
    return [[html.unescape(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)] for row in rows]


def test_the_navigation_leads_there():
    assert any(entry.script == PAGE for entry in PAGES)


def test_words_departures_and_publications_are_all_there(page):
    glossary, departures = rows_of(page, "Glossary"), rows_of(page, "Departures from the publications")
    assert len(glossary) == len(GLOSSARY)
    assert len(departures) == len(DEPARTURES)
    assert "TD" in {row[1] for row in glossary}
    assert "spectrum" not in {row[1] for row in glossary}, "a word that is no abbreviation is not told twice"
    assert "Spectrum" in {row[0] for row in glossary}
    said = words(page)
    for key in SOURCES:
        assert f"**{key}**" in said
    scope = dict(rows_of(page, "Out of scope"))
    for word in ("Biclustering", "Pattern structures", "Subspace clustering", "Exhaustive search"):
        assert len(scope[word].split()) > 10, "it says why"
    assert [tab.label for tab in page.tabs][:2] == ["Glossary", "Methods"]


def test_methods_have_their_formulas(page):
    formulas = " ".join(latex.value for latex in page.latex)
    for name in ("IDT", "IG", "DSN", "SDTQ", "TPD", "TD", "SDTSQ", "Lambda", "|w_j(f)|^2", "q_{(i)}", "MAD"):
        assert name in formulas


def test_a_search_leaves_the_words_that_fit(page):
    found = rows_of(page.text_input(key="about_find").input("diversity").run(), "Glossary")
    assert 0 < len(found) < len(GLOSSARY)
    assert "TD" in {row[1] for row in found}
    nothing = page.text_input(key="about_find").input("zzz").run()
    assert not nothing.exception
    assert "No term matches" in words(nothing)


def test_libraries_with_versions_and_licences(page):
    listed = {row[0]: row for row in rows_of(page, "Libraries")}
    assert {"numpy", "streamlit", "scikit-learn"} <= listed.keys()
    assert not {"pytest", "ruff"} & listed.keys()
    assert all(row[2] for row in listed.values())
    assert listed["numpy"][1] == distribution("numpy").version


def test_bundled_tables_with_sources_and_licences(page):
    listed = rows_of(page, "Bundled tables")
    assert [row[0] for row in listed] == [entry.name for entry in catalogue()]
    assert all(row[2] and row[3] for row in listed)


def test_a_licence_is_a_name_and_not_its_whole_text():
    for library in libraries():
        assert "\n" not in library.licence
        assert len(library.licence) <= 80
    assert licence_of(distribution("pandas").metadata) == "BSD-3-Clause"


@pytest.fixture
def unknown_libraries() -> Iterator[None]:
    """The list is not made yet, and what the test made of it is forgotten."""
    licences._libraries.cache_clear()
    yield
    licences._libraries.cache_clear()


def test_a_checkout_that_was_never_installed_has_no_list(monkeypatch, unknown_libraries):
    def refuse(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(licences, "requires", refuse)
    assert libraries() == ()


def test_the_list_is_made_once_for_all_readers(monkeypatch, unknown_libraries):
    asked: list[str] = []

    def counted(name: str) -> list[str] | None:
        asked.append(name)
        return requires(name)

    monkeypatch.setattr(licences, "requires", counted)
    with ThreadPoolExecutor(16) as readers:
        found = set(readers.map(lambda _: libraries(), range(16)))
    assert len(found) == 1
    assert len(*found) > 0
    at_once = len(asked)
    licences._libraries.cache_clear()
    libraries()
    assert at_once == len(asked) - at_once
