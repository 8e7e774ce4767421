"""Where the blocks of Atlas stand: the answer, the matrix beside the tables, and the details in tabs."""

from __future__ import annotations

import streamlit as st

LEAST = 440  # pixels of the matrix: with fewer its numbers lie on each other, so it scrolls
_STYLE = """<style>
.st-key-atlas_top { gap: 16px; align-items: stretch; }
[data-testid=stLayoutWrapper]:has(> .st-key-atlas_matrix_card) { flex: 1.6 1 min(100%, 500px); min-width: 0; }
[data-testid=stLayoutWrapper]:has(> .st-key-atlas_side) { flex: 1 1 min(100%, 330px); min-width: 0; }
.st-key-atlas_matrix_card, .st-key-atlas_side { gap: 6px; padding: 12px 16px; border-radius: 8px; }
.st-key-atlas_scroll { overflow-x: auto; }
.st-key-atlas_scroll > * { min-width: LEASTpx; }
.st-key-atlas_head { align-items: center; gap: 4px 12px; }
.st-key-atlas_head > :first-child { flex: 1 1 10rem; min-width: 0; }
.st-key-atlas_open { align-items: center; gap: 6px 10px; }
.st-key-atlas_open button, .st-key-atlas_side button { min-height: 34px; padding: 0 10px; }
.st-key-atlas_details { padding: 4px 16px 10px; border-radius: 8px; gap: 4px; }
.st-key-atlas_details [role=tabpanel] { min-height: 260px; }
.st-key-atlas_begin { align-items: center; gap: 6px 14px; }
.atlas-title { font-size: 16px; font-weight: 650; line-height: 22px; margin: 0; overflow-wrap: anywhere; }
</style>"""


def style() -> None:
    """The style sheet of the page."""
    st.html(_STYLE.replace("LEAST", str(LEAST)))
