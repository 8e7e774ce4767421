"""Learn: what does a decision tree learn from one table?"""

from __future__ import annotations

import streamlit as st

from pages.common import frame
from pages.learn import both_trees, choice, compared, downloads, ensembles, models, numbers, teaching, view

with frame.page("What does a tree learn from one table?", of_a_pair=False):
    chosen = choice.show()
    found = both_trees.of(chosen)
    shown = view.answer(chosen, found)
    row = st.container(horizontal=True)
    with row.container(border=True, key="roomy_wide_learned_tree", height="stretch"):
        place = st.container()
    with row.container(border=True, key="third_learned_size", height="stretch"):
        shown = view.size(found, shown)
    with place:
        view.tree(found, shown)
    rules, every, beside, many, elsewhere, teach, files = st.tabs(
        ["Rules", "Every number", "Other methods", "Ensembles", "Imported model", "How criteria choose", "Export"]
    )
    with rules:
        view.rules(found, shown)
    with every:
        numbers.show(chosen, found)
    with beside:
        compared.show(chosen, found)
    with many:
        ensembles.show(chosen)
    with elsewhere:
        models.show(chosen)
    with teach:
        teaching.show(chosen)
    with files:
        downloads.show(shown)
