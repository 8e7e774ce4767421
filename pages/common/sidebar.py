"""The sidebar: links to all pages in their groups, each with the current place, and ticks at steps that are done."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.common import place, progress
from pages.common.navigation import GROUPS, WORKFLOW, PageEntry

NARROW = 1000  # pixels; Streamlit folds the sidebar by itself only on phones


class Sidebar:
    """Drawn before the page, so that it never vanishes while the page is made, and completed after it."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._links: dict[PageEntry, DeltaGenerator] = {}
        with st.sidebar:
            for group, entries in GROUPS.items():
                with st.container(key=f"group_{group.lower()}"):
                    st.html(f"<div class='ksdt-group'>{group}</div>")
                for entry in entries:
                    with st.container(key=f"{'step' if entry in WORKFLOW else 'page'}_{entry.folder}"):
                        self._links[entry] = st.empty()
            self._ticks = st.empty()
        self._query: dict[str, str] | None = None
        self._done: frozenset[str] | None = None
        self.show()

    def show(self) -> None:
        """Links and ticks as they are now; what has not changed is not sent again."""
        query, done = place.as_query(), progress.done()
        if self._query != query:
            self._query = query
            for entry, link in self._links.items():
                link.page_link(entry.script, label=entry.title, icon=entry.icon, query_params=query, width="stretch")
        if self._done != done:
            self._done = done
            self._ticks.html(_ticked(done))

    def finish(self) -> None:
        """The page may have changed the pair or the run."""
        self.show()
        with st.sidebar:
            _mark(data={"title": self._title, "narrow": NARROW}, key="current_page")


def _ticked(done: frozenset[str]) -> str:
    """A tick at the end of each link whose step is done; read aloud as "done"."""
    where = ", ".join(f".st-key-step_{folder} a::after" for folder in sorted(done)) or ".ksdt-none"
    rule = "content: '✓' / ', done'; margin-left: auto; font-size: 15px; color: var(--ink)"
    return f"<span class='ksdt-hold'></span><style>{where} {{ {rule} }}</style>"


# Says which link leads to the page that is shown, and folds the sidebar once where it would take too much room: who
# unfolds it keeps it.
_mark = st.components.v2.component(
    "ksdt_current_page",
    js="""export default function({ data }) {
        const mark = () => {
            for (const link of document.querySelectorAll("[class*=st-key-step_] a, [class*=st-key-page_] a"))
                if (link.querySelector("p")?.textContent === data.title) link.setAttribute("aria-current", "page")
                else link.removeAttribute("aria-current")
        }
        mark()
        clearInterval(window.ksdtMarking)
        window.ksdtMarking = setInterval(mark, 500)  // links may come, or come again, after this ran
        if (window.ksdtLooked) return
        window.ksdtLooked = true
        if (window.innerWidth > 767 && window.innerWidth < data.narrow)
            document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click()
    }""",
)
