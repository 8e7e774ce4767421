"""Ensemble space: every tree a point, of a whole sweep and of the forests of either table."""

from __future__ import annotations

import streamlit as st

from pages.common import frame
from pages.common.current import current_run
from pages.space import blocks, chart, state, words

PANEL = {2: 700, 3: 780}  # pixels by dimensions: as high as the map beside it; more trees scroll
EMPTY = "A map needs a sweep. Run one on Mine."

with frame.page("Ensemble space"):
    current = current_run(EMPTY)
    if all(shared.tree.n_nodes == 1 for shared in current.trees.trees):
        frame.nothing_yet(
            "No tree of this set has a split, so there is nothing to place. Mine with other settings.",
            page="pages/mine/page.py",
            label="Open Mine",
        )
    wanted = state.shown(current)
    imported = current.request is None
    if not imported and wanted.placed.pool is None:
        chart.ask_for_a_sweep(wanted)
    elif imported and len(current.trees.trees) < 2:
        st.info("This run came without its tables and has one tree; a map needs two or more.")
    else:
        found, dimensions = state.space_of(current, wanted.placed), wanted.dimensions
        st.markdown(f":gray[{words.lead(found.space, found.n_sets)}]")
        if not imported:
            chart.controls(current, wanted)
        blocks.redundancy(found, dimensions)
        row = st.container(horizontal=True)
        with row.container(border=True, key="roomy_wide_map", height="stretch"):
            picked = chart.scatter(found, wanted.colour, dimensions)
        with row.container(border=True, key="third_picked", height=PANEL[dimensions]):
            blocks.picked_trees(current, found, picked, dimensions=dimensions)
        if len(found.space.sources) > 1:
            with st.container(border=True):
                blocks.domains(current, found.space)
        row = st.container(horizontal=True)
        with row.container(border=True, key="third_explained", height="stretch"):
            blocks.explained(found.space, dimensions)
        with row.container(border=True, key="third_roots", height="stretch"):
            blocks.roots(current, found)
        with st.container(border=True):
            blocks.loadings(found, dimensions)
        with st.container(border=True):
            blocks.in_fewer_trees(current, found)
        chart.table(found.space)
