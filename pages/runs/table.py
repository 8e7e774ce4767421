"""The list of runs: found by words and tables, sorted by any column, chosen by its boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from ksdt_core.glossary import GLOSSARY
from ksdt_core.reports.provenance import changed_settings
from ksdt_core.store.runs import Run
from ksdt_core.text import printable
from pages.common import ticks
from pages.common.dates import MOMENT

ANY = "all tables"
KEPT, DELETED = "runs", "runs_deleted"  # the two tables
_SEARCH, _TABLES = "runs_search", "runs_tables"


def filters(runs: Sequence[Run], *, kept: bool) -> list[Run]:
    """The runs that the reader looks for."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    words = row.text_input(
        "Search", key=_SEARCH, placeholder="name, note, tables, method …", icon=":material/search:", width=320
    )
    names = [ANY, *sorted({run.tables for run in runs})]
    if st.session_state.get(_TABLES, ANY) not in names:
        st.session_state[_TABLES] = ANY
    tables = row.selectbox("Tables", names, key=_TABLES, format_func=printable, width=280, disabled=not kept)
    return [run for run in runs if tables in (ANY, run.tables) and matches(run, words)]


def matches(run: Run, words: str) -> bool:
    """Whether every word stands somewhere in what a reader can see of the run."""
    config = run.summary["config"]
    fields = (run.name, run.note, run.tables, run.id, config["method"], config["scale"], run.title)
    text = " ".join(str(field) for field in fields).casefold()
    return all(word in text for word in words.casefold().split())


def table(runs: Sequence[Run], name: str) -> list[Run]:
    """The runs as a table; those that are ticked in it."""
    chosen = ticks.table(
        name,
        frame_of(runs),
        [run.id for run in runs],
        column_config=_columns(),
        height="content" if len(runs) <= 12 else 460,
    )
    return [run for run in runs if run.id in chosen]


def gone(runs: Sequence[Run], deleted: Sequence[Run]) -> list[str]:
    """What to say of ticked runs that somebody else has deleted."""
    here, titles = {run.id for run in runs}, {run.id: run.title for run in deleted}
    return [
        f"This run was deleted: {titles[run]}. Bring it back under Deleted."
        if run in titles
        else f"This run was deleted for good: {run}."
        for run in ticks.ticked(KEPT)
        if run not in here
    ]


def forget_choice() -> None:
    """After a change no row is ticked."""
    for name in (KEPT, DELETED):
        ticks.forget(name)


def frame_of(runs: Sequence[Run]) -> pd.DataFrame:
    """A row for each run."""
    return pd.DataFrame([_row(run) for run in runs])


def _row(run: Run) -> Mapping[str, Any]:
    pair, config, scores = (run.summary[part] for part in ("pair", "config", "scores"))
    return {
        "pinned": "★" if run.pinned else "",
        "name": printable(run.name),
        "tables": printable(run.tables),
        "weights": ", ".join(f"{part:g}" for part in run.weights),
        "sdtsq": scores["sdtsq"],
        "sa": scores["sa"],
        "ds": scores["ds"],
        "td": scores["td"],
        "p": p_text(run),
        "trees": config["k"],
        "depth": config["max_depth"],
        "used": pd.Timestamp(run.used, unit="s", tz="UTC"),
        "mined": pd.Timestamp(run.created, unit="s", tz="UTC"),
        "seconds": run.seconds,
        "method": config["method"],
        "scale": config["scale"],
        "settings": printable("; ".join(f"{each.label}: {each.words}" for each in changed_settings(run.summary))),
        "note": printable(run.note),
        "data": str(pair.get("fingerprint", ""))[:8],
        "id": run.id,
    }


def p_text(run: Run) -> str:
    """The p-value, empty where the run was not tested."""
    p = run.summary["p_value"]
    return "" if p is None else f"{p:.3f}"


def _columns() -> dict[str, Any]:
    column = st.column_config
    scores = {
        acronym.lower(): column.NumberColumn(acronym, format="%.4f", help=GLOSSARY[acronym].help)
        for acronym in ("SDTSQ", "SA", "DS", "TD")
    }
    return {
        "pinned": column.TextColumn("Pin", help="★: pinned, listed first."),
        "name": "Name",
        "tables": "Tables",
        "weights": column.TextColumn("Weights", help="On information gain, distribution similarity and being new."),
        **scores,
        "p": column.TextColumn("p", help="Of the test against shuffled tables; empty: not tested."),
        "trees": "Trees",
        "depth": column.NumberColumn("Depth", help="Most splits below the root; 0: no bound."),
        "used": column.DatetimeColumn(
            "Used",
            format=MOMENT,
            timezone=st.context.timezone,
            help="When it was last open on Mine, or imported: the latest first, below what is pinned.",
        ),
        "mined": column.DatetimeColumn("Mined", format=MOMENT, timezone=st.context.timezone),
        "seconds": column.NumberColumn("Seconds", format="%.2f"),
        "method": "Method",
        "scale": "Scale",
        "settings": column.TextColumn("Settings", help="What differs from the defaults."),
        "note": "Note",
        "data": column.TextColumn("Data", help="Fingerprint of the two tables as they were prepared."),
        "id": "Run",
    }
