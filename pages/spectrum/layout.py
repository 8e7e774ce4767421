"""Where the blocks of Spectrum stand: the answer, two charts side by side, details in tabs beside one matrix."""

from __future__ import annotations

import html

import streamlit as st

from ksdt_core.text import printable

_STYLE = """<style>
.st-key-spectrum_choice { gap: 8px 16px; align-items: center; }
[data-testid=stLayoutWrapper]:has(> .st-key-spectrum_tree) { flex: 1 1 min(100%, 520px); min-width: 0; }
.st-key-spectrum_tree { min-height: 50px; }
.st-key-spectrum_choice > :has(.st-key-spectrum_measure) { flex: 0 0 auto; width: auto; }
.st-key-spectrum_measure [data-testid=stButtonGroup] { display: flex; align-items: center; gap: 8px; }
.st-key-spectrum_top, .st-key-spectrum_below { gap: 16px; align-items: stretch; }
[data-testid=stLayoutWrapper]:has(> .st-key-spectrum_tree_card) { flex: 624 1 min(100%, 460px); min-width: 0; }
[data-testid=stLayoutWrapper]:has(> .st-key-spectrum_set_card) { flex: 505 1 min(100%, 400px); min-width: 0; }
[data-testid=stLayoutWrapper]:has(> .st-key-spectrum_tabs) { flex: 624 1 min(100%, 460px); min-width: 0; }
[data-testid=stLayoutWrapper]:has(> .st-key-spectrum_agree) { flex: 505 1 min(100%, 400px); min-width: 0; }
.st-key-spectrum_tree_card, .st-key-spectrum_set_card, .st-key-spectrum_agree { gap: 6px; padding: 12px 16px;
    border-radius: 8px; }
.st-key-spectrum_tabs { padding: 4px 16px 10px; border-radius: 8px; gap: 4px; }
.st-key-spectrum_tabs [role=tabpanel] { min-height: 270px; max-height: 560px; overflow-y: auto; overflow-x: hidden; }
.spectrum-title { font-size: 16px; font-weight: 650; line-height: 22px; margin: 0; overflow-wrap: anywhere; }
</style>"""


def style() -> None:
    """The style sheet of the page."""
    st.html(_STYLE)


def title(text: str, below: str = "") -> None:
    """The heading of a card, and a grey line below it; names need no escaping."""
    said = f"<p class='ksdt-note'>{html.escape(printable(below))}</p>" if below else ""
    st.html(f"<h2 class='spectrum-title'>{html.escape(printable(text))}</h2>{said}")
