"""Spectrum: what a tree says of which attributes, and how little of it rebuilds the tree."""

from __future__ import annotations

import streamlit as st

from pages.shared import frame, spectrum_blocks, spectrum_state
from pages.shared.current import current_run

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
            page="pages/mine.py",
            label="Open Mine",
        )
    known = spectrum_state.spectra(current.run, trees)
    controls = st.container(horizontal=True, vertical_alignment="bottom")
    with controls:
        position = spectrum_blocks.choose_tree(trees)
        whole = known.found[position]
        if whole is not None:
            output = spectrum_blocks.choose_output(whole)
            percent = spectrum_blocks.choose_energy()
    if whole is None:
        spectrum_blocks.too_large(known, position)
    else:
        found = spectrum_state.rebuilt(current, position, energy=percent / 100)
        spectrum_blocks.lost(current, position, found)
        row = st.container(horizontal=True)
        with row.container(border=True, key="roomy_wide_coefficients", height="stretch"):
            spectrum_blocks.coefficients(whole, found.kept, output)
        with row.container(border=True, key="third_energy", height="stretch"):
            spectrum_blocks.energy(whole, found.kept, output)
        spectrum_blocks.original_and_rebuilt(current, position, found)
    with st.container(border=True):
        spectrum_blocks.products(known, trees)
