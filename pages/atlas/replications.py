"""The replication matrix of an atlas: the best set of each pair on every table that its trees never saw."""

from __future__ import annotations

import html

import streamlit as st

from ksdt_core.evidence.chance_level import CHANCE_LEVEL
from ksdt_core.formats.csv_text import csv_text
from ksdt_core.studies.atlas.other_tables import OtherTable
from ksdt_core.studies.atlas.replication_words import MEANING, cell_text, checks_table, findings, problems
from ksdt_core.studies.atlas.view import AtlasView
from pages.common.frame import note
from pages.common.html_table import Html, table

HEIGHT = 300  # pixels of the rows
MOST_ROWS = 60  # pairs that are shown; the CSV file has all


def show(atlas: AtlasView) -> None:
    """What came of every check, and a matrix of pairs and tables."""
    note(f"{findings(atlas)} {MEANING}")
    tried = [entry for entry in atlas.entries if any(cell.checked for cell in entry.others)]
    if tried:
        rows = [
            [f"{entry.left} : {entry.right}", *(_cell(entry.on_table(name)) for name in atlas.names)]
            for entry in tried[:MOST_ROWS]
        ]
        caption = "Balanced accuracy of the trees of each pair in the other tables"
        st.html(table(["Trees of", *atlas.names], rows, caption=caption, height=HEIGHT))
        more = f" Only the first {MOST_ROWS} pairs are shown." if len(tried) > MOST_ROWS else ""
        note(f"Bold: q ≤ {CHANCE_LEVEL:g}.{more}")
    for problem, name, pairs in problems(atlas):
        note(f"{name}, trees of {pairs}: {problem}")
    checks = checks_table(atlas)
    st.download_button(
        "CSV", csv_text(checks.header, checks.rows), file_name="atlas-replications.csv", mime="text/csv",
        key="atlas-replications-csv", icon=":material/download:", on_click="ignore",
    )  # fmt: skip


def _cell(cell: OtherTable | None) -> str:
    text = cell_text(cell)
    return Html(f"<b>{html.escape(text)}</b>") if cell is not None and cell.beyond_chance else text
