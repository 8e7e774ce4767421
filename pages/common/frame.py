"""The frame around every page: sidebar, strip, title, and what is said when something fails."""

from __future__ import annotations

import html
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ksdt_core.errors import KsdtError
from ksdt_core.figures.palette import Palette, palette_of
from ksdt_core.text import printable
from pages.common import asked, place, progress, telling, tour
from pages.common.look import style_sheet
from pages.common.messages import for_page
from pages.common.navigation import START, PageEntry
from pages.common.sidebar import Sidebar
from pages.common.strip import Downloads, Strip
from pages.common.wording import as_markdown

APP = "KSDT Explorer"
FAULT = "This page could not be shown because of an error in the app. Reload it. The server log has the details."
LOGO = Path(__file__).resolve().parents[2] / "assets" / "logo.svg"
AT_ONCE = 2  # threads that make a page
PATIENCE = 2.0  # seconds; where a page takes long, the others do not wait for its end
_turns = threading.BoundedSemaphore(AT_ONCE)

log = logging.getLogger(__name__)


def tab_title(title: str) -> str:
    """What the tab of the browser is called."""
    return f"{title} · {APP}"


@contextmanager
def shell(entry: PageEntry, downloads: Downloads) -> Iterator[None]:
    """The sidebar and the strip, which are there before the page is made and stay when another page is opened."""
    with turn(), asked.asking():
        st.html(style_sheet(palette()))
        place.enter()
        strip, links = Strip(downloads), Sidebar(entry.title)
        try:
            yield
        finally:  # also where the page ends early; it may have changed the pair or the run
            if entry.folder == "trees" and (run := place.here().run) is not None:
                progress.note_opened(run)
            strip.finish()
            links.finish()
            if entry.folder == "mine":
                tour.show()
            with st.sidebar:
                place.show_address()


@contextmanager
def page(title: str, *, lead: str = "", of_a_pair: bool = True, unseen: bool = False) -> Iterator[DeltaGenerator]:
    """Everything a page shows stands inside this; a failure becomes a sentence, never a stack trace.

    Yields the row of the title, in which a page may put controls. The sentence comes with the way to another pair or
    run, unless the page is not about one. An `unseen` title is read aloud only.
    """
    try:
        key = "page_head_unseen" if unseen else "page_head"
        row = st.container(horizontal=True, vertical_alignment="center", key=key)
        if title != START.title:
            row.title(title, anchor=False, width="content")
        if lead:
            row.markdown(f":gray[{lead}]", width="content")
        telling.show()
        yield row
    except KsdtError as error:
        st.error(as_markdown(for_page(error)))
        if of_a_pair:
            way_on()
    except Exception:
        log.exception("page %s failed", title)
        st.error(FAULT)


def way_on() -> None:
    """Where to go when a link leads nowhere."""
    st.page_link("pages/data/page.py", label="Choose two tables on Data", icon=":material/table_chart:")
    st.page_link("pages/runs/page.py", label="Choose a saved run on Runs", icon=":material/history:")


def reserved(name: str, height: int, **more: Any) -> DeltaGenerator:
    """A container that keeps a least height and looks like an empty card until something is drawn into it.

    Reserve the places of a page first and fill them in any order: nothing moves.
    """
    box = st.container(key=f"reserved_{name}", **more)
    box.html(f"<span class='ksdt-hold'></span><style>.st-key-reserved_{name} {{ min-height: {height}px }}</style>")
    return box


def answer(sentence: str, basis: str = "") -> None:
    """The answer of a page in one sentence, and a line that says what it is based on; names need no escaping."""
    below = f"<p class='ksdt-basis'>{html.escape(printable(basis))}</p>" if basis else ""
    st.html(f"<p class='ksdt-answer'>{html.escape(printable(sentence))}</p>{below}")


def note(text: str) -> None:
    """A small grey line below a chart; names need no escaping."""
    st.html(f"<p class='ksdt-note'>{html.escape(printable(text))}</p>")


def side_by_side(*names: str, border: bool = True) -> list[DeltaGenerator]:
    """A panel for each name, as many in a row as fit."""
    row = st.container(horizontal=True)
    return [row.container(border=border, key=f"roomy_{name}") for name in names]


def palette() -> Palette:
    """The palette of the theme that the reader's browser shows."""
    return palette_of(st.context.theme.type)


def nothing_yet(message: str, *, page: str, label: str) -> None:
    """The empty state of a page: what to do, and the way there. Nothing after it is shown."""
    st.info(message)
    st.page_link(page, label=label, icon=":material/arrow_forward:", query_params=place.as_query())
    st.stop()


@contextmanager
def turn() -> Iterator[None]:
    """Wait until few others are making a page, or no longer.

    Python runs one thread at a time: where thirty pages are made at once, each waits for all others and for the
    switching between them, and nobody gets a page early. A page that waits for its turn costs nothing.
    """
    has_turn = _turns.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        if has_turn:
            _turns.release()
