"""Where the blocks of Runs stand: the answer, one line of tools, the list, and the run that is open."""

from __future__ import annotations

import streamlit as st

_STYLE = """<style>
.st-key-runs_tools { align-items: center; gap: 6px 10px; }
.st-key-runs_tools button { min-height: 36px; }
.st-key-runs_bar { align-items: center; gap: 6px 10px; min-height: 40px; }
.st-key-runs_open { padding: 12px 16px; border-radius: 8px; gap: 8px; }
.st-key-runs_open > * { flex-shrink: 0; }
.st-key-runs_open [data-testid=stHeading] { min-height: 32px; }
.st-key-runs_parts { gap: 20px; }
[data-testid=stLayoutWrapper]:has(> .st-key-runs_facts) { flex: 1.3 1 min(100%, 420px); min-width: 0; }
[data-testid=stLayoutWrapper]:has(> .st-key-runs_texts) { flex: 1 1 min(100%, 320px); min-width: 0; }
.st-key-runs_facts td:first-child { color: var(--muted); white-space: nowrap; }
.st-key-runs_facts td { overflow-wrap: anywhere; }
@media (max-width: 640px) { .st-key-runs_facts td:first-child { white-space: normal; } }
</style>"""


def style() -> None:
    """The style sheet of the page."""
    st.html(_STYLE)
