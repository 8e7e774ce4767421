"""The study tables of an atlas: weights, miners and single trees by pair, each as CSV, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from ksdt_core.formats.csv_text import csv_text
from ksdt_core.studies.atlas.study_tables import (
    GAIN,
    ONE_CLASS,
    Cell,
    StudyTable,
    sets_table,
    trees_table,
    weights_table,
)
from ksdt_core.studies.atlas.view import AtlasView
from ksdt_core.text import p_number, percent, score, signed
from pages.atlas import words
from pages.common.frame import note
from pages.common.html_table import table as html_table
from pages.common.wording import heading

HEADINGS = {
    "left": "Table",
    "right": "And",
    "shared attributes": "Shared attributes",
    GAIN: "Gain",
    ONE_CLASS: "Guessing",
}
HEIGHT = 300  # pixels of the rows
CHANCE = ("p", "q")
WORDS = ("left", "right", "better")  # columns that hold no numbers


def pairs(atlas: AtlasView) -> None:
    """Every pair with its best and its worst weighting, and the pairs that could not be mined."""
    if atlas.mined:
        weights = weights_table(atlas)
        note(
            f"{words.weights_sentence(atlas, weights)} {words.gain_words(atlas)} Guessing is the score for "
            "always predicting the same class."
        )
        _table(weights, "atlas-weights")
    failed = [entry for entry in atlas.entries if entry.problem is not None]
    if failed:
        note(f"{len(failed)} of {len(atlas.entries)} pairs could not be mined.")
        rows = [[words.pair_name(entry), f"{entry.n_attributes:,}", entry.problem or ""] for entry in failed]
        headings = ["Pair", "Shared attributes", "Why"]
        st.html(html_table(headings, rows, caption="Pairs that could not be mined", numbers=(1,), height=HEIGHT))


def miners(atlas: AtlasView) -> Mapping[str, Callable[[], None]]:
    """The comparisons of the miners, where they were asked for."""
    sets, trees = sets_table(atlas), trees_table(atlas)
    found: dict[str, Callable[[], None]] = {}
    if sets is not None:
        found["PKSDT against SKSDT"] = partial(_contest, sets, ("PKSDT", "SKSDT"), "Better set", "atlas-sets")
    if trees is not None:
        found["KSDT against SDT-Miner"] = partial(_contest, trees, ("KSDT", "SDT-Miner"), "Better tree", "atlas-trees")
    return found


_CONTESTS = {
    "atlas-sets": "PKSDT grows the trees in turns, SKSDT one after another. The best sets of both are compared.",
    "atlas-trees": "The best single tree of all sets compared with the best tree of SDT-Miner, which grows one tree.",
}


def _contest(table: StudyTable, both: tuple[str, str], what: str, stem: str) -> None:
    note(f"{words.contest_sentence(table, *both, what=what)} {_CONTESTS[stem]}")
    _table(table, stem)


def inputs(atlas: AtlasView) -> None:
    """What was put in: rows, attributes and classes of every table."""
    rows = [
        [table["name"], f"{table['rows']:,}", f"{table['attributes']:,}", _classes(table)] for table in atlas.tables
    ]
    st.html("<h2 class='atlas-title'>Tables</h2>")
    headings = ["Table", "Rows", "Attributes", "Rows of each class"]
    st.html(html_table(headings, rows, caption="Tables of the atlas", numbers=(1, 2), height=HEIGHT))


def _classes(table: Mapping[str, Any]) -> str:
    """`< 6: 744, >= 6: 855`."""
    return ", ".join(f"{name}: {count:,}" for name, count in table["classes"].items())


def _table(table: StudyTable, stem: str) -> None:
    headings, rows = shown(table)
    numbers = [at for at, name in enumerate(headings) if name not in {*map(_heading, WORDS)}]
    st.html(html_table(headings, rows, caption=f"{stem} by pair", numbers=numbers, height=HEIGHT))
    st.download_button(
        "CSV", csv_text(table.header, table.rows), file_name=f"{stem}.csv", mime="text/csv", key=f"{stem}-csv",
        icon=":material/download:", on_click="ignore",
    )  # fmt: skip


def shown(table: StudyTable) -> tuple[list[str], list[list[str]]]:
    """Headings and cells as pages show them: pairs with scores only, and no empty column."""
    at = table.header.index("problem") if "problem" in table.header else None
    rows = [row for row in table.rows if at is None or row[at] is None]
    perhaps = {"problem", *CHANCE, ONE_CLASS, GAIN}
    kept = [
        column
        for column, name in enumerate(table.header)
        if name not in perhaps or (name != "problem" and any(row[column] is not None for row in rows))
    ]
    headings = [_heading(table.header[column]) for column in kept]
    return headings, [[_cell(table.header[column], row[column]) for column in kept] for row in rows]


def _heading(name: str) -> str:
    return HEADINGS.get(name) or heading(name)


def _cell(name: str, value: Cell) -> str:
    """A number as its column says: a p-value, a gain, a share, a count or a score."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if name in CHANCE:
        return p_number(float(value))
    if name == GAIN:
        return signed(float(value))
    if " over " in name:
        return percent(float(value), 1)
    return f"{value:,}" if isinstance(value, int) else score(float(value))
