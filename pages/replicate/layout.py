"""Where the blocks of Replicate stand: the table in a line, the answer, the plot beside a tree, then all splits."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.common import frame

CARD = 402  # pixels, so that a tree of depth 3 and its key fit
SPLITS = 330
_STYLE = """<style>
.st-key-replicate_cards { gap: 16px; align-items: stretch; }
[data-testid=stLayoutWrapper]:has(> :is(.st-key-reserved_replicate_plot, .st-key-reserved_replicate_tree)) {
    flex: 1 1 min(100%, 460px); min-width: 0; }
.st-key-reserved_replicate_plot, .st-key-reserved_replicate_tree { gap: 4px; padding: 12px 16px; border-radius: 8px; }
.st-key-replicate_tree_head { min-height: 34px; align-items: center; gap: 4px 12px; }
.st-key-replicate_tree_head > :first-child { flex: 1 1 10rem; min-width: 0; }
.st-key-replicate_tree_head button { min-height: 28px; padding: 0 10px; }
.replicate-title { font-size: 16px; font-weight: 650; line-height: 22px; margin: 0; overflow-wrap: anywhere; }
.replicate-forest img { display: block; max-width: 100%; height: auto; margin: 6px auto 0; }
.replicate-forest .narrow { display: none; }
.replicate-tree { overflow-x: auto; text-align: center; }
.replicate-tree img { display: inline-block; height: auto; }
.replicate-key { display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 12.5px; color: var(--muted); }
.replicate-key i { display: inline-block; width: 9px; height: 9px; border-radius: 2px; margin-right: 5px; }
.replicate-key span { overflow-wrap: anywhere; }
.st-key-reserved_replicate_splits { position: relative; padding: 4px 16px 10px; border-radius: 8px; gap: 4px; }
[data-testid=stLayoutWrapper]:has(> .st-key-replicate_files) { position: absolute; right: 14px; top: 6px; width: auto;
    z-index: 2; }
.st-key-replicate_files button { min-height: 30px; padding: 0 10px; }
.st-key-reserved_replicate_splits [role=tablist] { margin-right: 130px; }
.replicate-splits td { white-space: nowrap; }
.replicate-splits th { white-space: normal; vertical-align: bottom; overflow-wrap: anywhere; min-width: 84px; }
.replicate-splits td:nth-child(2) { white-space: normal; overflow-wrap: anywhere; min-width: 150px; }
.st-key-reserved_replicate_splits .ksdt-note { margin-top: 6px; }
.replicate-splits .bars { display: inline-flex; gap: 3px; vertical-align: middle; margin-left: 8px; }
.replicate-splits .ksdt-bar { width: 44px; height: 9px; gap: 0; }
.replicate-splits .none { outline: 1px dashed var(--faint); outline-offset: -1px; }
.replicate-splits .shares { display: inline-block; min-width: 68px; text-align: right;
    font-variant-numeric: tabular-nums; }
@media (max-width: 640px) {
    .st-key-replicate_tree_head > :first-child { flex-basis: 100%; }
    .replicate-forest .wide { display: none; }
    .replicate-forest .narrow { display: block; }
}
</style>"""


@dataclass(frozen=True, slots=True)
class Places:
    """The containers below the line of the table, each with its height reserved."""

    answer: DeltaGenerator
    plot: DeltaGenerator
    tree: DeltaGenerator
    splits: DeltaGenerator


def style() -> None:
    """The style sheet of the page."""
    st.html(_STYLE)


def places() -> Places:
    """The empty blocks in the order of the page."""
    answer = frame.reserved("replicate_answer", 50)
    with st.container(horizontal=True, key="replicate_cards"):
        plot = frame.reserved("replicate_plot", CARD, border=True)
        tree = frame.reserved("replicate_tree", CARD, border=True)
    return Places(answer, plot, tree, frame.reserved("replicate_splits", SPLITS, border=True))
