"""Ensemble space: do trees of the two tables predict alike? Every tree is a point."""

from __future__ import annotations

import streamlit as st

from pages.common import frame
from pages.common.current import current_run
from pages.space import blocks, chart, odt_study, state, words

PANEL = {2: 640, 3: 720}  # pixels by dimensions: as high as the map beside it; more trees scroll
TAB = 330  # pixels; what is longer scrolls inside
EMPTY = "A map needs a set of trees. Mine one first."
TABS = ("Distances", "Axes", "Fewer trees", "Orthogonal-tree study", "All points")

with frame.page("Ensemble space", lead=words.QUESTION):
    current = current_run(EMPTY)
    if all(shared.tree.n_nodes == 1 for shared in current.trees.trees):
        frame.nothing_yet(
            "No tree of this set has a split, so there is nothing to show. Mine with other settings.",
            page="pages/mine/page.py",
            label="Open Mine",
        )
    wanted = state.shown(current)
    imported = current.request is None
    if imported and len(current.trees.trees) < 2:
        st.info("A map needs two or more trees, but this run was imported without its tables and has one tree.")
    else:
        found, dimensions = state.space_of(current, wanted.placed), wanted.dimensions
        names = (current.trees.pair.left.name, current.trees.pair.right.name)
        said, *more = words.answer(found.space, names, sorted(found.current))
        frame.answer(said, " ".join((*more, words.lead(found.space, found.n_sets, found.n_trees_in_all))))
        if not imported:
            chart.controls(current, wanted)
        row = st.container(horizontal=True)
        with row.container(border=True, key="roomy_wide_map", height="stretch"):
            picked = chart.scatter(found, wanted.colour, dimensions)
        with row.container(border=True, key="third_picked", height=PANEL[dimensions]):
            blocks.picked_trees(current, found, picked, dimensions=dimensions)
        distances, axes, fewer, study_tab, points = st.tabs(TABS)
        with distances, st.container(height=TAB, border=False):
            blocks.redundancy(found, dimensions)
            if len(found.space.sources) > 1:
                blocks.domains(current, found.space)
        with axes, st.container(height=TAB, border=False):
            row = st.container(horizontal=True)
            with row.container(key="third_explained"):
                blocks.explained(found.space, dimensions)
            with row.container(key="third_roots"):
                blocks.roots(current, found)
            blocks.loadings(found, dimensions)
        with fewer, st.container(height=TAB, border=False):
            blocks.in_fewer_trees(current, found)
        with study_tab, st.container(height=TAB, border=False):
            odt_study.show(current)
        with points, st.container(height=TAB, border=False):
            chart.table(found.space)
