"""Learn: what does a decision tree learn from one table?"""

from __future__ import annotations

import streamlit as st

from pages.common import frame, learned_files, learned_tree
from pages.learn import both_trees, choice, compared, ensembles, models, numbers, saved, teaching, view

with frame.page("What does a tree learn from one table?", of_a_pair=False):
    opened = saved.opened()
    chosen = choice.show(opened)
    found = both_trees.of(chosen)
    shown = view.answer(chosen, found)
    row = st.container(horizontal=True)
    with row.container(border=True, key="roomy_wide_learned_tree", height="stretch"):
        place = st.container()
    with row.container(border=True, key="third_learned_size", height="stretch"):
        is_opened = opened is not None and opened.page.settings == chosen.settings
        shown, leaves = view.size(found, shown, leaves=opened.page.leaves if opened and is_opened else None)
        saved.button(chosen, shown, leaves)
    with place:
        learned_tree.show(shown, found.id)
    rules, every, beside, many, elsewhere, teach, files = st.tabs(
        ["Rules", numbers.TAB, "Other methods", "Ensembles", models.TAB, "How criteria choose", "Export"],
        default=models.TAB if models.is_asked_for() else None,
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
        learned_files.show(shown)
