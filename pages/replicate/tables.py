"""Which further tables the trees are tried on: chosen from the list, uploaded, or checked before and saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ksdt_core.data.samples.catalogue import catalogue, catalogue_pairs
from ksdt_core.evidence.replicated import Replication
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.store.uploads import list_uploads
from ksdt_core.text import counted, printable
from pages.common import frame, kept, place, table_line, uploads
from pages.common.arrived import arrived_files
from pages.common.current import Current
from pages.common.telling import telling

CHOSEN, COUNT, SHOWN = "replicate_tables", "replicate_uploads", "replicate_shown"
MARK = "▲"
Choice = tuple[str, str]
Shown = TableRequest | Replication


@dataclass(frozen=True, slots=True)
class Line:
    """The places in the line of a table."""

    about: DeltaGenerator
    target: DeltaGenerator
    classes: DeltaGenerator
    options: DeltaGenerator
    more: DeltaGenerator
    save: DeltaGenerator


def choose(current: Current, known: Sequence[Replication]) -> Shown | None:
    """The table that is shown: the one that was chosen, of several one; without any, how to choose one."""
    choices = _choices(current)
    asked = st.session_state[CHOSEN] if CHOSEN in st.session_state else _of_address(place.here().third)
    st.session_state[CHOSEN] = [choice for choice in asked if choice in choices]
    place.settle(third=",".join(":".join(choice) for choice in st.session_state[CHOSEN]) or None)
    chosen = [choices[choice][0] for choice in st.session_state[CHOSEN]]
    named = {table.name for table in chosen}
    every: list[Shown] = [*chosen, *(found for found in known if found.table.name not in named)]
    if not every:
        _empty(current, choices)
        return None
    if len(every) == 1:
        return every[0]
    names = [printable(one.table.name if isinstance(one, Replication) else one.name) for one in every]
    if st.session_state.get(SHOWN) not in range(len(every)):
        st.session_state[SHOWN] = max(len(chosen) - 1, 0)
    picked = st.segmented_control("Table", range(len(every)), format_func=lambda at: names[at], key=SHOWN)
    return every[picked or 0]


def _of_address(text: str | None) -> list[Choice]:
    """The tables that an address names; a reload and the change of the theme start a new session.

    >>> _of_address("upload:3f2a,catalogue:cm1"), _of_address(None)
    ([('upload', '3f2a'), ('catalogue', 'cm1')], [])
    """
    parts = (each.partition(":") for each in (text or "").split(",") if each)
    return [(origin, name) for origin, _, name in parts]


def line() -> Line:
    """The card of one line."""
    row = st.container(horizontal=True, border=True, vertical_alignment="center", key="table_line_third")
    return Line(*(row.container(width="content") if at in (1, 3, 4, 5) else row.empty() for at in range(6)))


def of_saved(places: Line, found: Replication, current: Current) -> None:
    """A check that was saved with the run."""
    rows = counted(found.table.rows, "row")
    places.about.html(table_line.about(MARK, found.table.name, "check saved with this run", sizes=(rows,)))
    nodes = found.trees[0].nodes if found.trees else ()
    if nodes:
        places.classes.html(class_bar(current.trees.pair.class_names, nodes[0].cdv))


def class_bar(names: Sequence[str], counts: Sequence[int]) -> str:
    """The classes of the third table in the order of the trees."""
    colours = frame.palette()
    each = [(name, count, colours.class_colour(at)) for at, (name, count) in enumerate(zip(names, counts, strict=True))]
    return table_line.classes(each, ends="pointed")


def changer(current: Current) -> None:
    """Other tables, behind a button."""
    with st.popover("Change", icon=":material/upload:", width="content"):
        _pickers(_choices(current), "more")


def _empty(current: Current, choices: dict[Choice, tuple[TableRequest, str]]) -> None:
    """What to do first; where a bundled table fits, one click does it."""
    frame.answer(
        "Choose a third table to find out.",
        "It needs the same classes and some of the same attributes. The trees were mined from the other two "
        "tables and have not seen it.",
    )
    fits = _likely(current, choices)
    if fits is not None:
        st.button(
            f"Test on {fits[1]}", type="primary", key="replicate_try", icon=":material/arrow_forward:",
            on_click=_try, args=(fits,),
        )  # fmt: skip
    with st.container(border=True, key="replicate_first"):
        _pickers(choices, "first")


def _likely(current: Current, choices: dict[Choice, tuple[TableRequest, str]]) -> Choice | None:
    """A bundled table that forms pairs with the mined ones."""
    mined = () if current.request is None else (current.request.left.name, current.request.right.name)
    partners = {
        name for pair in catalogue_pairs() for name in (pair.left, pair.right) if {pair.left, pair.right} & {*mined}
    }
    return next((choice for choice in choices if choice[0] == "catalogue" and choice[1] in partners), None)


def _try(choice: Choice) -> None:
    st.session_state[CHOSEN] = [choice]


def _pickers(choices: dict[Choice, tuple[TableRequest, str]], place: str) -> None:
    """The box and the uploader. A browser sends what a hidden box held last, so each place and upload has its own."""
    count = st.session_state.setdefault(COUNT, 0)
    box = f"{CHOSEN}_{place}_{count}"
    st.session_state[box] = list(st.session_state[CHOSEN])
    st.multiselect(
        "Third table, or several",
        list(choices),
        format_func=lambda choice: choices[choice][1],
        key=box,
        placeholder="a bundled table or an earlier upload …",
        on_change=_picked,
        args=(box,),
    )
    key = f"replicate_upload_{count}"
    st.file_uploader(
        "or drop a file",
        key=key,
        accept_multiple_files=True,
        on_change=_take,
        args=(key,),
        help=uploads.FORMATS,
    )


def _picked(box: str) -> None:
    st.session_state[CHOSEN] = list(st.session_state[box])
    _changed()


def _changed() -> None:
    """The table that was chosen last is shown."""
    st.session_state.pop(SHOWN, None)


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
    _changed()
