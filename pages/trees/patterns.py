"""Patterns beside the rules: short conditions that predict a class in both tables, and which of them the trees say."""

from __future__ import annotations

import streamlit as st

from ksdt_core.formats.json_text import document_text
from ksdt_core.patterns.finding import patterns
from ksdt_core.patterns.parameters import PatternParameters
from ksdt_core.patterns.pattern import Patterns
from ksdt_core.patterns.pattern_words import (
    answer_words,
    lift_words,
    said_by_words,
    said_words,
    search_words,
    share_words,
)
from ksdt_core.text import p_number, printable
from pages.common import frame, html_table
from pages.common.current import Current
from pages.common.option_widgets import show_option
from pages.common.shelf import shared_by_bytes
from pages.common.telling import telling_here
from pages.common.wording import as_markdown

MOST = 100
WIDE = 100  # attributes: of more only single conditions are looked at, unless asked for
HEIGHT = 200  # pixels of the table


def show(current: Current) -> None:
    """How many patterns there are and how many the trees say; then the clearest, those not in the trees on request."""
    row = st.container(horizontal=True, vertical_alignment="bottom", key="patterns_bar")
    usual = PatternParameters()
    most = 1 if current.trees.pair.n_attributes > WIDE else usual.max_length
    length = show_option(PatternParameters, "max_length", row, value=most, width=150, key="patterns_length")
    support = show_option(
        PatternParameters, "min_support", row, value=usual.min_support, step=0.05, width=150, key="patterns_support"
    )
    bins = show_option(PatternParameters, "bins", row, value=usual.bins, width=120, key="patterns_bins")
    new = row.toggle("Only patterns not in the trees", key="patterns_new")
    with telling_here():
        found = _found(current, current.run, length, support, bins)
        row.download_button(
            "JSON", document_text(found.to_document()), file_name="patterns.json", mime="application/json",
            icon=":material/download:", on_click="ignore", key="patterns_json",
        )  # fmt: skip
        st.markdown(as_markdown(f"{answer_words(found)} {said_words(found)}"))
        st.html(_table(found, new=new))
        first = f"The first {MOST} are listed; the JSON document has all. " if len(found.patterns) > MOST else ""
        frame.note(f"{first}{search_words(found)}")


def _table(found: Patterns, *, new: bool) -> str:
    left, right = map(printable, found.tables)
    rows = [
        (
            pattern.text,
            pattern.answer,
            *map(share_words, pattern.evidence),
            " | ".join(map(lift_words, pattern.evidence)),
            p_number(pattern.p_corrected),
            said_by_words(pattern),
        )
        for pattern in found.patterns
        if not new or pattern.said_by is None
    ]
    heads = ("If", "then", left, right, "lift", "p, corrected", "trees")
    return html_table.table(heads, rows[:MOST], caption="Patterns", numbers={2, 3, 4, 5}, height=HEIGHT)


@shared_by_bytes("Looking for patterns …")
def _found(_current: Current, run: str, max_length: int, min_support: float, bins: int) -> Patterns:
    pair = _current.mined_pair
    assert pair is not None  # the tab says where there are no tables
    return patterns(
        pair, _current.trees, exclude=_current.parameters.exclude, max_length=max_length, min_support=min_support,
        bins=bins,
    )  # fmt: skip
