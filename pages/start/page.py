"""Start: what this does, pairs to try, and the way to one's own tables."""

from __future__ import annotations

import streamlit as st

from pages.common import frame, place
from pages.start import blocks

with frame.page("Start"):
    st.title("What do two tables have in common?")
    words, picture = frame.side_by_side("words", "picture", border=False)
    with words:
        blocks.introduction()
        with st.container(horizontal=True):
            if st.button("Bring your own two tables", type="primary", icon=":material/upload_file:"):
                blocks.forget_the_pair()
                st.switch_page("pages/data/page.py", query_params={})
            if place.here().pair is not None and st.button("Go on where you were", icon=":material/arrow_forward:"):
                st.switch_page("pages/mine/page.py", query_params=place.as_query())
        with st.expander("Open a study", icon=":material/folder_zip:"):
            blocks.open_study()
    with picture:
        blocks.picture()
    st.subheader("Or begin with a pair that is already here")
    blocks.examples()
