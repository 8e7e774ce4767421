"""The saved tree that the address names, and the button that saves the tree that is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.store.run_documents import PAGE, LearnPage, page_of
from ksdt_core.store.runs import keep_run
from ksdt_core.store.uploads import upload_name
from ksdt_core.studies.learning.learned import LEARNED, Learned
from pages.common import asked, kept, place
from pages.common.messages import for_page
from pages.common.telling import telling
from pages.common.wording import as_markdown

if TYPE_CHECKING:
    from pages.learn.choice import Chosen

LECTURE = "lecture"
SAVED = "learn_saved"
Key = tuple[str, str]  # origin and id of a table


@dataclass(frozen=True, slots=True)
class Opened:
    """A saved tree whose table is here."""

    run: str
    page: LearnPage

    @property
    def key(self) -> Key:
        return key_of(self.page)


def key_of(page: LearnPage) -> Key:
    """What the controls know the table of a saved tree by."""
    return (LECTURE, str(page.lecture)) if page.table is None else (page.table.origin, page.table.id)


def opened() -> Opened | None:
    """The saved tree of the address; what stands against showing it is said."""
    run = place.here().learned
    if run is None:
        return None
    try:
        page = page_of(kept.document(run))
        if page is not None and page.table is not None and page.table.origin == "upload":
            upload_name(kept.store(), page.table.id)  # refused where it was deleted
        return None if page is None else Opened(run, page)
    except KsdtError as error:
        st.warning(as_markdown(for_page(error)))
        place.settle(learned=None)
        return None


def button(chosen: Chosen, shown: Learned, leaves: int | None) -> None:
    """Save the tree that is shown, with what it takes to show it again."""
    page = LearnPage(chosen.request, chosen.lecture.name if chosen.lecture else None, chosen.settings, leaves)
    row = st.container(horizontal=True, vertical_alignment="center", key="learn_save_row")
    row.button(
        "Save to Runs", key="learn_save", icon=":material/save:", on_click=_save, args=(shown, page),
        help="The page Runs lists saved trees, to be opened, exported and deleted there.",
    )  # fmt: skip
    if st.session_state.get(SAVED) == (shown.settings, page):
        row.markdown(":gray[Saved.]", width="content")


@telling
def _save(shown: Learned, page: LearnPage) -> None:
    run = keep_run(kept.store(), {**LEARNED.write(shown), PAGE: page.to_part()}, pair=None)
    asked.forget()
    place.go(learn=":".join(key_of(page)), learned=run)
    st.session_state[SAVED] = (shown.settings, page)
