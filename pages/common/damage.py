"""What is damaged in the store, named on the pages that list the rest."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ksdt_core.store.damage import BadRow
from ksdt_core.text import printable
from pages.common.wording import as_markdown

WAY_OUT = "ksdt verify lists all damage, and ksdt restore restores a backup"

MOST_NAMED = 5
LONGEST_NAME = 80


def name_runs(damaged: Sequence[BadRow]) -> None:
    """A warning that names the runs of which nothing can be shown."""
    _name(damaged, "run", "runs", "Mine it again to repair it.")


def name_tables(damaged: Sequence[BadRow]) -> None:
    """A warning that names the tables that cannot be listed."""
    _name(damaged, "table", "tables", "Upload the file again to repair it.")


def _name(damaged: Sequence[BadRow], one: str, several: str, way_out: str) -> None:
    if not damaged:
        return
    named = ", ".join(as_markdown(printable(row.title[:LONGEST_NAME])) for row in damaged[:MOST_NAMED])
    more = f" and {len(damaged) - MOST_NAMED:,} more" if len(damaged) > MOST_NAMED else ""
    what = f"1 {one} is" if len(damaged) == 1 else f"{len(damaged):,} {several} are"
    st.warning(f"{what} damaged in the store and cannot be shown: {named}{more}. {way_out} On the server, {WAY_OUT}.")
