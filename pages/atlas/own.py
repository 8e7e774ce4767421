"""Options of single tables of a new atlas: class column, cut, class map, exclusions, and a map of attributes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

import streamlit as st

from ksdt_core.data.matching.maps import parse_class_map
from ksdt_core.data.matching.table_maps import read_attribute_rows
from ksdt_core.errors import InvalidParameterError, KsdtError
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.studies.atlas.all_pairs import distinct_names
from ksdt_core.text import printable
from pages.common import kept
from pages.common.arrived import arrived_files
from pages.common.messages import for_page
from pages.common.pick import pick_name
from pages.common.wording import as_markdown

ROWS, PROBLEM = "atlas_attribute_rows", "atlas_map_problem"
MOST_LISTED = 2_000  # attributes to choose from; more are typed on the command line


def ask(tables: Sequence[TableRequest]) -> tuple[list[TableRequest], dict[str, Any] | None]:
    """The tables with their own class columns and cuts, and the further options; None where they cannot be used."""
    if not tables:
        return [], {}
    names = distinct_names(table.name for table in tables)
    with st.expander("Options of single tables"):
        read, maps, excludes = [], {}, {}
        for table, name in zip(tables, names, strict=True):
            row = st.container(horizontal=True, vertical_alignment="bottom")
            try:
                its = _read(row, table, name)
                maps[name] = _class_map(row, table, name)
                excludes[name] = _excluded(row, its, name)
            except KsdtError as error:
                st.error(as_markdown(f"{table.name}: {for_page(error)}"))
                return list(tables), None
            read.append(its)
        rows = _attribute_rows(names)
    own = {"class_maps": maps, "excludes": excludes, "attribute_rows": rows}
    given = {name: value for name, value in own.items() if (any(value.values()) if isinstance(value, dict) else value)}
    return read, {"own": given} if given else {}


def _read(row: Any, table: TableRequest, name: str) -> TableRequest:
    """Its class column and the number to cut it at."""
    target, key = table.target, f"atlas_cut_{table.origin}_{table.id}"
    if table.origin == "catalogue":  # uploads were asked before
        facts = kept.facts(table)
        with row.container(width=230):
            chosen = pick_name(
                f"Class column of {printable(name)}", facts.choices, key=f"atlas_own_{table.id}", default=facts.guess
            )
        target = None if chosen == facts.guess else chosen
    text = row.text_input("Cut numbers at", key=key, width=120, placeholder="6 or 4, 6", help=f"Of {printable(name)}.")
    return replace(table, target=target, cut=_cut(text))


def _cut(text: str) -> tuple[float, ...] | None:
    try:
        return tuple(sorted({float(part) for part in text.split(",") if part.strip()})) or None
    except ValueError:
        raise InvalidParameterError("cut-not-numbers", option="cut", value=text) from None


def _class_map(row: Any, table: TableRequest, name: str) -> dict[str, str]:
    text = row.text_input(
        f"Rename classes of {printable(name)}", key=f"atlas_map_{table.origin}_{table.id}", width=230,
        placeholder="good=pos, bad=neg", help="Write old=new, separated by commas. This applies to this table "
                                              "only.",
    )  # fmt: skip
    return parse_class_map(text or None)


def _excluded(row: Any, table: TableRequest, name: str) -> list[str]:
    key = f"atlas_without_{table.origin}_{table.id}"
    known = kept.table(table).attributes[:MOST_LISTED]
    st.session_state[key] = [each for each in st.session_state.get(key, []) if each in known]
    chosen: list[str] = row.multiselect(
        f"Exclude attributes of {printable(name)}", known, key=key, format_func=printable, width=320,
        help="No tree of a pair with this table uses them.",
    )  # fmt: skip
    return chosen


def _attribute_rows(names: Sequence[str]) -> list[dict[str, str]]:
    """Attributes with different names: a file with a column per table."""
    count = st.session_state.setdefault("atlas_maps", 0)
    key = f"atlas_attribute_map_{count}"
    st.file_uploader(
        "Attribute map: a CSV or TSV file with a column per table", key=key, on_change=_take, args=(key, tuple(names)),
        help="The first line names the tables. Each other line has one attribute: its name in each table, or an "
             "empty cell where a table does not have it.",
    )  # fmt: skip
    if problem := st.session_state.get(PROBLEM):
        st.error(as_markdown(problem))
    rows: list[dict[str, str]] = st.session_state.get(ROWS, [])
    usable = [{table: name for table, name in row.items() if table in names} for row in rows]
    usable = [row for row in usable if len(row) > 1]
    if rows:
        line = st.container(horizontal=True, vertical_alignment="center")
        line.markdown(f":gray[{len(usable):,} attributes are matched by the file.]")
        line.button("Remove the map", key="atlas_map_remove", on_click=_forget)
    return usable


def _take(key: str, names: tuple[str, ...]) -> None:
    if st.session_state[key] is None:
        return
    st.session_state["atlas_maps"] += 1
    _forget()

    def table_of(heading: str) -> str | None:
        return next((name for name in names if heading in (name, PurePosixPath(name).stem)), None)

    try:
        (file,) = arrived_files(key)
        st.session_state[ROWS] = read_attribute_rows(file, table_of)
    except KsdtError as error:
        st.session_state[PROBLEM] = for_page(error)


def _forget() -> None:
    st.session_state.pop(ROWS, None)
    st.session_state.pop(PROBLEM, None)
