"""Spectrum: what a tree and the set rely on in each table, and how few terms rebuild the tree."""

from __future__ import annotations

import streamlit as st

from pages.common import frame
from pages.common.current import current_run
from pages.spectrum import blocks, layout, reliance, state, words

TABS = ("Attributes", "Pairs of attributes", "Largest terms", "Tree with fewer terms")

with frame.page("What does each tree rely on?"):
    current = current_run()
    trees = current.trees
    if all(shared.tree.n_nodes == 1 for shared in trees.trees):
        frame.nothing_yet(
            "No tree of this set has a split, so no tree relies on any attribute. Mine with other settings.",
            page="pages/mine/page.py",
            label="Open Mine",
        )
    layout.style()
    names = reliance.names_of(trees)
    with st.container(horizontal=True, key="spectrum_choice", horizontal_alignment="distribute"):
        position = blocks.choose_tree(trees)
        by_rows = blocks.choose_measure() if current.request is not None else False
    found = state.importance_of(current, by_rows=by_rows)
    own, all_trees = reliance.totals_of(found, position), reliance.totals_of(found, None)
    who = f"Tree {position + 1}"
    frame.answer(
        words.lead(who, own, names) if by_rows else words.lead_of_all_inputs(who, own[0]),
        words.set_sentence(len(trees.trees), all_trees, names),
    )
    if current.request is None:
        frame.note("The tables of this run are not saved here, so every input counts once.")
    with st.container(horizontal=True, key="spectrum_top"):
        with st.container(border=True, key="spectrum_tree_card"):
            reliance.tree_card(current, found, position, by_rows=by_rows)
        with st.container(border=True, key="spectrum_set_card"):
            reliance.set_card(current, found, by_rows=by_rows)
    with st.container(horizontal=True, key="spectrum_below"):
        with st.container(border=True, key="spectrum_tabs"):
            attributes, pairs, terms, fewer = st.tabs(TABS)
            with attributes:
                reliance.attribute_table(current, found, position)
            with pairs:
                reliance.pair_table(current, found, position)
            blocks.term_tabs(current, position, terms, fewer, by_rows=by_rows)
        with st.container(border=True, key="spectrum_agree"):
            reliance.agreement_card(current, by_rows=by_rows)
