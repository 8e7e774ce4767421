"""The places of the page: a bar on top, the drawings and the tables at the left, the inspector at the right.

The inspector stays in view beside the drawings. On a narrow screen it is a sheet at the bottom, and in full screen it
is also beside the drawings.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

INSPECTOR = 300  # pixels, also in the style

# A row of controls is shown once it is complete, so that none of them moves. The sheet of a narrow screen is beside
# the sidebar where that is open.
STYLE = """
[data-testid=stLayoutWrapper]:has(> .st-key-tree_notice:not(:has(*))) { display: none; }
.st-key-tree_bar:not(:has(.st-key-layout button):has(.st-key-present_now button):has(.st-key-figures button)) > *,
.st-key-rules_bar:not(:has(.st-key-reduced_rules label):has(.st-key-rules_csv button)) > * { visibility: hidden; }
[data-testid=stLayoutWrapper]:has(> .st-key-stage) { margin-top: -6px; }
.st-key-tree_bar.st-key-tree_bar { gap: 4px; flex-wrap: nowrap; align-items: center; }
.st-key-tree_bar > * { flex: 0 0 auto; width: auto; min-width: 0; }
.st-key-tree_bar > :has(.st-key-tree_tabs_place) { flex: 1 1 0; min-width: 0; }
.st-key-tree_bar button { min-height: 34px; padding: 2px 6px; }
.st-key-tree_bar button p { font-size: 13px; white-space: nowrap; }
.st-key-tree_bar [data-testid=stPopoverButton] div[aria-hidden=true] { display: none; }
.st-key-tree_bar [data-testid=stPopoverButton] > div { margin: 0; }
.st-key-rules_bar [data-testid=stCheckbox] label { align-items: center; }
.st-key-rules_bar [data-testid=stCheckbox] label > div { margin-top: 0; }
.st-key-stage.st-key-stage { gap: 12px; flex-wrap: nowrap; align-items: flex-start; background: var(--page); }
.st-key-stage > * { min-width: 0; }
[data-testid=stLayoutWrapper]:has(> .st-key-inspector) {
  flex: 0 0 300px; width: 300px; position: sticky; top: 52px; align-self: flex-start; }
.st-key-inspector.st-key-inspector { gap: 4px; padding: 10px 14px;
  border: 1px solid var(--line); border-radius: 8px; background: var(--page);
  min-height: max(546px, calc(100vh - 118px)); max-height: max(546px, calc(100vh - 118px)); overflow-y: auto; }
.st-key-inspector h3 { font-size: 19px; padding: 0; overflow-wrap: anywhere; }
.st-key-inspector p { font-size: 13.5px; overflow-wrap: anywhere; }
.st-key-least_alike > :not(:has(button)) { height: 26px; }
.st-key-least_alike button { min-height: 26px; padding: 2px 0; text-align: left; font-variant-numeric: tabular-nums; }
.st-key-node_head { flex-wrap: nowrap; gap: 4px; }
.st-key-close_node button p { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.st-key-mine_again.st-key-mine_again { gap: 6px; }
.st-key-mine_again button { min-height: 34px; padding: 2px 8px; }
.st-key-mine_again p { font-size: 13px; }
.st-key-left_side.st-key-left_side, .st-key-canvas.st-key-canvas { gap: 10px; }
.st-key-tree_marks { position: absolute; }
.st-key-tables.st-key-tables { position: relative; border: 1px solid var(--line); border-radius: 8px;
  padding: 0 12px 8px; gap: 4px; background: var(--page); }
[data-testid=stLayoutWrapper]:has(> :is(.st-key-rules_bar, .st-key-differences_bar)) {
  position: absolute; right: 10px; top: 4px; width: auto; z-index: 2; }
.st-key-rules_bar { align-items: center; flex-wrap: nowrap; }
:is(.st-key-rules_bar, .st-key-differences_bar) button { min-height: 30px; padding: 1px 9px; }
.st-key-stage:fullscreen { padding: 12px; overflow: auto; }
.st-key-stage:fullscreen .st-key-tables { display: none; }
.st-key-stage:fullscreen [data-testid=stLayoutWrapper]:has(> .st-key-inspector) { top: 0; }
.st-key-stage:fullscreen .st-key-inspector { max-height: calc(100vh - 24px); }
@media (max-width: 1179px) {
  .st-key-tree_bar.st-key-tree_bar { flex-wrap: wrap; }
  .st-key-tree_bar > :has(.st-key-tree_tabs_place) { flex: 1 1 100%; }
  [data-testid=stLayoutWrapper]:has(> .st-key-inspector) {
    position: fixed; left: 0; right: 0; bottom: 0; top: auto; width: auto; z-index: 90; }
  .st-key-inspector.st-key-inspector { min-height: 0; max-height: 34vh; border-radius: 14px 14px 0 0;
    padding: 12px 16px 16px;
    box-shadow: 0 -4px 18px rgba(0, 0, 0, .18); }
  .st-key-inspector.st-key-inspector:has(.st-key-no_node) { display: none; }
  .stApp:has([data-testid=stSidebar][data-collapsed=false]) [data-testid=stLayoutWrapper]:has(> .st-key-inspector) {
    left: 220px; }
  .st-key-mine_again button { min-height: 40px; }
  .st-key-tables.st-key-tables { margin-bottom: 34vh; }
}
@media (max-width: 1179px) {
  [data-testid=stLayoutWrapper]:has(> :is(.st-key-rules_bar, .st-key-differences_bar)) { position: static; }
}
@media (max-width: 767px) {
  .stApp [data-testid=stLayoutWrapper]:has(> .st-key-inspector) { left: 0 !important; }
}
@media (max-width: 700px) {
  .st-key-tree_bar [data-testid=stPopover] button p, .st-key-replay_now p, .st-key-present_now p {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
}
"""


@dataclass(frozen=True, slots=True)
class Places:
    """The containers of the page."""

    bar: DeltaGenerator
    tabs: DeltaGenerator
    notice: DeltaGenerator
    canvas: DeltaGenerator
    tables: DeltaGenerator
    inspector: DeltaGenerator


def places() -> Places:
    """The containers in the order of the page, and the style that arranges them."""
    st.html(f"<style>{STYLE}</style>")
    bar = st.container(horizontal=True, key="tree_bar")
    tabs = bar.container(key="tree_tabs_place", width="stretch")
    notice = st.container(key="tree_notice")
    stage = st.container(horizontal=True, key="stage")
    left = stage.container(key="left_side", width="stretch")
    inspector = stage.container(key="inspector", width=INSPECTOR)
    canvas = left.container(key="canvas")
    return Places(bar, tabs, notice, canvas, left.container(key="tables"), inspector)
