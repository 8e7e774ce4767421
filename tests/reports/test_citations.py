"""BibTeX: every publication that the program names, and the program."""

from __future__ import annotations

import re

from ksdt_core.departures import DEPARTURES
from ksdt_core.glossary import SOURCES
from ksdt_core.reports.citations import PROGRAM_KEY, references_bib


def reference_keys(bibtex: str) -> list[str]:
    """The keys of all entries, in order."""
    return re.findall(r"^@\w+\{([^,]+),", bibtex, flags=re.MULTILINE)


def entries() -> dict[str, str]:
    """The text of each entry by its key."""
    parts = re.split(r"^(?=@)", references_bib(), flags=re.MULTILINE)[1:]
    return {reference_keys(part)[0]: part for part in parts}


UNDATED = {"K03"}  # lecture notes without a date


def test_everything_that_is_cited_has_an_entry():
    found = set(entries())
    assert set(SOURCES) | {departure.source for departure in DEPARTURES} | {PROGRAM_KEY} <= found


def test_entries_agree_with_the_glossary():
    for key, source in SOURCES.items():
        entry = entries()[key]
        years = re.findall(r"year\s*= \{(\d{4})\}", entry)
        title = re.search(r"title\s*= \{(.*)\},?\n", entry)
        assert len(years) == (key not in UNDATED), key
        assert all(year in source for year in years), key
        assert title is not None
        assert title.group(1).replace("{", "").replace("}", "").split(":")[0] in source, key


def test_every_entry_is_whole():
    keys = reference_keys(references_bib())
    assert len(set(keys)) == len(keys)
    for key, entry in entries().items():
        assert entry.count("{") == entry.count("}"), key
        assert re.search(r"author\s*= \{", entry), key
        assert entry.rstrip().endswith("}"), key
