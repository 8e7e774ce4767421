"""A study in one file: the button that saves it, and the box that opens one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.store.folder import STUDY_ENDING
from ksdt_core.text import counted
from pages.common import kept, place
from pages.common.arrived import arrived_files
from pages.common.job_watch import LOOK_SECONDS
from pages.common.messages import for_page
from pages.common.wording import as_markdown

if TYPE_CHECKING:
    from ksdt_core.store.database import Store
    from ksdt_core.store.study import Opened

_COUNT, _SAID, _PROBLEM = "study_files", "study_opened", "study_problem"
SAVE_HELP = (
    "One file with the tables, maps, preparation, runs, evidence and notes. It can be opened on another machine."
)


@dataclass(slots=True)
class _Saving:
    """How often a file was asked for and made. A thread without a page makes it, so that the page has to look here."""

    asked: int = 0
    ended: int = 0
    problem: str | None = None

    def ask(self) -> None:
        self.asked += 1

    def make(self, store: Store, chosen: Collection[str] | None) -> bytes:
        from ksdt_core.store.study import study_of
        from ksdt_core.store.study_file import study_bytes

        self.problem = None
        try:
            return study_bytes(study_of(store, chosen))
        except KsdtError as error:
            self.problem = for_page(error)
            raise
        finally:
            self.ended += 1


def saver(chosen: Collection[str] | None = None, *, key: str) -> None:
    """Save the chosen runs, or all of them, with everything that belongs to them; made when it is asked for."""
    saving: _Saving = st.session_state.setdefault(f"{key}_saving", _Saving())
    st.download_button(
        "Save study", partial(saving.make, kept.store(), chosen), file_name=f"study{STUDY_ENDING}", key=key,
        mime="application/zip", icon=":material/save:", on_click=saving.ask, help=SAVE_HELP,
    )  # fmt: skip
    if saving.ended < saving.asked:
        st.fragment(_outcome, run_every=LOOK_SECONDS)(saving)
    else:
        _outcome(saving)


def _outcome(saving: _Saving) -> None:
    """Why no file came, where none did."""
    if saving.asked and saving.problem:
        st.error(as_markdown(saving.problem))


def opener(*, to_runs: bool) -> None:
    """A box for the file of a study; what is in it is kept here. `to_runs` offers the way to the page Runs."""
    key = f"study_file_{st.session_state.setdefault(_COUNT, 0)}"
    st.file_uploader(
        "Study file (.ksdt)",
        type=[STUDY_ENDING.lstrip(".")],
        key=key,
        on_change=_open,
        args=(key,),
    )
    if problem := st.session_state.get(_PROBLEM):
        st.error(as_markdown(problem))
    opened: Opened | None = st.session_state.get(_SAID)
    if opened is not None:
        st.success(_words(opened))
        if to_runs and st.button("See its runs", icon=":material/arrow_forward:"):
            st.switch_page("pages/runs/page.py", query_params=place.as_query())


def _open(key: str) -> None:
    from ksdt_core.store.study import keep_study  # late: the page Start, which has the box, needs no readers
    from ksdt_core.store.study_file import read_study

    st.session_state[_COUNT] += 1
    for before in (_SAID, _PROBLEM):
        st.session_state.pop(before, None)
    try:
        for file in arrived_files(key):
            study = read_study(file.name, file.getvalue())
            st.session_state[_SAID] = keep_study(kept.store(), study)
    except KsdtError as error:
        st.session_state[_PROBLEM] = for_page(error)


def _words(opened: Opened) -> str:
    study, known = opened.study, len(opened.known)
    parts = (("table", study.tables), ("pair", study.pairs), ("run", study.runs))
    said = ", ".join(counted(len(items), name, f"{name}s") for name, items in parts)
    return f"Opened: {said}." + (f" {counted(known, 'run was', 'runs were')} already here." if known else "")
