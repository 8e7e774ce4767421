"""A map in a file: a box for it, and what was wrong with the last one."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.store.pair_request import PairRequest
from pages.common import kept
from pages.common.arrived import arrived_files
from pages.common.messages import for_page
from pages.common.wording import as_markdown

Take = Callable[[BinaryIO, PairRequest], None]


def map_file(kind: str, columns: str, request: PairRequest, take: Take) -> None:
    """`take` decides by the file and by the pair as it is then; what it refuses is said below the box."""
    with st.expander(f"Upload a map of {kind}s"):
        number = st.session_state.setdefault(f"{kind}_maps", 0)
        key = f"{kind}_map_{number}"
        st.file_uploader(
            f"A CSV or TSV file of {columns}", key=key, on_change=_taken, args=(kind, key, request.id, take)
        )
        problem = st.session_state.get(_problem(kind))
        if problem:
            st.error(as_markdown(problem))


def _taken(kind: str, key: str, pair: str, take: Take) -> None:
    if st.session_state[key] is None:
        return
    st.session_state[f"{kind}_maps"] += 1
    st.session_state.pop(_problem(kind), None)
    try:
        (file,) = arrived_files(key)
        take(file, kept.pair_request(pair))
    except KsdtError as error:
        st.session_state[_problem(kind)] = for_page(error)


def _problem(kind: str) -> str:
    return f"{kind}_map_problem"
