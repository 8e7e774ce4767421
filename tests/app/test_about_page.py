"""The About page: every word, every departure, every publication, without any pair."""

from __future__ import annotations

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


def test_the_navigation_leads_there():
    assert any(entry.script == PAGE for entry in PAGES)


def test_words_departures_and_publications_are_all_there(page):
    glossary, departures = (table.value for table in page.table[:2])
    assert len(glossary) == len(GLOSSARY)
    assert len(departures) == len(DEPARTURES)
    assert "TD" in set(glossary["Short"])
    assert "spectrum" not in set(glossary["Short"]), "a word that is no abbreviation is not told twice"
    assert "Spectrum" in set(glossary["Name"])
    said = words(page)
    for key in SOURCES:
        assert f"**{key}**" in said
    for word in ("Biclustering", "Pattern structures", "Exhaustive search"):
        assert word in said
    assert [tab.label for tab in page.tabs][:2] == ["Glossary", "Methods"]


def test_methods_have_their_formulas(page):
    formulas = " ".join(latex.value for latex in page.latex)
    for name in ("IDT", "IG", "DSN", "SDTQ", "TPD", "TD", "SDTSQ", "Lambda", "q_{(i)}", "MAD"):
        assert name in formulas


def test_a_search_leaves_the_words_that_fit(page):
    found = page.text_input(key="about_find").input("diversity").run().table[0].value
    assert 0 < len(found) < len(GLOSSARY)
    assert "TD" in set(found["Short"])
    nothing = page.text_input(key="about_find").input("zzz").run()
    assert not nothing.exception
    assert "No word of the glossary fits" in words(nothing)


def test_libraries_with_versions_and_licences(page):
    listed = page.table[2].value
    names = {name.replace("\\", "") for name in listed["Library"]}
    assert {"numpy", "streamlit", "scikit-learn"} <= names
    assert not {"pytest", "ruff"} & names
    assert all(listed["Licence"].str.len() > 0)
    assert listed.set_index("Library").loc["numpy", "Version"].replace("\\", "") == distribution("numpy").version


def test_bundled_tables_with_sources_and_licences(page):
    listed = page.table[3].value
    assert [name.replace("\\", "") for name in listed["Table"]] == [entry.name for entry in catalogue()]
    assert all(listed["Source"].str.len() > 0)
    assert all(listed["Licence"].str.len() > 0)


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
