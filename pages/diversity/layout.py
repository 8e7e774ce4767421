"""Where the blocks of Diversity stand: the answer, the matrix beside the attributes, and the details in tabs."""

from __future__ import annotations

import streamlit as st

TOP = 380  # pixels of the two cards
TABLES = 420  # pixels inside a tab
_STYLE = """<style>
.st-key-diversity_top { gap: 16px; align-items: stretch; }
[data-testid=stLayoutWrapper]:has(> .st-key-diversity_matrix) { flex: 1 1 min(100%, 400px); min-width: 0; }
[data-testid=stLayoutWrapper]:has(> .st-key-diversity_usage) { flex: 1.7 1 min(100%, 500px); min-width: 0; }
.st-key-diversity_matrix, .st-key-diversity_usage { gap: 4px; padding: 12px 16px; border-radius: 8px;
    min-height: TOPpx; }
.st-key-diversity_usage .ksdt-us { max-height: 330px; overflow-y: auto; }
.st-key-diversity_usage thead th { position: sticky; top: 0; background: var(--page); }
.st-key-diversity_tabs { position: relative; padding: 4px 16px 10px; border-radius: 8px; gap: 4px; }
.st-key-diversity_tabs [data-baseweb=tab-panel], .st-key-diversity_tabs [role=tabpanel] { min-height: TABLESpx; }
.st-key-diversity_tabs [role=tablist] { margin-right: 110px; }
.st-key-diversity_tabs .ksdt-al { max-height: 400px; overflow-y: auto; }
.st-key-diversity_pair { align-items: center; gap: 4px 12px; min-height: 40px; }
.st-key-diversity_pair > :first-child { flex: 1 1 16rem; min-width: 0; }
.st-key-diversity_pair button { min-height: 30px; }
[data-testid=stLayoutWrapper]:has(> .st-key-diversity_files) { position: absolute; right: 14px; top: 6px; width: auto;
    z-index: 2; }
.st-key-diversity_files button { min-height: 30px; padding: 0 10px; }
.st-key-diversity_weights { gap: 16px; }
[data-testid=stLayoutWrapper]:has(> .st-key-diversity_map) { flex: 1 1 min(100%, 420px); min-width: 0; }
[data-testid=stLayoutWrapper]:has(> .st-key-diversity_points) { flex: 1 1 min(100%, 340px); min-width: 0; }
[data-testid=stLayoutWrapper]:has(> [class*='st-key-diversity_measure_']) { flex: 1 1 min(100%, 340px); min-width: 0; }
.diversity-title { font-size: 16px; font-weight: 650; line-height: 22px; margin: 0; overflow-wrap: anywhere; }
.diversity-value { font-size: 22px; font-weight: 650; line-height: 28px; margin: 0; }
</style>"""


def style() -> None:
    """The style sheet of the page."""
    st.html(_STYLE.replace("TOP", str(TOP)).replace("TABLES", str(TABLES)))
