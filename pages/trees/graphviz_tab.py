"""A tree as Graphviz lays it out, and its source to edit."""

from __future__ import annotations

import streamlit as st

from ksdt_core.figures.tree_dot import tree_to_dot
from pages.common import drawn
from pages.common.current import Current
from pages.common.frame import palette
from pages.common.tree_view import names_of, tree_title

LEAD = (
    "This is another layout of the same tree. The source has one line for each node. Edit its text or colours, "
    "and draw it with any Graphviz tool."
)


def show(current: Current, positions: tuple[int, ...]) -> None:
    """The layout of one of the trees that are shown, with its source."""
    row = st.container(horizontal=True, vertical_alignment="center")
    position = positions[0]
    if len(positions) > 1:
        position = row.segmented_control(
            "Graphviz layout of", positions, default=positions[0], format_func=lambda each: f"Tree {each + 1}",
            key=f"graphviz_of_{positions}", required=True, label_visibility="collapsed",
        )  # fmt: skip
    shared = current.trees.trees[position]
    source = drawn.once(
        lambda: tree_to_dot(
            shared, names_of(current.trees), scale=current.trees.settings.scale, palette=palette(),
            title=tree_title(position, shared),
        ),
        "dot", current.run, position,
    )  # fmt: skip
    row.download_button(
        "DOT", source, file_name=f"tree-{position + 1}.dot", mime="text/vnd.graphviz", icon=":material/download:",
        on_click="ignore", key="graphviz_file",
    )  # fmt: skip
    st.markdown(f":gray[{LEAD}]")
    st.graphviz_chart(source, width="stretch")
    with st.expander("Source", key="graphviz_source", on_change="rerun") as block:
        if block.open:
            st.code(source, language="dot", height=240)
