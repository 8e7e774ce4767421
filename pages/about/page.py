"""About: what do the words mean, what is computed, how is it cited, what is inside?"""

from __future__ import annotations

import streamlit as st

from pages.about import blocks, layout, methods
from pages.common import frame, tour

PARTS = (
    ("Glossary", blocks.glossary),
    ("Methods", methods.show),
    ("Departures", blocks.departures),
    ("Out of scope", blocks.out_of_scope),
    ("How to cite", blocks.cite),
    ("Versions and licences", blocks.inside),
)

with frame.page("What do the numbers mean?") as row:
    with row:
        tour.offer("about_tour")
    layout.style()
    frame.answer(blocks.ANSWER, blocks.basis())
    with st.container(border=True, key="about_parts"):
        for tab, (_, show) in zip(st.tabs([title for title, _ in PARTS]), PARTS, strict=True):
            with tab:
                show()
