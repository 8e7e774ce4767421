"""Ensemble space: every tree a point, of a whole sweep and of the forests of either table."""

from __future__ import annotations

import streamlit as st

from pages.shared import frame, space_blocks, space_chart, space_state, space_words
from pages.shared.current import current_run

PANEL = {2: 700, 3: 780}  # pixels by dimensions: as high as the map beside it; more trees scroll
EMPTY = "A map needs a sweep. Run one on Mine."

with frame.page("Ensemble space"):
    current = current_run(EMPTY)
    if all(shared.tree.n_nodes == 1 for shared in current.trees.trees):
        frame.nothing_yet(
            "No tree of this set has a split, so there is nothing to place. Mine with other settings.",
            page="pages/mine.py",
            label="Open Mine",
        )
    wanted = space_state.shown(current)
    imported = current.request is None
    if not imported and wanted.pool is None:
        space_chart.ask_for_a_sweep(current)
    elif imported and len(current.trees.trees) < 2:
        st.info("This run came without its tables and has one tree; a map needs two or more.")
    else:
        found = space_state.space_of(current, wanted)
        st.markdown(f":gray[{space_words.lead(found.space, found.n_sets)}]")
        colour, dimensions = ("root", 2) if imported else space_chart.controls(current, wanted)
        space_blocks.redundancy(found, dimensions)
        row = st.container(horizontal=True)
        with row.container(border=True, key="roomy_wide_map", height="stretch"):
            picked = space_chart.scatter(found, colour, dimensions)
        with row.container(border=True, key="third_picked", height=PANEL[dimensions]):
            space_blocks.picked_trees(current, found, picked, dimensions=dimensions)
        if len(found.space.sources) > 1:
            with st.container(border=True):
                space_blocks.domains(current, found.space)
        row = st.container(horizontal=True)
        with row.container(border=True, key="third_explained", height="stretch"):
            space_blocks.explained(found.space, dimensions)
        with row.container(border=True, key="third_roots", height="stretch"):
            space_blocks.roots(current, found)
        with st.container(border=True):
            space_blocks.loadings(found, dimensions)
        with st.container(border=True):
            space_blocks.in_fewer_trees(current, found)
        space_chart.table(found.space)
