"""About: what do the words mean, what is computed, how is it cited, what is inside?"""

from __future__ import annotations

import streamlit as st

from pages.shared import about_blocks, about_methods, frame

PARTS = (
    ("Glossary", about_blocks.glossary),
    ("Methods", about_methods.show),
    ("Departures from the publications", about_blocks.departures),
    ("Out of scope", about_blocks.out_of_scope),
    ("How to cite", about_blocks.cite),
    ("Versions and licences", about_blocks.inside),
)

with frame.page("About", lead="What the words mean, what is computed and how, how to cite it, and what is inside."):
    for tab, (_, show) in zip(st.tabs([title for title, _ in PARTS]), PARTS, strict=True):
        with tab:
            show()
