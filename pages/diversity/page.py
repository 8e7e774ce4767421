"""Diversity: how much the trees of a set differ, and in what."""

from __future__ import annotations

import streamlit as st

from pages.common import frame
from pages.common.current import current_run
from pages.diversity import blocks, layout, matrix, tables, words

TABS = ("Two trees side by side", "All pairs", "Groups", "What each tree adds", "Weights", "Two measures")

with frame.page("How different are the trees?"):
    current = current_run()
    trees = current.trees
    if len(trees.trees) < 2:
        frame.nothing_yet(
            "Diversity needs two or more trees, and this set has one.", page="pages/mine/page.py", label="Open Mine"
        )
    layout.style()
    frame.answer(words.lead(trees), words.basis(trees))
    pair = matrix.chosen_pair(trees)
    with st.container(horizontal=True, key="diversity_top"):
        with st.container(border=True, key="diversity_matrix"):
            matrix.matrix(trees, pair)
        with st.container(border=True, key="diversity_usage"):
            blocks.usage(trees)
    with st.container(border=True, key="diversity_tabs"):
        side_by_side, pairs, groups, adds, weights, measures = st.tabs(TABS)
        with side_by_side:
            blocks.aligned_pair(trees, pair)
        with pairs:
            blocks.all_pairs(trees)
        with groups:
            blocks.groups(trees)
        with adds:
            blocks.additions(trees)
        with weights:
            blocks.moving_with_weights(current)
        with measures:
            blocks.both_measures(trees)
        with st.container(key="diversity_files"):
            tables.downloads(trees, pair)
