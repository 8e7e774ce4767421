"""The frame around every page: its settings, the way to the other pages, and what is said when something fails."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ksdt_core.errors import KsdtError
from ksdt_core.figures.palette import Palette, palette_of
from pages.common import asked, place, sidebar, telling
from pages.common.messages import for_page
from pages.common.wording import as_markdown

APP = "KSDT Explorer"
LOGO = Path(__file__).resolve().parents[2] / "assets" / "logo.svg"
AT_ONCE = 2  # threads that make a page
PATIENCE = 2.0  # seconds; where a page takes long, the others do not wait for its end
_turns = threading.BoundedSemaphore(AT_ONCE)

# What the theme file cannot say: panels in a row keep a readable width and go below each other where there is no room
# for two; what stands on an ink button, tag, box or switch has the colour of the page; links of the sidebar stand close
# together.
_STYLE = """<style>
[data-testid=stLayoutWrapper]:has(> [class*='st-key-roomy']) {{ flex-basis: min(100%, 30rem); }}
[data-testid=stLayoutWrapper]:has(> [class*='st-key-roomy_wide']) {{ flex: 1.7 1 min(100%, 32rem); }}
[data-testid=stLayoutWrapper]:has(> [class*='st-key-third']) {{ flex: 1 1 min(100%, 19rem); }}
[data-testid=stLayoutWrapper]:has(> [class*='st-key-third_wide']) {{ flex: 1.5 1 min(100%, 25rem); }}
.st-key-cards {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }}
[data-testid=stMainBlockContainer] {{ padding: 2.5rem max(1rem, 2.2vw) 4rem; }}
[data-testid=stBaseButton-primary]:not(:disabled) * {{ color: {page}; }}
[data-testid=stMultiSelect] [data-tag] * {{ color: {page}; }}
[data-testid=stCheckbox] label[data-selected]:has([role=switch]) > div:first-of-type > div {{ background: {page}; }}
[data-testid=stCheckbox] label[data-selected] > div > svg {{ stroke: {page}; }}
[data-testid=stSidebarUserContent] [data-testid=stVerticalBlock] {{ gap: .6rem; }}
[data-testid=stSidebarUserContent] [data-testid=stPageLink-NavLink] {{ padding: .2rem .6rem; }}
.ksdt-muted {{ color: {muted}; }}
.ksdt-num {{ font-variant-numeric: tabular-nums; }}
</style>"""

log = logging.getLogger(__name__)


def tab_title(title: str) -> str:
    """What the tab of the browser is called."""
    return f"{title} · {APP}"


@contextmanager
def page(title: str, *, lead: str = "", of_a_pair: bool = True) -> Iterator[DeltaGenerator]:
    """Everything a page shows stands inside this; a failure becomes a sentence, never a stack trace.

    Yields the row of the title: a page may put its controls beside its name.
    The sentence comes with the way to another pair or run, unless the page is not about one.
    """
    with turn(), asked.asking():
        yield from _page(title, lead, of_a_pair=of_a_pair)


def _page(title: str, lead: str, *, of_a_pair: bool) -> Iterator[DeltaGenerator]:
    colours = palette()
    st.html(_STYLE.format(page=colours.page, muted=colours.muted))
    place.enter()
    shown = st.sidebar.container()
    head = st.container(horizontal=True, vertical_alignment="center", key="page_head")
    try:
        if title != "Start":
            head.title(title, width="content")
        if lead:
            st.markdown(f":gray[{lead}]")
        telling.show()
        yield head
    except KsdtError as error:
        st.error(as_markdown(for_page(error)))
        if of_a_pair:
            sidebar.way_on()
    except Exception:
        log.exception("page %s failed", title)
        st.error(
            "This page could not be shown because of a fault in the app. Reload it; the log of the server says more."
        )
    with shown:  # last, since the page may change the pair or the run
        sidebar.show(colours)
        place.show_address()
        sidebar.fold_if_narrow()


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
    with st.sidebar:
        sidebar.show(palette())
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
