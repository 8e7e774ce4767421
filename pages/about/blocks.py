"""The tables and lists of the About page."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ksdt_core.data.samples.catalogue import catalogue
from ksdt_core.departures import DEPARTURES
from ksdt_core.glossary import GLOSSARY, SOURCES
from ksdt_core.reports.citations import FILE, references_bib
from ksdt_core.reports.licences import libraries
from ksdt_core.reports.versions import PROGRAM, library_versions, program_version
from pages.common.wording import as_markdown

_SOURCES = ":gray[Sources are named by the keys under *How to cite*.]"
_OUT_OF_SCOPE = (
    ("Biclustering", "groups of rows and attributes at once, without classes."),
    ("Pattern structures", "descriptions of rows by formal concepts and their lattices."),
    (
        "Exhaustive search",
        "the best of all possible sets of trees. Trees are grown greedily, split by split, as published; a better set "
        "may exist.",
    ),
)


def glossary() -> None:
    """Every word, with a search over all of it."""
    sought = st.text_input("Find a word", key="about_find", placeholder="DSN, diversity, pruning …")
    rows = [
        {
            "Short": "" if term.acronym.casefold() == term.name.casefold() else term.acronym,
            "Name": term.name,
            "Meaning": term.meaning,
            "Source": term.source,
        }
        for term in GLOSSARY.values()
        if sought.casefold().strip() in f"{term.acronym} {term.name} {term.meaning}".casefold()
    ]
    if not rows:
        st.info("No word of the glossary fits. Search for fewer letters.")
        return
    st.table(pd.DataFrame(rows).map(as_markdown), border="horizontal", hide_index=True)
    st.markdown(_SOURCES)


def departures() -> None:
    """Where this program does not do what a publication prints."""
    rows = [
        {"Publication": each.source, "Place": each.place, "Published": each.published, "Here": each.here}
        for each in DEPARTURES
    ]
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
    st.markdown(_SOURCES)


def out_of_scope() -> None:
    """What one may look for here in vain."""
    st.markdown("These are neighbours of the method that this program does not offer:")
    st.markdown("\n".join(f"- **{name}**: {what}" for name, what in _OUT_OF_SCOPE))


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
        {
            "Library": f"{each.name}{' (optional)' if each.is_optional else ''}",
            "Version": each.version,
            "Licence": each.licence,
            "For": each.purpose,
        }
        for each in libraries()
    ]
    if rows:
        st.table(pd.DataFrame(rows).map(as_markdown), border="horizontal", hide_index=True)
    else:
        st.markdown(":gray[The package is not installed here, so its libraries are not listed.]")
    st.subheader("Tables")
    tables = [
        {"Table": entry.name, "What": entry.title, "Source": entry.source, "Licence": entry.licence}
        for entry in catalogue()
    ]
    st.table(pd.DataFrame(tables).map(as_markdown), border="horizontal", hide_index=True)
