"""The tables and lists of the About page."""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.samples.catalogue import catalogue
from ksdt_core.departures import DEPARTURES
from ksdt_core.glossary import GLOSSARY, SOURCES
from ksdt_core.reports.citations import FILE, references_bib
from ksdt_core.reports.licences import libraries
from ksdt_core.reports.versions import PROGRAM, library_versions, program_version
from pages.about.layout import HEIGHT
from pages.common.frame import note
from pages.common.html_table import table
from pages.common.wording import as_markdown

ANSWER = "Every number has a name, a formula and a source."
_SOURCES = "Sources are named by the keys under How to cite."
_OUT_OF_SCOPE = (
    (
        "Biclustering",
        "It groups rows and attributes at the same time and uses no classes. Shared trees predict a class, so their "
        "scores say nothing about such groups.",
    ),
    (
        "Pattern structures",
        "They describe rows by formal concepts, which form a lattice. The lattice grows exponentially with the "
        "number of attributes, and it has no accuracy that could be compared between two tables.",
    ),
    (
        "Subspace clustering",
        "It finds clusters in subsets of the attributes and does not use classes. Two tables can share a cluster "
        "without sharing the attributes that predict the class.",
    ),
    (
        "Exhaustive search",
        "Trees are grown greedily, split by split, as published. A better set of trees may exist, but finding it "
        "would take time exponential in the depth.",
    ),
)


def basis() -> str:
    """What this page holds, counted."""
    return (
        f"{len(GLOSSARY)} terms, the methods, {len(DEPARTURES)} departures from the publications, what is out of "
        "scope, how to cite, and all versions and licences."
    )


def glossary() -> None:
    """Every word, with a search over all of it."""
    sought = st.text_input("Find a term", key="about_find", placeholder="DSN, diversity, pruning …")
    rows = [
        [term.name, "" if term.acronym.casefold() == term.name.casefold() else term.acronym, term.meaning, term.source]
        for term in GLOSSARY.values()
        if sought.casefold().strip() in f"{term.acronym} {term.name} {term.meaning}".casefold()
    ]
    if not rows:
        st.info("No term matches. Search for fewer letters.")
        return
    st.html(table(["Name", "Short", "Meaning", "Source"], rows, caption="Glossary", height=HEIGHT - 90, stacked=True))
    note(_SOURCES)


def departures() -> None:
    """Where this program does not do what a publication prints."""
    rows = [[each.source, each.place, each.published, each.here] for each in DEPARTURES]
    headings = ["Publication", "Section", "Published", "Here"]
    st.html(table(headings, rows, caption="Departures from the publications", height=HEIGHT, stacked=True))
    note(_SOURCES)


def out_of_scope() -> None:
    """What this program does not offer, and why."""
    st.markdown("These methods are close to shared trees. This program does not offer them:")
    st.html(table(["Method", "Why not"], _OUT_OF_SCOPE, caption="Out of scope", stacked=True))


def cite() -> None:
    """The publications, and everything as BibTeX."""
    st.markdown(
        f"Cite the publication of the method [DH14] and the program: *{PROGRAM}, version {program_version()}*; "
        "where you use spectra, Ensemble space or Stability, also [KPD06]. A report or bundle of a set, made on the "
        "page Trees, has a methods paragraph with all its settings."
    )
    st.markdown("\n".join(f"- **{key}**: {as_markdown(source)}" for key, source in SOURCES.items()))
    bibtex = references_bib()
    st.download_button("BibTeX", bibtex, file_name=FILE, mime="text/x-bibtex", icon=":material/download:")
    with st.expander("Show the BibTeX"):
        st.code(bibtex, language=None, wrap_lines=True)


def inside() -> None:
    """Versions, and licences of all that the program is made with."""
    running = ", ".join(f"{name} {number}" for name, number in library_versions().items())
    st.markdown(f"{PROGRAM} {program_version()}, under the MIT licence, running with {running}.")
    rows = [
        [f"{each.name}{' (optional)' if each.is_optional else ''}", each.version, each.licence, each.purpose]
        for each in libraries()
    ]
    if rows:
        st.html(table(["Library", "Version", "Licence", "For"], rows, caption="Libraries", height=HEIGHT // 2))
    else:
        st.markdown(":gray[The package is not installed here, so its libraries are not listed.]")
    tables = [[entry.name, entry.title, entry.source, entry.licence] for entry in catalogue()]
    st.html(table(["Table", "What", "Source", "Licence"], tables, caption="Bundled tables", height=HEIGHT // 2))
