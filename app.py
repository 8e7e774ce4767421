"""The entry script: the pages in their groups, and the settings that they share."""

from __future__ import annotations

import streamlit as st

from pages.common.frame import LOGO, tab_title
from pages.common.navigation import PAGES, START

if __name__ == "__main__":  # a process that Python spawns reads this file again, under another name
    page = st.navigation(
        [st.Page(entry.script, title=entry.title, url_path=entry.address, default=entry is START) for entry in PAGES],
        position="hidden",  # the sidebar lists them with links that keep the place in the address
    )
    st.set_page_config(page_title=tab_title(page.title), page_icon=str(LOGO), layout="wide")
    st.logo(str(LOGO), size="large")
    page.run()
