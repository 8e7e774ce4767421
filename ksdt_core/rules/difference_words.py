"""A difference as a sentence, and all of them as a table."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ksdt_core.rules.condition_text import conditions_text, conditions_words, listed
from ksdt_core.rules.differences import Difference, Differences, Responsible
from ksdt_core.text import counted, p_text, percent, printable, score

MOST_ROWS = 8
MANY_ROWS = 20  # of more the first few say nothing
SIDES = ("left", "right")


def differences_headline(differences: Differences) -> str:
    """Whether the base rates differ, and at how many nodes something remains beyond that."""
    base = differences.base
    left, right = (percent(share) for share in base.shares)
    rates = f"{left} against {right} {printable(base.answer)}"
    nodes = f"{differences.n_clear} of {counted(differences.n_checked, 'node', 'nodes')}"
    verb = "differs" if differences.n_clear == 1 else "differ"
    if base.differs:
        return f"The base rate differs: {rates}; beyond that, {nodes} {verb}."
    return f"The base rate does not differ clearly: {rates}; beyond it, {nodes} {verb}."


def difference_sentence(difference: Difference, differences: Differences) -> str:
    """Where the two tables part, by how much beyond the base rates, and which rows make it so."""
    where = conditions_words(difference.conditions, differences.tables)
    trees = listed([str(tree + 1) for tree in difference.trees])
    left, right = (_mix(difference, differences, table) for table in (0, 1))
    more = " and ".join(_responsible_words(each) for each in difference.responsible if each.classes)
    word = "balanced " if differences.is_balanced else ""
    return (
        f"In tree{'s' if len(difference.trees) > 1 else ''} {trees} ({word}DS {score(difference.tree_ds)}), of the "
        f"rows with {where}, {left}, but {right}; beyond the base rates {_odds(difference, differences)}; rows "
        f"beyond the base rates: {more}."
    )


def _odds(difference: Difference, differences: Differences) -> str:
    """the odds of good are 2.4 times those in wine-white (Holm-corrected p = 0.01)."""
    tables = [printable(name) for name in differences.tables]
    if difference.log_odds < 0:
        tables.reverse()
    times = math.exp(abs(difference.log_odds))
    clear = "" if difference.is_clear else "not clearly different, "
    return (
        f"the odds of {printable(difference.answer)} in {tables[0]} are {times:.3g} times those in {tables[1]} "
        f"({clear}Holm-corrected {p_text(difference.p_corrected)})"
    )


def differences_frame(differences: Differences, *, most_rows: int | None = None) -> pd.DataFrame:
    """A row for each difference, the most certain first; row numbers beyond `most_rows` are only counted.

    Columns: rank, trees (1, 2, ..), where, where_left and where_right (in the units of each table, only where a scale
    was chosen), kind (node or rule), counts_left and counts_right (rows by class), rows_left, rows_right, class and
    odds_ratio (what remains beyond the base rates, left against right), p_corrected, dsn, dsn_above, tree_ds,
    responsible_left and responsible_right (row numbers).
    """
    units = [f"where_{side}" for side in SIDES] if differences.scale != "none" else []
    columns = [
        *("rank", "trees", "where", *units, "kind", "counts_left", "counts_right", "rows_left", "rows_right"),
        *("class", "odds_ratio", "p_corrected", "dsn", "dsn_above", "tree_ds", "responsible_left", "responsible_right"),
    ]
    return pd.DataFrame([_row(each, differences, most_rows) for each in differences.found], columns=columns)


def rows_text(rows: NDArray[np.intp], most: int | None = MOST_ROWS) -> str:
    """The first row numbers, and how many more there are."""
    shown = ", ".join(map(str, rows[:most].tolist()))
    return f"{shown} and {rows.size - most:,} more" if most is not None and rows.size > most else shown


def _row(difference: Difference, differences: Differences, most_rows: int | None) -> dict[str, Any]:
    row: dict[str, Any] = {
        "rank": difference.rank,
        "trees": ", ".join(str(tree + 1) for tree in difference.trees),
        "where": conditions_text(difference.conditions),
        "kind": "rule" if difference.is_leaf else "node",
        "class": printable(difference.answer),
        "odds_ratio": math.exp(difference.log_odds),
        "dsn": difference.dsn,
        "dsn_above": difference.dsn_above,
        "tree_ds": difference.tree_ds,
        "p_corrected": difference.p_corrected,
    }
    for table, side in enumerate(SIDES):
        counts = difference.counts[table]
        row[f"counts_{side}"] = " | ".join(map(str, counts))
        row[f"rows_{side}"] = sum(counts)
        row[f"responsible_{side}"] = rows_text(difference.responsible[table].rows, most_rows)
        row[f"where_{side}"] = conditions_text(difference.conditions, table=table)
    return row


def _mix(difference: Difference, differences: Differences, table: int) -> str:
    """wine-red has 448 (71 %) of class good and 182 (29 %) of class poor."""
    counts, shares = difference.counts[table], difference.shares[table]
    parts = [
        f"{count:,} ({percent(share)}) of class {printable(name)}"
        for name, count, share in zip(differences.class_names, counts, shares, strict=True)
    ]
    return f"{printable(differences.tables[table])} has {listed(parts)}"


def _responsible_words(responsible: Responsible) -> str:
    classes = listed([printable(name) for name in responsible.classes])
    about = f"{responsible.excess:.0f}" if responsible.excess >= 10 else f"{responsible.excess:.1f}"
    many = responsible.rows.size > MANY_ROWS
    among = f"{responsible.rows.size:,} such rows" if many else f"its rows {rows_text(responsible.rows)}"
    return f"about {about} rows of class {classes} in {printable(responsible.table)} (among {among})"
