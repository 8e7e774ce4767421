"""A new atlas: which tables, which of their columns holds the class, and how every pair is mined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

import streamlit as st

from ksdt_core.data.catalogue import catalogue
from ksdt_core.data.maps import parse_class_map
from ksdt_core.data.table_files import is_table_name
from ksdt_core.errors import KsdtError
from ksdt_core.store.atlas_request import SUBJECT, AtlasRequest
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.store.uploads import list_uploads
from ksdt_core.trees.printable import printable
from pages.shared import data_uploads, jobs, kept, place
from pages.shared.data_preparation import MISSING, SCALES
from pages.shared.page_words import for_the_page
from pages.shared.pick import pick_name
from pages.shared.wording import as_markdown

EXAMPLE = ("cm1", "kc1", "pc1")
MOST_TABLES = 40
POOLS = {"wvp2": "10 (WVP2)", "wvp1": "36 (WVP1)", "grid:0.05": "171 (step 0.05)"}
SHUFFLES = {0: "none", 19: "19 of each kind", 99: "99 of each kind", 199: "199 of each kind"}
CLASS_FILE = ".cls"  # classes of the GCT file of the same name
_TABLES, _PROBLEM, _COUNT = "atlas_tables", "atlas_problem", "atlas_uploads"

Choice = tuple[str, str]  # origin and id


def show() -> None:
    """Everything that is asked, and the button that starts the job."""
    choices = _choices()
    known: list[Choice] = [choice for choice in st.session_state.get(_TABLES, []) if choice in choices]
    st.session_state[_TABLES] = known
    chosen: list[Choice] = st.multiselect(
        "Tables",
        list(choices),
        format_func=lambda choice: printable(choices[choice]),
        key=_TABLES,
        max_selections=MOST_TABLES,
        placeholder="two or more: bundled tables or uploads …",
        help="Every two of them are mined as a pair.",
    )
    _uploader()
    problem = st.session_state.pop(_PROBLEM, None)
    if problem:
        st.error(as_markdown(problem))
    tables = [_request(choice) for choice in chosen]
    targeted = _class_columns(tables)
    options = _settings(targeted)
    _start(targeted, options)


def example() -> AtlasRequest:
    """Three tables that are here already: defects of software modules in three projects."""
    return AtlasRequest(tuple(TableRequest.bundled(name) for name in EXAMPLE), {"scale": "rank", "pool": "wvp2"})


def begin(request: AtlasRequest) -> None:
    """Ask for an atlas and go to it; one that is finished or on its way is not made twice."""
    document = request.to_document()
    found = jobs.latest("atlas", subject=SUBJECT, request=document)
    if found is None or not (found.is_open or found.state == "done"):
        found = jobs.ask("atlas", subject=SUBJECT, request=document)
    place.go(job=found.id)


def _choices() -> dict[Choice, str]:
    uploads = {("upload", file.id): f"{file.file_name} (uploaded)" for file in list_uploads(kept.store())}
    return uploads | {("catalogue", entry.name): f"{entry.name} · {entry.title}" for entry in catalogue()}


def _request(choice: Choice) -> TableRequest:
    origin, table_id = choice
    if origin == "catalogue":
        return TableRequest.bundled(table_id)
    file_name = next(file.file_name for file in list_uploads(kept.store()) if file.id == table_id)
    return TableRequest("upload", table_id, data_uploads.table_name(file_name))


def _uploader() -> None:
    count = st.session_state.setdefault(_COUNT, 0)
    folder = bool(st.session_state.get("atlas_folder"))
    key = f"atlas_upload_{count}_{folder}"
    st.file_uploader(
        "or drop files", key=key, accept_multiple_files="directory" if folder else True, on_change=_take, args=(key,),
        help=data_uploads.FORMATS.replace("; two tables dropped together become the first and the second", ""),
    )  # fmt: skip
    st.toggle("Upload a whole folder", key="atlas_folder", help="Files in it that are no tables are left out.")


def _take(key: str) -> None:
    files = st.session_state[key]
    if not files:
        return
    st.session_state[_COUNT] += 1
    if st.session_state.get("atlas_folder"):
        wanted = [file for file in files if _is_wanted(PurePosixPath(file.name).name)]
        files = sorted(wanted, key=lambda file: file.name)  # browsers list a folder in any order
    if not files:
        st.session_state[_PROBLEM] = "There is no table in this folder; choose another, or drop the files themselves."
        return
    try:
        kept_files = data_uploads.keep_files(files)
    except KsdtError as error:
        st.session_state[_PROBLEM] = for_the_page(str(error))
        return
    taken = [("upload", file.id) for file in kept_files]
    st.session_state[_TABLES] = list(dict.fromkeys((*st.session_state.get(_TABLES, []), *taken)))


def _is_wanted(name: str) -> bool:
    return is_table_name(name) or name.lower().endswith(CLASS_FILE)


def _class_columns(tables: Sequence[TableRequest]) -> list[TableRequest]:
    """Uploads with the column that holds their class; those without one are left out until it is named."""
    guesses: dict[str, str | None] = {}
    for table in tables:
        if table.origin == "upload":
            try:
                guesses[table.id] = st.session_state.get(_target_key(table)) or kept.facts(table).guess
            except KsdtError as error:
                st.error(as_markdown(for_the_page(str(error))))
    if not guesses:
        return list(tables)
    names = sorted({as_markdown(guess) for guess in guesses.values() if guess is not None})
    unknown = None in guesses.values()
    label = f"Class columns of the uploads: {', '.join(names[:5])}{' …' if len(names) > 5 else ''}"
    with st.expander("Class columns of the uploads" if unknown else label, expanded=unknown):
        row = st.container(horizontal=True)
        for table in tables:
            if table.id in guesses:
                with row.container(width=260):
                    guesses[table.id] = _class_column(table)
    return [
        table if table.origin == "catalogue" else replace(table, target=guesses[table.id])
        for table in tables
        if table.origin == "catalogue" or guesses.get(table.id) is not None
    ]


def _class_column(table: TableRequest) -> str | None:
    facts = kept.facts(table)
    first = () if facts.guess is None else (facts.guess,)  # of thousands of columns only the first are listed
    choices = tuple(dict.fromkeys((*first, *facts.choices)))
    label = f"Class column of {as_markdown(table.name)}"
    target = pick_name(label, choices, key=_target_key(table), default=facts.guess)
    if target is None:
        st.warning(f"Which column of {as_markdown(table.name)} holds the class of each row?")
    return target


def _target_key(table: TableRequest) -> str:
    return f"atlas_target_{table.id}"


def _settings(tables: Sequence[TableRequest]) -> dict[str, Any] | None:
    """The options of the atlas; None where they cannot be used."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    scale = _box(row, "Compare values in", SCALES, "scale", 225, "Tables in different units need a scale.")
    missing = _box(row, "Missing cells", MISSING, "missing", 345)
    pool = _box(row, "Weight vectors", POOLS, "pool", 160, "Every pair is mined with each of them.")
    k = row.number_input("Trees, k", 1, 30, 5, key="atlas_k", width=115)
    depth = row.number_input("Depth", 0, 12, 3, key="atlas_depth", width=115, help="0: no bound.")
    row = st.container(horizontal=True, vertical_alignment="bottom")
    shuffles = _box(
        row, "Shuffles", SHUFFLES, "permutations", 180,
        "Puts every pair beside shuffled tables and corrects the p-values for all pairs. Each shuffle chooses from the "
        "weight vectors again, so this takes long.",
    )  # fmt: skip
    compare = row.toggle(
        "Compare the miners", key="atlas_compare", help="Also mines trees one after another, and single trees."
    )
    balance = row.toggle("Balance the classes", key="atlas_balance")
    options: dict[str, Any] = {"scale": scale, "missing": missing, "pool": pool, "k": int(k), "max_depth": int(depth)}
    options |= {"permutations": shuffles, "compare": compare, "balance": balance}
    return _with_class_map(options, tables)


