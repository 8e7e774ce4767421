"""What a finished atlas leaves open, each with the button that finds it out."""

from __future__ import annotations

import streamlit as st

from ksdt_core.store.atlas_request import AtlasRequest
from ksdt_core.studies.atlas.view import AtlasView
from pages.shared import atlas_choice

SHUFFLES = 99


def show(request: AtlasRequest, atlas: AtlasView) -> None:
    """More shuffles and the other miners, where they were not asked for; the same tables make a new atlas."""
    asked = request.settings
    open_questions = {}
    if asked.permutations < SHUFFLES and atlas.mined:
        open_questions[f"Test with {SHUFFLES} shuffles"] = ("casino", {"permutations": SHUFFLES})
    if not asked.compared and atlas.mined:
        open_questions["Compare the miners"] = ("balance", {"compare": True})
    row = st.container(horizontal=True)
    for label, (icon, options) in open_questions.items():
        help_text = "A new atlas of the same tables, in the background; this one is kept."
        if row.button(label, icon=f":material/{icon}:", key=f"atlas_further_{icon}", help=help_text):
            atlas_choice.begin(AtlasRequest(request.tables, {**request.options, **options}))
            st.rerun()
