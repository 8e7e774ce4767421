"""Which further tables the trees are tried on: chosen from the list, or uploaded."""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.samples.catalogue import catalogue
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.store.uploads import list_uploads
from ksdt_core.text import printable
from pages.common import kept, uploads
from pages.common.arrived import arrived_files
from pages.common.current import Current
from pages.common.telling import telling

CHOSEN, COUNT = "replicate_tables", "replicate_uploads"
Choice = tuple[str, str]


def choose(current: Current) -> list[TableRequest]:
    """The tables that the reader has chosen, in the order of choosing."""
    choices = _choices(current)
    st.session_state[CHOSEN] = [choice for choice in st.session_state.get(CHOSEN, []) if choice in choices]
    row = st.container(horizontal=True, vertical_alignment="bottom")
    row.multiselect(
        "Third table, or several",
        list(choices),
        format_func=lambda choice: choices[choice][1],
        key=CHOSEN,
        placeholder="a bundled table or an earlier upload …",
    )
    with row.popover("Upload", icon=":material/upload:", width="content"):
        key = f"replicate_upload_{st.session_state.setdefault(COUNT, 0)}"
        st.file_uploader(
            "Tables with the attributes and classes of the trees",
            key=key,
            accept_multiple_files=True,
            on_change=_take,
            args=(key,),
            help=uploads.FORMATS,
        )
    return [choices[choice][0] for choice in st.session_state[CHOSEN]]


def _choices(current: Current) -> dict[Choice, tuple[TableRequest, str]]:
    """Every table that is here but those that the trees were mined from."""
    mined = () if current.request is None else (current.request.left, current.request.right)
    found: dict[Choice, tuple[TableRequest, str]] = {}
    for kept_file in list_uploads(kept.store()):
        request = TableRequest("upload", kept_file.id, uploads.table_name(kept_file.file_name))
        found["upload", kept_file.id] = (request, printable(kept_file.file_name))
    for entry in catalogue():
        found["catalogue", entry.name] = (TableRequest.bundled(entry.name), f"{entry.name} · {entry.title}")
    for table in mined:
        found.pop((table.origin, table.id), None)
    return found


@telling
def _take(key: str) -> None:
    if not st.session_state[key]:
        return
    st.session_state[COUNT] += 1
    files = uploads.keep_files(arrived_files(key))
    chosen = st.session_state.get(CHOSEN, [])
    new = [("upload", file.id) for file in files]
    st.session_state[CHOSEN] = [*(choice for choice in chosen if choice not in new), *new]
