"""Spectrum: what a tree says of which attributes, and how little of it rebuilds the tree."""

from __future__ import annotations

import streamlit as st

from pages.common import frame
from pages.common.current import current_run
from pages.spectrum import blocks, state

LEAD = (
    "A tree is a function of its attributes. Its spectrum takes that function apart: what each attribute says alone, "
    "and what only several say together."
)

with frame.page("Spectrum", lead=LEAD):
    current = current_run()
    trees = current.trees
    if all(shared.tree.n_nodes == 1 for shared in trees.trees):
        frame.nothing_yet(
            "No tree of this set has a split, so there is no function to take apart. Mine with other settings.",
            page="pages/mine/page.py",
            label="Open Mine",
        )
    known = state.spectra(current.run, trees)
    controls = st.container(horizontal=True, vertical_alignment="bottom")
    with controls:
        position = blocks.choose_tree(trees)
        whole = known.found[position]
        if whole is not None:
            output = blocks.choose_output(whole)
            percent = blocks.choose_energy()
    if whole is None:
        blocks.too_large(known, position)
    else:
        found = state.rebuilt(current, position, energy=percent / 100)
        blocks.lost(current, position, found)
        row = st.container(horizontal=True)
        with row.container(border=True, key="roomy_wide_coefficients", height="stretch"):
            blocks.coefficients(whole, found.kept, output)
        with row.container(border=True, key="third_energy", height="stretch"):
            blocks.energy(whole, found.kept, output)
        blocks.original_and_rebuilt(current, position, found, percents=percent)
    with st.container(border=True):
        blocks.products(known, trees)
