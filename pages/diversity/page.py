"""Diversity: how much the trees of a set differ, and in what."""

from __future__ import annotations

import streamlit as st

from pages.common import frame
from pages.common.current import current_run
from pages.diversity import blocks, matrix, tables, words

with frame.page("Diversity"):
    current = current_run()
    trees = current.trees
    if len(trees.trees) < 2:
        frame.nothing_yet(
            "One tree has no pair to differ from. Mine two or more.", page="pages/mine/page.py", label="Open Mine"
        )
    st.markdown(f":gray[{words.lead(trees)}]")
    pair = matrix.chosen_pair(trees)

    row = st.container(horizontal=True)
    with row.container(border=True, key="third_matrix"):
        matrix.matrix(trees, pair)
    with row.container(border=True, key="third_weights"):
        blocks.moving_with_weights(current)
    room = "roomy_wide" if blocks.usage_is_wide(trees) else "third_wide"
    with row.container(border=True, key=f"{room}_usage"):
        blocks.usage(trees)

    with st.container(border=True):
        blocks.aligned_pair(trees, pair)

    row = st.container(horizontal=True)
    with row.container(border=True, key="roomy_groups"):
        blocks.groups(trees)
    with row.container(border=True, key="roomy_adds"):
        blocks.additions(trees)
    with st.container(border=True):
        blocks.both_measures(trees)
    tables.downloads(trees, pair)
