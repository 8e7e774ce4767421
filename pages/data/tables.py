"""The two tables of a pair: chosen from the list or dropped, with class column, sheet and cut where they are needed."""

from __future__ import annotations

import html
from dataclasses import replace

import streamlit as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.readers.cells import is_number, number_text
from ksdt_core.data.readers.facts import TableFacts
from ksdt_core.data.samples.catalogue import catalogue, catalogue_entry
from ksdt_core.store.decisions import SIDES, Side
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.store.uploads import list_uploads, listed_uploads, upload_name
from ksdt_core.text import printable
from pages.common import damage, draft, kept, table_line, uploads
from pages.common.dates import day
from pages.common.frame import palette, side_by_side
from pages.common.pick import MOST_LISTED, pick_name
from pages.common.telling import telling
from pages.common.wording import as_markdown

MARKERS = {"left": "■", "right": "●"}
TURNED = "The table was transposed: its rows became attributes, and its columns became rows."
TURNED_HERE = ", transposed: its attributes were in rows"
EMPTY = {"left": "First table", "right": "Second table"}


def panels() -> None:
    """A line for each table that can be read, a panel for each that is still to be chosen."""
    draft.tables()  # before both, since the address may name another pair
    damage.name_tables(listed_uploads(kept.store())[1])
    waiting: list[Side] = []
    for side in SIDES:
        table = draft.tables()[side]
        if table is not None and draft.is_ready(side):
            _line(side, table)
        else:
            waiting.append(side)
    names = {"left": "first_table", "right": "second_table"}
    for side, panel in zip(waiting, side_by_side(*(names[side] for side in waiting)), strict=True):
        with panel:
            _panel(side)


def _line(side: Side, table: TableRequest) -> None:
    """A table that is chosen, in one line; what reads it otherwise is behind its button."""
    facts, target, data = kept.facts(table), draft.target_of(table), kept.table(table)
    turned = target is not None and target in facts.rows and target not in facts.columns
    is_listed = len(facts.names(turned=turned)) <= MOST_LISTED
    with st.container(horizontal=True, border=True, vertical_alignment="center", key=f"table_line_{side}"):
        st.html(_about(side, table, data, named_class="" if is_listed else target or "", turned=turned))
        if is_listed:
            _target(side, table, facts, turned=turned, label_hidden=True)
        st.html(_summary(side, data))
        with st.popover("Change", icon=":material/upload:", key=f"change_{side}"):
            _choose(side, table)
            uploads.uploader(side)
            if len(facts.sheets) > 1:
                _sheet(side, table, facts.sheets)
            _turning(side, table, facts, target)
            if not is_listed:
                _target(side, table, facts, turned=turned)
            _cut(side, table)
    _problems(side)


def _about(side: Side, table: TableRequest, data: Dataset, *, named_class: str, turned: bool) -> str:
    """The name, what it is, and its size; the class column where there is no room for a box."""
    what = catalogue_entry(table.id).title if table.origin == "catalogue" else "uploaded table"
    if turned:
        what += TURNED_HERE
    column = (
        f"<span>class: <b>{html.escape(printable(named_class))}</b></span>" if named_class else "<span>Class</span>"
    )
    return table_line.about(MARKERS[side], table.name, what, sizes=table_line.sizes(data), end=column)


def _panel(side: Side) -> None:
    table = draft.tables()[side]
    name = EMPTY[side] if table is None else as_markdown(table.name)
    st.subheader(f"{MARKERS[side]} {name}")
    _choose(side, table)
    uploads.uploader(side)
    if table is not None:
        _class_column(side, table)
    _problems(side)


def _problems(side: Side) -> None:
    """What was refused and what cannot be read."""
    for problem in filter(None, (draft.refused().get(side), draft.unreadable(side))):
        st.error(as_markdown(problem), icon=":material/error:")


def _choose(side: Side, table: TableRequest | None) -> None:
    choices = _choices()
    known = None if table is None else (table.origin, table.id)
    key = _chooser_key(side, table)
    st.session_state[key] = known if known in choices else None
    st.selectbox(
        "Choose a table",
        list(choices),
        format_func=lambda choice: choices[choice],
        key=key,
        placeholder="a bundled table or an earlier upload …",
        on_change=_chosen,
        args=(side, key),
    )


def _chooser_key(side: Side, table: TableRequest | None) -> str:
    """The key of the box where a table is chosen: another one for each table.

    The box moves into a closed popover once a table is chosen. The browser then still sent what the box of the other
    side held, under the key of this one.
    """
    return f"table_{side}" if table is None else f"table_{side}_{table.id}"


def _choices() -> dict[tuple[str, str], str]:
    uploaded = {
        ("upload", kept_file.id): f"{printable(kept_file.file_name)} · uploaded "
        f"{day(kept_file.created)} · {_size(kept_file.size)}"
        for kept_file in list_uploads(kept.store())
    }
    return uploaded | {("catalogue", entry.name): f"{entry.name} · {entry.title}" for entry in catalogue()}


