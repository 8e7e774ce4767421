"""Attributes of the trees that a third table seems to lack: the reader chooses which of its columns each is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from ksdt_core.data.matching.suggestions import suggest_matches
from ksdt_core.text import printable
from pages.common.pick import pick_name
from pages.common.wording import as_markdown
from pages.replicate.memory import remembered

if TYPE_CHECKING:
    from ksdt_core.data.model.dataset import Dataset
    from ksdt_core.mining.tree_set import TreeSet

MOST_NAMED = 3
MOST_BOXES = 12  # attributes that are asked for; a map can match more


def chosen(trees: TreeSet, key: str) -> dict[str, str]:
    """The attribute map of what the reader has chosen: for columns of the table, the attributes of the trees."""
    picked = {name: remembered(_box(key, name)) for name in trees.attributes}
    for name, column in picked.items():  # told again in each run: a box that one run does not draw would forget it
        if column is not None:
            st.session_state[_box(key, name)] = column
    return {column: name for name, column in picked.items() if column is not None}


def offer(trees: TreeSet, table: Dataset, file_map: Mapping[str, str], key: str) -> None:
    """A box for each attribute that the table lacks, with its columns; names that are alike come first."""
    from ksdt_core.evidence.third_table import unmatched_of_third

    lacking, free = unmatched_of_third(trees, table, file_map)
    if not lacking or not free:
        return
    alike = {one.left: one.right for one in suggest_matches(lacking, free)}
    asked = sorted(lacking, key=lambda name: name not in alike)[:MOST_BOXES]
    waiting = bool(_open(tuple(alike), key))
    with st.expander(as_markdown(_heading(table.name, _open(lacking, key))), expanded=waiting, icon=":material/link:"):
        for name in _open(tuple(alike), key):
            st.button(
                as_markdown(f"Match {alike[name]} with {name}"), key=f"{key}_match_{name}", icon=":material/build:",
                on_click=_match, args=(_box(key, name), alike[name]),
            )  # fmt: skip
        with st.container(horizontal=True, key=f"{key}_partners"):
            taken = chosen(trees, key)
            for name in asked:
                own = [column for column in free if taken.get(column, name) == name]
                first = alike.get(name)
                pick_name(printable(name), sorted(own, key=lambda column: column != first), key=_box(key, name))
        if len(lacking) > len(asked):
            st.markdown(
                f":gray[{len(lacking) - len(asked):,} more can be matched with an attribute map under Options.]"
            )


def _open(lacking: Sequence[str], key: str) -> list[str]:
    """The attributes for which no column is chosen yet."""
    return [name for name in lacking if st.session_state.get(_box(key, name)) is None]


def _heading(table: str, waiting: Sequence[str]) -> str:
    if not waiting:
        return "All attributes of the trees are matched. Change the matches here."
    names = ", ".join(waiting[:MOST_NAMED])
    more = f" and {len(waiting) - MOST_NAMED:,} more" if len(waiting) > MOST_NAMED else ""
    return f"{table} has no column {names}{more}. If the column has another name, match it here."


def _box(key: str, name: str) -> str:
    return f"{key}_is_{name}"


def _match(box: str, column: str) -> None:
    st.session_state[box] = column
