"""The entry script: the pages in their groups, and the shell around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages.common import frame
from pages.common.look import SIDEBAR
from pages.common.navigation import PAGES, START

if TYPE_CHECKING:
    from pages.common.strip import RunFiles


def downloads(run: str) -> RunFiles:
    """The files of a run, for the menu of the strip; what makes them is loaded when it is opened."""
    from pages.trees import run_files

    return run_files.downloads(run)


if __name__ == "__main__":  # a process that Python spawns reads this file again, under another name
    page = st.navigation(
        [st.Page(entry.script, title=entry.title, url_path=entry.address, default=entry is START) for entry in PAGES],
        position="hidden",  # the sidebar lists them with links that keep the place in the address
    )
    st.set_page_config(
        page_title=frame.tab_title(page.title),
        page_icon=str(frame.LOGO),
        layout="wide",
        initial_sidebar_state=SIDEBAR,
    )
    st.logo(str(frame.LOGO), size="large")
    with frame.shell(next(entry for entry in PAGES if entry.title == page.title), downloads):
        page.run()
