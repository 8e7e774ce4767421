"""Start: an example in one click, the way to one's own tables, and what was done last."""

from __future__ import annotations

import streamlit as st

from pages.common import frame
from pages.start import blocks

with frame.page("Start"):
    st.title(blocks.QUESTION, anchor=False)
    words, picture = frame.side_by_side("words", "picture", border=False)
    with words:
        blocks.introduction()
        blocks.actions()
        with st.expander("Open a study", icon=":material/folder_zip:"):
            blocks.open_study()
    with picture:
        blocks.picture()
    st.subheader("Or try an example")
    blocks.examples()
