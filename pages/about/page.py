"""About: what do the words mean, what is computed, how is it cited, what is inside?"""

from __future__ import annotations

import streamlit as st

from pages.about import blocks, methods
from pages.common import frame

PARTS = (
    ("Glossary", blocks.glossary),
    ("Methods", methods.show),
    ("Departures from the publications", blocks.departures),
    ("Out of scope", blocks.out_of_scope),
    ("How to cite", blocks.cite),
    ("Versions and licences", blocks.inside),
)

with frame.page("About", lead="What the words mean, what is computed and how, how to cite it, and what is inside."):
    for tab, (_, show) in zip(st.tabs([title for title, _ in PARTS]), PARTS, strict=True):
        with tab:
            show()
