"""The replication matrix of an atlas: the best set of each pair on every table that its trees never saw."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ksdt_core.evidence.chance_level import CHANCE_LEVEL
from ksdt_core.formats.csv_text import csv_text
from ksdt_core.studies.atlas.all_pairs import distinct_names
from ksdt_core.studies.atlas.other_tables import OtherTable
from ksdt_core.studies.atlas.replication_words import MEANING, cell_text, checks_table, findings, problems
from ksdt_core.studies.atlas.view import AtlasView
from pages.common.wording import as_markdown

MOST_ROWS = 60  # pairs that are shown; the CSV file has all


def show(atlas: AtlasView) -> None:
    """The panel; nothing where the atlas was made without replication."""
    if not atlas.checks:
        return
    with st.container(border=True, key="atlas_replications"):
        st.subheader("Do the trees hold in other tables?", help=MEANING)
        st.markdown(findings(atlas))
        if not (frame := _frame(atlas)).empty:
            st.table(frame.head(MOST_ROWS), border="horizontal", hide_index=True)
            more = f" The first {MOST_ROWS} pairs are shown." if len(frame) > MOST_ROWS else ""
            st.markdown(f":gray[{MEANING} Bold: q ≤ {CHANCE_LEVEL:g}.{more}]")
        for problem, table, pairs in problems(atlas):
            st.markdown(f":gray[**{as_markdown(table)}**, trees of {as_markdown(pairs)}: {as_markdown(problem)}]")
        checks = checks_table(atlas)
        st.download_button(
            "CSV", csv_text(checks.header, checks.rows), file_name="atlas-replications.csv", mime="text/csv",
            key="atlas-replications-csv", icon=":material/download:", on_click="ignore",
        )  # fmt: skip


def _frame(atlas: AtlasView) -> pd.DataFrame:
    """A row for each pair whose trees were tried somewhere, a column for each table."""
    tried = [entry for entry in atlas.entries if any(cell.checked for cell in entry.others)]
    names = distinct_names(["Trees of", *map(as_markdown, atlas.names)])
    rows = [
        [as_markdown(f"{entry.left} : {entry.right}"), *(_cell(entry.on_table(name)) for name in atlas.names)]
        for entry in tried
    ]
    return pd.DataFrame(rows, columns=names)


def _cell(cell: OtherTable | None) -> str:
    text = cell_text(cell)
    return f"**{text}**" if cell is not None and cell.replicates else text
