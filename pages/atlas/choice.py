"""A new atlas: which tables, which of their columns holds the class, and how every pair is mined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

import streamlit as st

from ksdt_core.data.model.preparation import Preparation
from ksdt_core.data.readers.table_files import is_table_name
from ksdt_core.data.samples.catalogue import catalogue
from ksdt_core.errors import KsdtError
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.store.atlas_request import SUBJECT, AtlasRequest
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.store.uploads import list_uploads, upload_name
from ksdt_core.studies.atlas.scope import AtlasScope
from ksdt_core.studies.atlas.shuffles import enough_shuffles
from ksdt_core.studies.atlas.view import AtlasView
from ksdt_core.text import printable
from pages.atlas import classes, own
from pages.common import job_watch, kept, place, uploads
from pages.common.arrived import arrived_files
from pages.common.messages import for_page
from pages.common.option_widgets import widget_arguments
from pages.common.pick import pick_name
from pages.common.wording import as_markdown

EXAMPLE = ("cm1", "kc1", "pc1")
MOST_TABLES = 40
FEWEST_TO_REPLICATE = 3
POOLS = {"wvp2": "10 (WVP2)", "wvp1": "36 (WVP1)", "grid:0.05": "171 (step 0.05)"}
MORE = 4  # times as many shuffles as are enough
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
        help="Each pair of these tables is mined.",
    )
    _uploader()
    problem = st.session_state.pop(_PROBLEM, None)
    if problem:
        st.error(as_markdown(problem))
    tables = [_request(choice) for choice in chosen]
    targeted, own_options = own.ask(_class_columns(tables))
    options = None if own_options is None else _settings(targeted, own_options)
    _start(targeted, options)


def example() -> AtlasRequest:
    """Three tables that are here already: defects of software modules in three projects."""
    return AtlasRequest(tuple(TableRequest.bundled(name) for name in EXAMPLE), {"scale": "rank", "pool": "wvp2"})


def begin(request: AtlasRequest) -> None:
    """Ask for an atlas and go to it; one that is finished or on its way is not made twice."""
    document = request.to_document()
    found = job_watch.latest("atlas", subject=SUBJECT, request=document)
    if found is None or not (found.is_open or found.state == "done"):
        found = job_watch.ask("atlas", subject=SUBJECT, request=document)
    place.go(job=found.id)


def _choices() -> dict[Choice, str]:
    uploaded = {("upload", file.id): f"{file.file_name} (uploaded)" for file in list_uploads(kept.store())}
    return uploaded | {("catalogue", entry.name): f"{entry.name} · {entry.title}" for entry in catalogue()}


def _request(choice: Choice) -> TableRequest:
    origin, table_id = choice
    if origin == "catalogue":
        return TableRequest.bundled(table_id)
    file_name = upload_name(kept.store(), table_id)
    return TableRequest("upload", table_id, uploads.table_name(file_name))


def _uploader() -> None:
    count = st.session_state.setdefault(_COUNT, 0)
    folder = bool(st.session_state.get("atlas_folder"))
    key = f"atlas_upload_{count}_{folder}"
    st.file_uploader(
        "or drop files", key=key, accept_multiple_files="directory" if folder else True, on_change=_take, args=(key,),
        help=uploads.FORMATS.replace(" Two tables dropped together fill both places.", ""),
    )  # fmt: skip
    st.toggle("Upload a whole folder", key="atlas_folder", help="Files that are not tables are ignored.")


def _take(key: str) -> None:
    if not st.session_state[key]:
        return
    st.session_state[_COUNT] += 1
    try:
        files = arrived_files(key)
    except KsdtError as error:
        st.session_state[_PROBLEM] = for_page(error)
        return
    if st.session_state.get("atlas_folder"):
        wanted = [file for file in files if _is_wanted(PurePosixPath(file.name).name)]
        files = sorted(wanted, key=lambda file: file.name)  # browsers list a folder in any order
    if not files:
        st.session_state[_PROBLEM] = "This folder has no tables. Choose another folder, or drop the files here."
        return
    try:
        kept_files = uploads.keep_files(files)
    except KsdtError as error:
        st.session_state[_PROBLEM] = for_page(error)
        return
    taken = [("upload", file.id) for file in kept_files]
    st.session_state[_TABLES] = list(dict.fromkeys((*st.session_state.get(_TABLES, []), *taken)))


def _is_wanted(name: str) -> bool:
    return is_table_name(name) or name.lower().endswith(CLASS_FILE)


def _class_columns(tables: Sequence[TableRequest]) -> list[TableRequest]:
    """Uploads with the column that holds their class; those without one are omitted until it is named."""
    guesses: dict[str, str | None] = {}
    for table in tables:
        if table.origin == "upload":
            try:
                guesses[table.id] = st.session_state.get(_target_key(table)) or kept.facts(table).guess
            except KsdtError as error:
                st.error(as_markdown(for_page(error)))
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


def _settings(tables: Sequence[TableRequest], own_options: Mapping[str, Any]) -> dict[str, Any] | None:
    """The options of the atlas; None where they cannot be used."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    scale = row.selectbox(**widget_arguments(Preparation, "scale"), key="atlas_scale", width=225)
    missing = row.selectbox(**widget_arguments(Preparation, "missing"), key="atlas_missing", width=345)
    pool = _box(row, "Weightings", POOLS, "pool", 160, "Every pair is mined with each of them.")
    usual = MiningParameters()
    k = row.number_input(**widget_arguments(MiningParameters, "k"), value=usual.k, key="atlas_k", width=115)
    depth = row.number_input(
        **widget_arguments(MiningParameters, "max_depth"), value=usual.max_depth, key="atlas_depth", width=140
    )
    row = st.container(horizontal=True, vertical_alignment="bottom")
    shuffles = _shuffles(row, len(tables) * (len(tables) - 1) // 2)
    compare = row.toggle(**widget_arguments(AtlasScope, "compare"), key="atlas_compare")
    asked = widget_arguments(AtlasScope, "replicate")
    enough = f"{asked['help']} Needs three tables or more."
    replicate = row.toggle(
        **asked | {"help": enough}, key="atlas_replicate", disabled=len(tables) < FEWEST_TO_REPLICATE
    )
    balance = row.toggle(**widget_arguments(Preparation, "balance"), key="atlas_balance")
    options: dict[str, Any] = {"scale": scale, "missing": missing, "pool": pool, "k": int(k), "max_depth": int(depth)}
    options |= {"permutations": shuffles, "compare": compare, "balance": balance, **own_options}
    if replicate:
        options["replicate"] = True
    return classes.with_class_map(options, tables)


def _shuffles(row: Any, n_pairs: int) -> int:
    """None, or as many as one pair needs to reach q ≤ 0.05 among so many pairs, or more."""
    enough = enough_shuffles(n_pairs)
    numbers = {"none": 0, "enough": enough, "more": (enough + 1) * MORE - 1}
    texts = {name: f"{number:,} of each kind" if number else "none" for name, number in numbers.items()}
    chosen = _box(
        row, "Shuffles", texts, "permutations", 180,
        "Compares every pair with shuffled tables and corrects the p-values for the number of pairs. The smaller "
        "number is enough for a single pair to reach q ≤ 0.05. Each shuffle compares the weightings again, which "
        "takes time.",
    )  # fmt: skip
    return numbers[chosen]


def _box(row: Any, label: str, words: Mapping[Any, str], name: str, width: int, help_text: str | None = None) -> Any:
    return row.selectbox(
        label, list(words), format_func=words.__getitem__, key=f"atlas_{name}", width=width, help=help_text
    )


def _start(tables: Sequence[TableRequest], options: dict[str, Any] | None) -> None:
    n = len(tables)
    n_pairs = n * (n - 1) // 2
    label = "Mine all pairs" if n_pairs < 2 else f"Mine all {n_pairs:,} pairs"
    ready = n_pairs > 0 and options is not None
    why = None if ready else "Choose two tables or more." if n < 2 else "Fix the problem above first."
    with st.container(horizontal=True, key="atlas_begin"):
        button = st.button(
            label, type="primary", key="atlas_start", icon=":material/play_arrow:", disabled=not ready, help=why
        )
        if why is not None:
            st.markdown(f":gray[{why}]", width="content")
    if button and options is not None:
        request = AtlasRequest(tuple(tables), options)
        request.settings  # noqa: B018 - refuses what cannot be used before a job is made of it
        begin(request)
        st.rerun()


def further(request: AtlasRequest, atlas: AtlasView) -> None:
    """What a finished atlas leaves open: more shuffles, the other miners; the same tables make a new atlas."""
    asked = request.settings
    open_questions = {}
    shuffles = enough_shuffles(len(atlas.mined))
    if asked.permutations < shuffles and atlas.mined:
        open_questions[f"Test with {shuffles:,} shuffles"] = ("casino", {"permutations": shuffles})
    if not asked.compared and atlas.mined:
        open_questions["Compare the miners"] = ("balance", {"compare": True})
    if not asked.replicate and atlas.mined and len(atlas.names) >= FEWEST_TO_REPLICATE:
        open_questions["Replicate on the other tables"] = ("published_with_changes", {"replicate": True})
    row = st.container(horizontal=True)
    for label, (icon, options) in open_questions.items():
        help_text = "Makes a new atlas of the same tables in the background. This one stays saved."
        if row.button(label, icon=f":material/{icon}:", key=f"atlas_further_{icon}", help=help_text):
            begin(AtlasRequest(request.tables, {**request.options, **options}))
            st.rerun()
