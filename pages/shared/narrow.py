"""On a narrow screen the sidebar is folded at first, to give the page its room; Streamlit does so only on phones."""

from __future__ import annotations

import streamlit as st

NARROW = 1000  # pixels

_fold = st.components.v2.component(
    "ksdt_narrow",
    js="""export default function({ data }) {
        if (window.ksdtLooked) return
        window.ksdtLooked = true
        if (window.innerWidth > 767 && window.innerWidth < data.narrow)
            document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click()
    }""",
)


def fold_sidebar() -> None:
    """Once for each time that the app is loaded: who opens the sidebar has it open from then on."""
    _fold(data={"narrow": NARROW}, key="narrow")