@telling
def _chosen(side: Side, key: str) -> None:
    choice = st.session_state[key]
    if choice is None:
        return
    origin, table_id = choice
    if origin == "catalogue":
        draft.choose(side, TableRequest.bundled(table_id))
        return
    file_name = upload_name(kept.store(), table_id)
    draft.choose(side, TableRequest("upload", table_id, uploads.table_name(file_name)))


def _class_column(side: Side, table: TableRequest) -> None:
    facts = kept.facts(table)
    if len(facts.sheets) > 1:
        _sheet(side, table, facts.sheets)
    target = draft.target_of(table)
    if target is None:
        asked = "row holds the class of each column" if facts.lies_on_its_side else "column holds the class of each row"
        st.warning(f"Which {asked}?", icon=":material/help:")
    turned = _turning(side, table, facts, target)
    _target(side, table, facts, turned=turned)
    _cut(side, table)


def _target(side: Side, table: TableRequest, facts: TableFacts, *, turned: bool, label_hidden: bool = False) -> None:
    key = f"target_{side}_{table.id}{'_turned' if turned else ''}"
    pick_name(
        "Class row" if turned else "Class column", facts.names(turned=turned), key=key, chosen=draft.target_of(table),
        on_change=_retarget, args=(side, key), label_hidden=label_hidden,
        help_text=f"The {'row' if turned else 'column'} with the class of each {'column' if turned else 'row'}, such "
        "as ill or healthy. The trees learn to predict it.",
    )  # fmt: skip


def _turning(side: Side, table: TableRequest, facts: TableFacts, target: str | None) -> bool:
    """A switch for tables whose attributes may stand in rows; whether the table is turned."""
    if not facts.rows:
        return False
    key = f"turned_{side}_{table.id}"
    in_rows = target is not None and target in facts.rows and target not in facts.columns
    if target is not None:
        st.session_state[key] = in_rows
    elif key not in st.session_state:
        st.session_state[key] = facts.lies_on_its_side
    turned = st.toggle(
        "Transpose: attributes are in rows", key=key, on_change=_turned, args=(side, key),
        help="The first column then contains the attribute names, each other column is a case, and one row "
             "contains the classes.",
    )  # fmt: skip
    if turned:
        st.markdown(f":gray[{TURNED}]")
    return bool(turned)


@telling
def _turned(side: Side, key: str) -> None:
    """The other way round the classes are elsewhere: the guess where it is there, else the reader chooses."""
    table = draft.tables()[side]
    if table is not None:
        facts, turned = kept.facts(table), bool(st.session_state[key])
        there = facts.guess is not None and (facts.guess not in facts.columns) == turned
        draft.change(side, replace(table, target=facts.guess if there else None, cut=None))


@telling
def _retarget(side: Side, key: str) -> None:
    table, target = draft.tables()[side], st.session_state[key]
    if table is not None and target is not None:
        draft.change(side, replace(table, target=target, cut=None))


def _sheet(side: Side, table: TableRequest, sheets: tuple[str, ...]) -> None:
    key = f"sheet_{side}_{table.id}"
    st.session_state[key] = table.sheet or sheets[0]
    st.selectbox("Sheet", sheets, key=key, format_func=printable, on_change=_resheet, args=(side, key))


@telling
def _resheet(side: Side, key: str) -> None:
    table = draft.tables()[side]
    if table is not None:
        draft.choose(side, replace(table, sheet=st.session_state[key], target=None, cut=None))


def _cut(side: Side, table: TableRequest) -> None:
    """Numbers as classes can be cut; the box is shown only where there are such."""
    if table.cut is None and not (draft.is_ready(side) and _are_numbers(kept.table(table))):
        return
    key = f"cut_{side}_{table.id}"
    st.session_state[key] = ", ".join(number_text(point) for point in table.cut or ())
    st.text_input(
        "Cut the numbers at", key=key, placeholder="for example 6 (empty: every number is a class)",
        on_change=_recut, args=(side, key),
        help="Rows below the number become one class, all other rows the second class. Several numbers, "
             "separated by commas, make more classes.",
    )  # fmt: skip


def _are_numbers(table: Dataset) -> bool:
    return len(table.class_names) > 2 and all(is_number(name) for name in table.class_names)


@telling
def _recut(side: Side, key: str) -> None:
    table, text = draft.tables()[side], st.session_state[key]
    if table is None:
        return
    parts = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
    if all(is_number(part) for part in parts):
        draft.change(side, replace(table, cut=tuple(sorted({float(part) for part in parts})) or None))
    else:
        draft.refused()[side] = f"“{text}” is not a number; write a number to cut at, such as 6."


def _summary(side: Side, table: Dataset) -> str:
    """The classes with their rows, in the order that they have in both tables."""
    colours, at = palette(), draft.class_positions(side)
    counts = zip(table.class_names, table.class_counts().tolist(), strict=True)
    classes = [
        (name, count, colours.class_colour(at[name])) for name, count in sorted(counts, key=lambda one: at[one[0]])
    ]
    return table_line.classes(classes, ends="square" if side == "left" else "round")


def _size(n_bytes: int) -> str:
    return f"{n_bytes / 1024:,.0f} kB" if n_bytes < 1 << 20 else f"{n_bytes / (1 << 20):,.1f} MB"
