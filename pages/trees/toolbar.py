"""The bar above the drawings: the trees as tabs, how many at a time, and what can be done with them."""

from __future__ import annotations

import streamlit as st

from ksdt_core.evidence.effects import Effects
from pages.common import effects
from pages.common.current import Current
from pages.common.frame import palette
from pages.trees import choice, exports, heading, present, pruning, trace
from pages.trees.choice import Choice
from pages.trees.layout import Places
from pages.trees.replay import REPLAY, can_replay


def bar(current: Current, predicted: Effects, at: Places, *, has_claims: bool) -> tuple[Choice, dict[int, int]]:
    """What is chosen to be drawn, and the leaf that a traced row reaches in each tree."""
    k, row = len(current.trees.trees), at.bar
    layout = choice.layout_control(row, k)
    with row.popover("Legend", icon=":material/info:", key="legend"):
        heading.key_to_the_drawing(current.trees, has_claims=has_claims)
        colour, genes = choice.look_controls()
        shown = effects.hide_control(predicted, k)
    with row.popover("Trace a row", icon=":material/conversion_path:", key="trace"):
        tracing = trace.trace(current)
    if can_replay(current):
        row.button(
            "End replay" if st.session_state.get(REPLAY) else "Replay", icon=":material/play_circle:", key="replay_now",
            on_click=_toggle_replay,
        )  # fmt: skip
    with row.popover("Prune", icon=":material/content_cut:", key="prune"):
        pruning.panel(current)
    row.button("Present", icon=":material/slideshow:", key="present_now", on_click=present.start, help="Key P")
    positions = choice.chosen(layout, shown)
    chosen = Choice(positions, layout, colour, genes)
    with row.popover("Figures", icon=":material/image:", key="figures", on_change="rerun") as block:
        if block.open:
            exports.panel(current, chosen)
    with at.tabs:
        choice.tabs(current.trees, predicted, palette(), shown=shown, positions=positions)
    return chosen, tracing


def _toggle_replay() -> None:
    st.session_state[REPLAY] = not st.session_state.get(REPLAY)
    st.session_state["replay_playing"] = False
