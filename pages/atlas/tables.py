"""The study tables of an atlas: weights, miners and single trees by pair, each as CSV, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from ksdt_core.formats.csv_text import csv_text
from ksdt_core.glossary import GLOSSARY
from ksdt_core.studies.atlas.study_tables import GAIN, ONE_CLASS, StudyTable, sets_table, trees_table, weights_table
from ksdt_core.studies.atlas.view import AtlasView
from ksdt_core.text import printable
from pages.atlas import words
from pages.common.wording import as_markdown, heading

if TYPE_CHECKING:
    from streamlit.elements.lib.column_types import ColumnConfig

HEADINGS = {"left": "Table", "right": "And"}
SHARED = "Attributes that both tables have."
ALONE = (
    "What always answering one class reaches, the class for which that is most. Trees whose SA is hardly higher tell "
    "little that the sizes of the classes do not."
)
MOST_WRAPPED = 20  # rows that are shown in full, on as many lines as they need
CHANCE = {"p": "Of the shuffle test of this pair alone.", "q": "p corrected for false discovery over all pairs."}


def show(atlas: AtlasView) -> None:
    """Three panels; the last two only where the other miners were asked for."""
    weights, sets, trees = weights_table(atlas), sets_table(atlas), trees_table(atlas)
    with st.container(border=True):
        st.subheader("Best and worst weights", help=GLOSSARY["WVP"].help)
        st.markdown(f":gray[{words.weights_sentence(atlas, weights)}]")
        _table(weights, "atlas-weights")
        _not_mined(atlas)
    if sets is None and trees is None:
        return
    if sets is not None:
        with st.container(border=True):
            st.subheader(
                "PKSDT against SKSDT",
                help="Trees that grow in turns against trees that grow one after another, by the best set of the pool.",
            )
            sentence = words.contest_sentence(sets, "PKSDT", "SKSDT", what="Better set")
            st.markdown(f":gray[{sentence}]")
            _table(sets, "atlas-sets")
    if trees is not None:
        with st.container(border=True):
            st.subheader(
                "KSDT against SDT-Miner",
                help="The best single tree among all sets of the pool against the best that SDT-Miner, which grows one "
                "tree, makes with its own pool. The sets offer more trees to choose from.",
            )
            sentence = words.contest_sentence(trees, "KSDT", "SDT-Miner", what="Better tree")
            st.markdown(f":gray[{sentence}]")
            _table(trees, "atlas-trees")


def _not_mined(atlas: AtlasView) -> None:
    """Pairs without scores, each with its reason."""
    failed = [entry for entry in atlas.entries if entry.problem is not None]
    if not failed:
        return
    st.markdown(f"**{len(failed)} of {len(atlas.entries)} pairs could not be mined**")
    if len(failed) <= MOST_WRAPPED:
        rows = [
            {
                "Pair": as_markdown(f"{entry.left} : {entry.right}"),
                "Shared": f"{entry.n_attributes:,}",
                "Why": as_markdown(entry.problem or ""),
            }
            for entry in failed
        ]
        st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
        return
    listed = [
        {
            "pair": printable(f"{entry.left} : {entry.right}"),
            "shared": entry.n_attributes,
            "why": printable(entry.problem or ""),
        }
        for entry in failed
    ]
    columns = {
        "pair": st.column_config.TextColumn("Pair", width="medium"),
        "shared": st.column_config.NumberColumn("Shared", format="localized", help=SHARED, width="small"),
        "why": st.column_config.TextColumn("Why", width="large"),
    }
    st.dataframe(
        pd.DataFrame(listed), key="atlas-problems", hide_index=True, column_config=columns,
        height="content" if len(listed) <= 15 else 560,
    )  # fmt: skip


def tables(atlas: AtlasView) -> None:
    """What was put in: rows, attributes and classes of every table."""
    st.subheader("Tables")
    if len(atlas.tables) <= MOST_WRAPPED:
        _wrapped_tables(atlas)
        return
    rows = [
        {
            "name": printable(table["name"]),
            "rows": table["rows"],
            "attributes": table["attributes"],
            "classes": printable(_classes(table)),
        }
        for table in atlas.tables
    ]
    names: dict[str, ColumnConfig | str] = {
        "name": "Table",
        "rows": st.column_config.NumberColumn("Rows", format="localized"),
        "attributes": st.column_config.NumberColumn("Attributes", format="localized"),
        "classes": "Classes and their rows",
    }
    st.dataframe(
        pd.DataFrame(rows), key="atlas-inputs", hide_index=True, column_config=names,
        height="content" if len(rows) <= 15 else 560,
    )  # fmt: skip


def _classes(table: Mapping[str, Any]) -> str:
    """`< 6: 744, >= 6: 855`."""
    return ", ".join(f"{name}: {count:,}" for name, count in table["classes"].items())


def _wrapped_tables(atlas: AtlasView) -> None:
    """The same for a narrow panel: a count that is cut at the edge of a cell would be read as another one."""
    rows = [
        {
            "Table": as_markdown(table["name"]),
            "Rows": f"{table['rows']:,}",
            "Attributes": f"{table['attributes']:,}",
            "Classes and their rows": as_markdown(_classes(table)),
        }
        for table in atlas.tables
    ]
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)


def _table(table: StudyTable, stem: str) -> None:
    st.dataframe(
        frame_of(table),
        key=f"{stem}-table",
        hide_index=True,
        column_config={name: _column(name) for name in table.header},
        height="content" if len(table.rows) <= 15 else 560,
    )
    st.download_button(
        "CSV", csv_text(table.header, table.rows), file_name=f"{stem}.csv", mime="text/csv", key=f"{stem}-csv",
        icon=":material/download:", on_click="ignore",
    )  # fmt: skip


def frame_of(table: StudyTable) -> pd.DataFrame:
    """The pairs with scores as pages show them: names that cannot break a line, shares in per cent, no empty column."""
    frame = pd.DataFrame(list(table.rows), columns=list(table.header))
    if "problem" in frame:
        frame = frame[frame["problem"].isna()].drop(columns="problem").reset_index(drop=True)
    for name in frame.columns:
        if name in ("left", "right"):
            frame[name] = frame[name].map(printable)
        elif " over " in name and name != GAIN:
            frame[name] = frame[name].astype(float) * 100
    perhaps_empty = [name for name in (*CHANCE, ONE_CLASS, GAIN) if name in frame]
    return frame.drop(columns=[name for name in perhaps_empty if frame[name].isna().all()])


def _column(name: str) -> ColumnConfig:
    column, shown = st.column_config, HEADINGS.get(name) or heading(name)
    if name in HEADINGS or name == "better":
        return column.TextColumn(shown)
    if name == GAIN:
        return column.NumberColumn("Gain", format="%+.3f", help=words.GAIN)
    if name == "shared attributes":
        return column.NumberColumn("Shared", format="localized", help=SHARED)
    if " over " in name:
        return column.NumberColumn(shown, format="%.1f %%")
    if "weights" in name:
        return column.TextColumn(shown, help="On information gain, distribution similarity and being new.")
    if name == ONE_CLASS:
        return column.NumberColumn(shown, format="%.4f", help=ALONE)
    acronym = name.rsplit(" ", 1)[-1]
    known = GLOSSARY[acronym].help if acronym in GLOSSARY else CHANCE.get(name)
    return column.NumberColumn(shown, format="%.3g" if name in CHANCE else "%.4f", help=known)
