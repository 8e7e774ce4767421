"""Where the blocks of About stand: the answer, and all else in tabs that scroll."""

from __future__ import annotations

import streamlit as st

HEIGHT = 620  # pixels inside a tab
_STYLE = """<style>
.st-key-about_parts { padding: 4px 16px 10px; border-radius: 8px; }
.st-key-about_parts td { overflow-wrap: anywhere; min-width: 64px; }
.st-key-about_parts td:nth-child(2) { overflow-wrap: break-word; }
.st-key-about_parts [role=tabpanel] { min-height: 560px; }
</style>"""


def style() -> None:
    """The style sheet of the page."""
    st.html(_STYLE)
