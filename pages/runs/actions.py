"""What can be done with chosen runs: open, name, pin, compare, export, delete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.reports.provenance import provenance_rows
from ksdt_core.store.exchange import exported, exported_zip, file_name, import_runs
from ksdt_core.store.problems import StoreError
from ksdt_core.store.request_rows import request_rows
from ksdt_core.store.runs import EVERY_KIND, Run, delete_runs, kept_run, list_runs, pin_run, restore_runs
from ksdt_core.text import counted
from pages.common import kept, place, study_file
from pages.common.arrived import arrived_files
from pages.common.messages import for_page
from pages.common.telling import telling
from pages.common.wording import as_markdown
from pages.runs import about
from pages.runs.table import forget_choice

_DELETED = "runs_deleted"
_IMPORTS, _ARRIVED = "runs_imports", "runs_arrived"
OPEN = {"pages/mine/page.py": "Mine", "pages/trees/page.py": "Trees", "pages/diversity/page.py": "Diversity"}


def bar(chosen: Sequence[Run], *, deleted: bool, count: str, of_one_table: bool) -> None:
    """Buttons for what is ticked; without any, how to tick."""
    ids = [run.id for run in chosen]
    if not chosen:
        two = "" if of_one_table else "; select two to compare them"
        st.markdown(f":gray[{count} Click a row to open it. Select rows in the first column{two}.]")
        return
    if deleted:
        st.button("Restore", key="bring_back", type="primary", icon=":material/undo:", on_click=undo, args=(ids,))
        return
    if len(chosen) == 2 and all(run.kind == "mined" for run in chosen):
        st.button(
            "Compare the two",
            key="compare_two",
            type="primary",
            icon=":material/compare_arrows:",
            on_click=compare,
            args=ids,
        )
    pinned = all(run.pinned for run in chosen)
    st.button(
        "Unpin" if pinned else "Pin", key="pin_runs", icon=":material/push_pin:", on_click=_pin, args=(ids, not pinned)
    )
    _export(chosen)
    study_file.saver(ids, key="runs_save_chosen")
    st.button("Delete", key="delete_runs", icon=":material/delete:", on_click=delete, args=(ids,))
    st.markdown(f":gray[{count}]", width="content")


def one(run: Run) -> None:
    """Everything about one run: the ways to open it, its name and its note."""
    st.subheader(as_markdown(run.title), anchor=False)
    row = st.container(horizontal=True)
    for page, label in OPEN.items():
        if run.pair is None and page == "pages/mine/page.py":
            continue
        if row.button(f"Open in {label}", key=f"runs_open_{label}_{run.id}", icon=":material/arrow_forward:"):
            place.go(pair=run.pair, run=run.id, pool=None)
            st.switch_page(page, query_params=place.as_query())
    if place.here().run not in (None, run.id):
        row.button(
            "Compare with the current set",
            key="compare_current",
            icon=":material/compare_arrows:",
            on_click=compare,
            args=(place.here().run, run.id),
        )
    if run.pair is None:
        st.markdown(":gray[The tables of this run are not saved here, so its trees can be shown but its rows cannot.]")
    about.show(run, facts(run))


def facts(run: Run) -> list[tuple[str, str]]:
    """Data and settings of a run, a row each."""
    pair = run.summary["pair"]
    rows = " and ".join(f"{pair[side]['rows']:,} rows of {pair[side]['name']}" for side in ("left", "right"))
    return [
        ("Data", f"{rows}, {counted(pair['attributes'], 'shared attribute')}"),
        ("Fingerprint of the data", str(pair.get("fingerprint") or "unknown")),
        *provenance_rows(run.summary),
        *_made_from(run),
    ]


def _made_from(run: Run) -> list[tuple[str, str]]:
    """How its pair was made, where that is kept; what its settings say is not said twice."""
    if run.pair is None:
        return []
    try:
        rows = request_rows(kept.pair_request(run.pair))
    except KsdtError:
        return []
    return [row for row in rows if row not in provenance_rows(run.summary)]


@telling
def compare(first: str, second: str) -> None:
    """Two runs side by side; the first becomes the current one."""
    _still_here([first, second])
    place.go(pair=kept_run(kept.store(), first).pair, run=first, other=second, pool=None)


@telling
def delete(ids: list[str]) -> None:
    """Put runs away, and remember which for Undo."""
    _still_here(ids)
    delete_runs(kept.store(), ids)
    st.session_state[_DELETED] = ids
    here = place.here()
    if here.run in ids or here.other in ids:
        place.go(run=None if here.run in ids else here.run, other=None)
    forget_choice()


@telling
def undo(ids: list[str]) -> None:
    restore_runs(kept.store(), ids)
    st.session_state.pop(_DELETED, None)
    st.session_state[about.SAID] = f"{_count(len(ids))} restored."
    forget_choice()


def undo_offer() -> None:
    """After a deletion: what went, and the way back."""
    said = st.session_state.pop(about.SAID, None)
    if said:
        st.toast(said)
    ids: list[str] | None = st.session_state.get(_DELETED)
    if ids:
        row = st.container(horizontal=True, vertical_alignment="center")
        row.info(f"{_count(len(ids))} deleted. Deleted runs can be restored for 30 days.", width="stretch")
        row.button("Undo", key="undo_delete", icon=":material/undo:", on_click=undo, args=(ids,))


def importer() -> None:
    """Result documents from elsewhere; the box is empty again after the import."""
    key = f"runs_files_{st.session_state.setdefault(_IMPORTS, 0)}"
    files = st.file_uploader(
        "Documents (JSON of ksdt mine, ksdt learn, ksdt import or of an export, or a zip of them)",
        type=["json", "zip"],
        accept_multiple_files=True,
        key=key,
    )
    st.button("Import", key="import_runs", disabled=not files, icon=":material/upload:", on_click=_import, args=(key,))


def arrivals() -> None:
    """What came of the last import."""
    arrived: Arrived | None = st.session_state.pop(_ARRIVED, None)
    if arrived is not None:
        for problem in arrived.problems:
            st.error(as_markdown(problem))
        if arrived.new or arrived.known:
            (st.success if arrived.new else st.info)(arrived.words)


@dataclass(frozen=True, slots=True)
class Arrived:
    """What came of an import: the runs that are new here, those that were here, and why files were refused."""

    new: frozenset[str]
    known: frozenset[str]
    problems: tuple[str, ...]

    @property
    def words(self) -> str:
        here = f"{_count(len(self.known))} {'was' if len(self.known) == 1 else 'were'} already here."
        new = f"{_count(len(self.new))} imported."
        return " ".join(words for words, runs in ((new, self.new), (here, self.known)) if runs)


@telling
def _import(key: str) -> None:
    st.session_state[_IMPORTS] += 1
    files = arrived_files(key)
    before = {run.id for run in list_runs(kept.store(), kinds=EVERY_KIND)}
    found: set[str] = set()
    problems = []
    for file in files:
        try:
            found.update(import_runs(kept.store(), file.name, content=file.getvalue()))
        except KsdtError as error:
            problems.append(for_page(error))
    st.session_state[_ARRIVED] = Arrived(frozenset(found - before), frozenset(found & before), tuple(problems))


def _export(chosen: Sequence[Run]) -> None:
    """Made when it is asked for: a zip of a thousand runs takes a while."""
    store, ids = kept.store(), [run.id for run in chosen]
    if len(ids) == 1:
        make, name, mime = partial(exported, store, ids[0]), file_name(chosen[0]), "application/json"
    else:
        make, name, mime = partial(exported_zip, store, ids), "ksdt-runs.zip", "application/zip"
    st.download_button("Export", make, file_name=name, mime=mime, icon=":material/download:", on_click="ignore")


@telling
def _pin(ids: list[str], pinned: bool) -> None:
    _still_here(ids)
    for run in ids:
        pin_run(kept.store(), run, pinned=pinned)
    forget_choice()


def _still_here(ids: Sequence[str]) -> None:
    """Refuses what is to be done with runs that somebody else has deleted since the page was made."""
    gone = set(ids) - {run.id for run in list_runs(kept.store(), kinds=EVERY_KIND)}
    if gone:
        if len(ids) == 1:
            raise StoreError("this-run-deleted", run=ids[0])
        raise StoreError("these-runs-deleted", deleted=len(gone), chosen=len(ids))


def _count(n: int) -> str:
    return "1 run" if n == 1 else f"{n:,} runs"
