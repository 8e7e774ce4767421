"""Diversity: how much the trees of a set differ, and in what."""

from __future__ import annotations

import streamlit as st

from pages.shared import diversity_blocks, diversity_matrix, diversity_tables, diversity_words, frame
from pages.shared.current import current_run

with frame.page("Diversity"):
    run = current_run()
    trees = run.trees
    if len(trees.trees) < 2:
        frame.nothing_yet(
            "One tree has no pair to differ from. Mine two or more.", page="pages/mine.py", label="Open Mine"
        )
    st.markdown(f":gray[{diversity_words.lead(trees)}]")
    pair = diversity_matrix.chosen_pair(trees)

    row = st.container(horizontal=True)
    with row.container(border=True, key="third_matrix"):
        diversity_matrix.matrix(trees, pair)
    with row.container(border=True, key="third_weights"):
        diversity_blocks.moving_with_weights(run.request, trees)
    room = "roomy_wide" if diversity_blocks.usage_is_wide(trees) else "third_wide"
    with row.container(border=True, key=f"{room}_usage"):
        diversity_blocks.usage(trees)

    with st.container(border=True):
        diversity_blocks.aligned_pair(trees, pair)

    row = st.container(horizontal=True)
    with row.container(border=True, key="roomy_groups"):
        diversity_blocks.groups(trees)
    with row.container(border=True, key="roomy_adds"):
        diversity_blocks.additions(trees)
    with st.container(border=True):
        diversity_blocks.both_measures(trees)
    diversity_tables.downloads(trees, pair)
