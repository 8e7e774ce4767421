"""The list of runs: found by words and tables, sorted by any column, chosen by its boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from ksdt_core.glossary import GLOSSARY
from ksdt_core.reports.provenance import Setting, changed_settings
from ksdt_core.store import runs as runs_of
from ksdt_core.store.run_documents import Kind
from ksdt_core.store.runs import Run
from ksdt_core.text import counted, p_number, printable, score
from pages.common import kept, ticks
from pages.common.dates import MOMENT
from pages.runs import one_table

FIRST, LAST = ("exclude", "balance", "roots", "holdout", "missing", "scale"), ("attr_fraction", "min_size")
ANY = "all tables"
OF_PAIRS, OF_ONE_TABLE = "Shared trees", "Trees of one table and models"
_SEARCH, _TABLES, _KIND = "runs_search", "runs_tables", "runs_kind"


@dataclass(frozen=True, slots=True)
class Shown:
    """The kinds of runs that are listed together, and the name of their table."""

    kinds: tuple[Kind, ...]
    name: str


KINDS = {OF_PAIRS: Shown(runs_of.MINED, "runs"), OF_ONE_TABLE: Shown(runs_of.OF_ONE_TABLE, "runs_one_table")}


def chosen_kind() -> Shown:
    """What the reader wants to see; without a choice mined sets, unless there are only others."""
    chosen = st.session_state.get(_KIND)
    if chosen is None:
        is_mined = runs_of.list_runs(kept.store()) or not _has_others()
        chosen = OF_PAIRS if is_mined else OF_ONE_TABLE
    return KINDS[chosen]


def offer_kinds(shown: Shown) -> None:
    """The choice between the two lists, where both have something."""
    if _has_others():
        st.session_state[_KIND] = next(label for label, each in KINDS.items() if each == shown)
        st.segmented_control(
            "Kind", list(KINDS), key=_KIND, label_visibility="collapsed", width="content", required=True
        )


def _has_others() -> bool:
    return any(
        runs_of.list_runs(kept.store(), deleted=deleted, kinds=runs_of.OF_ONE_TABLE) for deleted in (False, True)
    )


def answer(runs: Sequence[Run]) -> tuple[str, str]:
    """How many sets there are and which is the best, and what is in a row."""
    if not runs:
        return "None yet.", "Every set that you mine is saved here with its data, settings and scores."
    n_tables = len({run.tables for run in runs})
    saved = "Every set is saved automatically with its data, settings and scores."
    if n_tables > 1:
        return (
            f"{counted(len(runs), 'set')} of {n_tables:,} pairs of tables.",
            f"{saved} Do not compare the quality of sets from different tables.",
        )
    best = max(runs, key=lambda run: run.summary["scores"]["sdtsq"] or 0.0)
    quality = f"{_balanced(best)}quality (SDTSQ) is {score(best.summary['scores']['sdtsq'] or 0.0)}"
    of = f"{counted(len(runs), 'set')} of {runs[0].tables}"
    return (f"{of}; {'the best' if len(runs) > 1 else 'its'} {quality}.", saved)


def automatic_name(run: Run) -> str:
    """What a run is called while nobody has named it."""
    config = run.summary["config"]
    depth = f"depth {config['max_depth']}" if config["max_depth"] else "any depth"
    weights = ", ".join(f"{part:g}" for part in run.weights)
    parts = [counted(config["k"], "tree"), depth, f"weights {weights}", _balanced(run).strip()]
    return ", ".join(part for part in parts if part)


def _balanced(run: Run) -> str:
    """The word before scores that count rows which balancing drew; empty elsewhere."""
    return "balanced " if run.summary["config"].get("balance") else ""


def filters(runs: Sequence[Run], *, kept: bool) -> list[Run]:
    """The runs that the reader looks for."""
    words = st.text_input(
        "Search", key=_SEARCH, placeholder="Search name, note, tables, method …", icon=":material/search:", width=320,
        label_visibility="collapsed",
    )  # fmt: skip
    names = [ANY, *sorted({run.tables for run in runs})]
    if st.session_state.get(_TABLES, ANY) not in names:
        st.session_state[_TABLES] = ANY
    tables = st.selectbox(
        "Tables", names, key=_TABLES, format_func=printable, width=280, disabled=not kept, label_visibility="collapsed"
    )
    return [run for run in runs if tables in (ANY, run.tables) and matches(run, words)]


def matches(run: Run, words: str) -> bool:
    """Whether every word stands somewhere in what a reader can see of the run."""
    config = run.summary.get("config", {})
    fields = (run.name, run.note, run.tables, run.id, config.get("method"), config.get("scale"), run.title)
    text = " ".join(str(field) for field in fields).casefold()
    return all(word in text for word in words.casefold().split())


def table(runs: Sequence[Run], name: str, *, is_mined: bool) -> list[Run]:
    """The runs as a table; those that are ticked in it."""
    chosen = ticks.table(
        name,
        frame_of(runs) if is_mined else one_table.frame_of(runs),
        [run.id for run in runs],
        opens=True,
        column_config=_columns() if is_mined else one_table.columns(),
        height="content" if len(runs) <= 9 else 360,
    )
    return [run for run in runs if run.id in chosen]


def opened(runs: Sequence[Run], name: str, chosen: Sequence[Run]) -> Run | None:
    """The run that is open: the row that was clicked, else the only one that is ticked."""
    clicked = ticks.clicked(name)
    found = next((run for run in runs if run.id == clicked), None)
    return found or (chosen[0] if len(chosen) == 1 else None)


def gone(runs: Sequence[Run], deleted: Sequence[Run], name: str) -> list[str]:
    """What to say of ticked runs that somebody else has deleted."""
    here, titles = {run.id for run in runs}, {run.id: run.title for run in deleted}
    return [
        f"This run was deleted: {titles[run]}. Restore it under Deleted."
        if run in titles
        else f"This run was deleted permanently: {run}."
        for run in ticks.ticked(name)
        if run not in here
    ]


def forget_choice() -> None:
    """After a change no row is ticked."""
    for shown in KINDS.values():
        ticks.forget(shown.name)
        ticks.forget(f"{shown.name}_deleted")


def frame_of(runs: Sequence[Run]) -> pd.DataFrame:
    """A row for each run."""
    return pd.DataFrame([_row(run) for run in runs])


def _settings(run: Run) -> list[Setting]:
    """What differs from the defaults: exclusions and balancing first, sizes that follow from the tables last."""
    order = {name: at for at, name in enumerate(FIRST)} | dict.fromkeys(LAST, 99)
    return sorted(changed_settings(run.summary), key=lambda each: order.get(each.name, len(FIRST)))


def _row(run: Run) -> Mapping[str, Any]:
    pair, scores = run.summary["pair"], run.summary["scores"]
    return {
        "pinned": "★" if run.pinned else "",
        "name": printable(run.name or automatic_name(run)),
        "tables": printable(run.tables),
        "sdtsq": scores["sdtsq"],
        "sa": scores["sa"],
        "ds": scores["ds"],
        "td": scores["td"],
        "p": p_text(run),
        "settings": printable("; ".join(f"{each.label}: {each.words}" for each in _settings(run))),
        "note": printable(run.note),
        "used": pd.Timestamp(run.used, unit="s", tz="UTC"),
        "mined": pd.Timestamp(run.created, unit="s", tz="UTC"),
        "data": str(pair.get("fingerprint", ""))[:8],
        "id": run.id,
    }


def p_text(run: Run) -> str:
    """The p-value, empty where the run was not tested."""
    p = run.summary["p_value"]
    return "" if p is None else p_number(p)


SCORES = {"SDTSQ": "Quality", "SA": "Accuracy", "DS": "Similarity", "TD": "Diversity"}


def _columns() -> dict[str, Any]:
    column = st.column_config
    scores = {
        acronym.lower(): column.NumberColumn(label, format="%.3f", width=78, help=GLOSSARY[acronym].help)
        for acronym, label in SCORES.items()
    }
    return {
        "pinned": column.TextColumn("Pin", width=40, help="★: pinned, listed first."),
        "name": column.TextColumn("Name", width=240, help="The name you gave, or the main settings."),
        "tables": column.TextColumn("Tables", width=190),
        **scores,
        "p": column.TextColumn(
            "p, shuffled",
            width=82,
            help="p-value of the test of the trees against trees of shuffled tables. Empty: not tested.",
        ),
        "settings": column.TextColumn(
            "Excluded, balanced and other settings", width=260, help="Settings that differ from the defaults."
        ),
        "note": column.TextColumn("Note", width=120),
        "used": column.DatetimeColumn(
            "Used",
            format=MOMENT,
            timezone=st.context.timezone,
            help="Date when the set was last opened on Mine or imported.",
        ),
        "mined": column.DatetimeColumn("Mined", format=MOMENT, timezone=st.context.timezone),
        "data": column.TextColumn("Data", help="Fingerprint of the two prepared tables."),
        "id": "Run",
    }
