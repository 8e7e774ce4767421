"""Where the blocks of Stability stand: the choice of a stream, the answer, the chart, and the details in tabs."""

from __future__ import annotations

import streamlit as st

_STYLE = """<style>
.st-key-stability_choice { gap: 6px 16px; align-items: flex-end; }
.st-key-stability_choice button { min-height: 38px; }
.st-key-stability_chart_card { padding: 8px 16px 12px; border-radius: 8px; gap: 4px; }
.st-key-stability_player { gap: 4px 16px; align-items: center; }
.st-key-stability_chart_card > [data-testid=stElementContainer]:has(.js-plotly-plot) { min-height: 400px; }
.st-key-stability_tabs { position: relative; padding: 4px 16px 10px; border-radius: 8px; gap: 4px; }
.st-key-stability_tabs [role=tablist] { margin-right: 110px; }
.st-key-stability_tabs [role=tabpanel] { min-height: 330px; max-height: 420px; overflow-y: auto; overflow-x: hidden; }
[data-testid=stLayoutWrapper]:has(> .st-key-stability_files) { position: absolute; right: 14px; top: 6px; width: auto;
    z-index: 2; }
.st-key-stability_files button { min-height: 30px; padding: 0 10px; }
.st-key-stability_bounds, .st-key-stability_trees { gap: 12px; align-items: stretch; }
[data-testid=stLayoutWrapper]:has(> [class*='st-key-stability_bound_']) { flex: 1 1 min(100%, 280px); min-width: 0; }
[data-testid=stLayoutWrapper]:has(> [class*='st-key-stability_tree_']) { flex: 1 1 min(100%, 330px); min-width: 0; }
</style>"""


def style() -> None:
    """The style sheet of the page."""
    st.html(_STYLE)