def _box(row: Any, label: str, words: Mapping[Any, str], name: str, width: int, help_text: str | None = None) -> Any:
    return row.selectbox(
        label, list(words), format_func=words.__getitem__, key=f"atlas_{name}", width=width, help=help_text
    )


def _with_class_map(options: dict[str, Any], tables: Sequence[TableRequest]) -> dict[str, Any] | None:
    """Which classes mean the same; asked where the tables have different ones."""
    by_classes: dict[tuple[str, ...], list[str]] = {}
    for table in tables:
        try:
            by_classes.setdefault(kept.table(table).class_names, []).append(table.name)
        except KsdtError as error:
            st.error(as_markdown(for_the_page(str(error))))
            return None
    if len(by_classes) < 2:
        return options
    groups = "; ".join(
        f"**{as_markdown(', '.join(classes[:8]))}** in {as_markdown(', '.join(names))}"
        for classes, names in by_classes.items()
    )
    st.markdown(f"The tables have different classes: {groups}.")
    text = st.text_input(
        "Same classes under other names", key="atlas_class_map", placeholder="relapse=bad, died=bad, survived=good",
        help="old=new, parted by commas, for all tables. Pairs whose classes still differ stay without scores.",
    )  # fmt: skip
    try:
        return options | {"class_map": parse_class_map(text or None)}
    except KsdtError as error:
        st.error(as_markdown(for_the_page(str(error))))
        return None


def _start(tables: Sequence[TableRequest], options: dict[str, Any] | None) -> None:
    n = len(tables)
    n_pairs = n * (n - 1) // 2
    label = "Mine all pairs" if n_pairs < 2 else f"Mine all {n_pairs:,} pairs"
    ready = n_pairs > 0 and options is not None
    why = None if ready else "Two tables or more make an atlas." if n < 2 else "What is said above stands in the way."
    button = st.button(label, type="primary", icon=":material/play_arrow:", disabled=not ready, help=why)
    if button and options is not None:
        request = AtlasRequest(tuple(tables), options)
        request.settings  # noqa: B018 - refuses what cannot be used before a job is made of it
        begin(request)
        st.rerun()
