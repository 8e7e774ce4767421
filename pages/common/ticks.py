"""Tables whose rows can be ticked: what is ticked is remembered by id, whatever row it has by now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st


def table(name: str, frame: pd.DataFrame, ids: Sequence[str], *, opens: bool = False, **options: Any) -> list[str]:
    """Show a table with a row for each id, and return the ids that are ticked; where it `opens`, rows can be clicked.

    The browser and Streamlit know only numbers of rows. They hold for the rows that were on the page when the reader
    ticked them: where the list has changed since, a new table is made in which the same ids are ticked.
    """
    listed, before = tuple(ids), ticked(name)
    if listed != st.session_state.get(_ids(name)):
        _renew(name)
        st.session_state[_first(name)] = [row for row, each in enumerate(listed) if each in before]
    st.session_state[_ids(name)] = listed
    rows = st.session_state.get(_first(name), [])  # as the table was made: with other ones it would be another table
    state = st.dataframe(
        frame,
        key=key(name),
        hide_index=True,
        on_select="rerun",
        selection_mode=["multi-row", "single-cell"] if opens else "multi-row",
        selection_default={"selection": {"rows": rows, "columns": [], "cells": []}},
        **options,
    )
    chosen = [listed[row] for row in state["selection"]["rows"] if row < len(listed)]
    if rows and chosen:  # the browser takes a row that was ticked from the start for ticked, whatever it is clicked
        st.button("Untick all", key=f"{key(name)}_untick", icon=":material/deselect:", on_click=forget, args=(name,))
    return chosen


def clicked(name: str) -> str | None:
    """The id of the row that was clicked last in the table as it was shown last."""
    listed: tuple[str, ...] = st.session_state.get(_ids(name), ())
    state = st.session_state.get(key(name))
    cells = [] if state is None else state["selection"].get("cells", [])
    return next((listed[row] for row, _ in cells if row < len(listed)), None)


def ticked(name: str) -> list[str]:
    """The ids that the reader ticked in the table as it was shown last."""
    listed: tuple[str, ...] = st.session_state.get(_ids(name), ())
    state = st.session_state.get(key(name))
    rows = [] if state is None else state["selection"]["rows"]
    return [listed[row] for row in rows if row < len(listed)]


def forget(name: str) -> None:
    """After a change nothing is ticked."""
    st.session_state.pop(_ids(name), None)
    st.session_state.pop(_first(name), None)
    _renew(name)


def key(name: str) -> str:
    """The key of the table that is on the page."""
    return f"{name}_{st.session_state.get(_count(name), 0)}"


def _renew(name: str) -> None:
    st.session_state[_count(name)] = st.session_state.get(_count(name), 0) + 1


def _ids(name: str) -> str:
    return f"{name}_ids"


def _first(name: str) -> str:
    return f"{name}_first"


def _count(name: str) -> str:
    return f"{name}_count"
