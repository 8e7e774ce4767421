"""Where the blocks of Data stand: the verdict as a band, the checks beside one attribute."""

from __future__ import annotations

import streamlit as st

_STYLE = """<style>
.st-key-preparation { gap: 6px 12px; min-height: 34px; }
.st-key-preparation > :last-child { flex: 1 0 9rem; }
@media (max-width: 640px) {
  .st-key-preparation > [data-testid=stElementContainer]:has(> [data-testid=stHtml]) { flex: 1 0 100%; }
}
.st-key-verdict { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px;
    gap: 8px 20px; min-height: 78px; }
[data-testid=stLayoutWrapper]:has(> .st-key-verdict_words) { flex: 1 1 20rem; min-width: 0; }
.st-key-verdict_words { gap: 2px; }
.st-key-verdict_words > :first-child p { font-size: 20px; line-height: 26px; }
.st-key-verdict_words > :nth-child(2) p { color: var(--muted); }
.st-key-verdict button { min-height: 40px; padding: 0 18px; }
.st-key-data_cards { gap: 14px; align-items: stretch; }
[data-testid=stLayoutWrapper]:has(> .st-key-reserved_checks) { flex: 1 1 min(100%, 26rem); min-width: 0; }
[data-testid=stLayoutWrapper]:has(> .st-key-reserved_data) { flex: 1.35 1 min(100%, 32rem); min-width: 0; }
.st-key-reserved_checks { gap: 6px; }
.data-card { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 12px; }
.stApp .data-card h2 { font-size: 18px; padding: 0; margin: 0; }
.stApp .data-level { font-size: 13px; font-weight: 600; color: var(--muted); padding: 4px 0 0; margin: 0; }
.data-count { background: var(--panel); border: 1px solid var(--line); border-radius: 9px; padding: 0 7px;
    font-size: 12px; margin-left: 4px; }
[class*='st-key-check_'] { border-bottom: 1px solid var(--line); padding-bottom: 6px; }
[class*='st-key-check_'] p { font-size: 13.5px; line-height: 19px; }
[class*='st-key-check_'] > [data-testid=stLayoutWrapper] > [data-testid=stHorizontalBlock] { gap: 6px; }
[class*='st-key-check_'] > [data-testid=stLayoutWrapper]:first-child > [data-testid=stHorizontalBlock] {
    flex-wrap: nowrap; }
[class*='st-key-check_'] button { min-height: 28px; height: auto; padding: 2px 10px; }
[class*='st-key-check_'] button p { white-space: normal; text-align: left; overflow-wrap: anywhere; }
[class*='st-key-check_'] button > * { justify-content: flex-start; text-align: left; }
[data-testid=stLayoutWrapper]:has(> .st-key-attribute_words) { flex: 1 1 14rem; min-width: 0; }
.st-key-attribute_words p > strong { font-size: 18px; overflow-wrap: anywhere; }
[data-testid=stMain] .st-key-reserved_data .ksdt-rows th { white-space: normal; vertical-align: bottom; }
.st-key-attribute_head > :last-child { flex: 0 1 200px; }
</style>"""


def style() -> None:
    """The style sheet of the page."""
    st.html(_STYLE)
