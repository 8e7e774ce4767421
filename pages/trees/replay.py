"""How the set grew: split by split, in the order of the miner."""

from __future__ import annotations

import streamlit as st

from ksdt_core.figures.palette import Palette
from ksdt_core.figures.tree_words import attribute_of, question_text
from ksdt_core.mining.replay import SplitMade, splits_in_order
from ksdt_core.trees.growth import n_splits, shared_tree_after
from pages.common.current import Current
from pages.common.tree_view import Drawn, show_trees
from pages.common.wording import as_markdown

SECONDS = 1.0
REPLAY = "replay_open"


def can_replay(current: Current) -> bool:
    """Whether the set has a split to show."""
    return bool(splits_in_order(current.trees))


def replay(current: Current, palette: Palette) -> bool:
    """The growth of the set in place of its trees, while the reader wants to see it; whether that is so."""
    made = splits_in_order(current.trees)
    if not made or not st.session_state.get(REPLAY):
        return False
    playing = bool(st.session_state.get("replay_playing"))
    st.fragment(_steps, run_every=SECONDS if playing else None)(current, made, palette)
    return True


def _steps(current: Current, made: tuple[SplitMade, ...], palette: Palette) -> None:
    key = f"replay_{current.run}"
    playing = bool(st.session_state.get("replay_playing"))
    st.session_state[key] = min(len(made), st.session_state.get(key, 0) + playing)  # said in each run, as in Stability
    if playing and st.session_state[key] == len(made):
        st.session_state["replay_playing"] = False
        st.rerun()
    row = st.container(horizontal=True, vertical_alignment="bottom")
    if row.button("Pause" if playing else "Play", icon=":material/pause:" if playing else ":material/play_arrow:"):
        if not playing and st.session_state[key] == len(made):
            st.session_state[key] = 0
        st.session_state["replay_playing"] = not playing
        st.rerun()
    step = row.slider("Splits shown", 0, len(made), key=key)
    st.markdown(_sentence(current, made, step))
    counts = made[step].before if step < len(made) else _after(made)
    drawn = [
        Drawn(
            position,
            shared_tree_after(shared, counts[position]),
            selected=made[step - 1].node if step and made[step - 1].tree == position else None,
            note=f"{counts[position]} of {n_splits(shared.tree)} splits made",
        )
        for position, shared in enumerate(current.trees.trees)
    ]
    show_trees(current.trees, drawn, palette=palette, columns=min(2, len(drawn)), key="replay")


def _after(made: tuple[SplitMade, ...]) -> tuple[int, ...]:
    last = made[-1]
    return tuple(count + (tree == last.tree) for tree, count in enumerate(last.before))


def _sentence(current: Current, made: tuple[SplitMade, ...], step: int) -> str:
    if not step:
        return "Every tree starts as a single node with all rows."
    split = made[step - 1]
    shared = current.trees.trees[split.tree]
    question = question_text(shared, split.node, scale=current.trees.settings.scale)
    test = as_markdown(f"{attribute_of(shared, split.node)} {question}")
    return f"Split {step} of {len(made)}: tree {split.tree + 1} splits by **{test}** at node {split.node}."
