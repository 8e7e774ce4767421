"""The start page: what this does, and one bundled pair that is already mined."""

from __future__ import annotations

import streamlit as st

from ksdt_core.mining.parameters import MiningParameters
from pages.shared import chance, compute, controls, frame, show, wording

with frame.page("Start"):
    st.title("What do two tables have in common?")
    st.markdown(
        "Take two tables with the same attributes and the same classes, say two cohorts, two plants or two kinds of "
        "wine. KSDT Explorer mines a small set of decision trees that classify the rows of **both**, that part the "
        "classes alike in both, and that differ from each other, so that each tells another story. Read the trees "
        "side by side, and ask whether shuffled tables would have done as well."
    )
    entry = controls.choose_pair(compute.bundled_pairs())
    st.markdown(f":gray[{wording.as_markdown(entry.title)}: {wording.as_markdown(entry.why)}]")
    pair = compute.bundled_pair(entry.left, entry.right)

    scores, null = frame.side_by_side("scores", "null")
    with scores:
        st.subheader("How much each split should care for …")
        weights = controls.weights()
        trees = compute.mined_set(pair, MiningParameters(), weights)
        show.score_card(trees)
    st.subheader("The trees")
    chosen = controls.choose_trees(show.tree_titles(trees))
    show.key_to_the_drawing(trees)
    if chosen:
        show.trees_side_by_side(trees, chosen)
        show.rules_and_nodes(trees, chosen)
    else:
        st.info("Choose a tree above to read it.")

    with null:  # last, so that the trees stay readable while shuffles are mined
        st.subheader("Could this be chance?")
        chance.panel(pair, trees)
