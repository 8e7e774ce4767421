"""The drawing of a tree that was learned from one table."""

from __future__ import annotations

import re
from collections.abc import Hashable

import streamlit as st

from ksdt_core.figures.drawn_tree import folded_to_fit
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.studies.learning.learned import Learned
from ksdt_core.studies.learning.words import method_words
from ksdt_core.trees.text import TableNames
from pages.common import drawn, frame
from pages.common.pictures import image_tag

MOST_DRAWN = 40
HEIGHT = 470  # pixels of the drawing
SMALLEST = 0.7  # a high drawing is shown smaller, down to this; then it scrolls


def show(shown: Learned, *key: Hashable) -> None:
    """The drawing; deep levels of a large tree are folded. The key names the tree that it was cut from."""
    folded = folded_to_fit(shown.tree, MOST_DRAWN)
    svg = drawn.once(
        lambda: tree_svg(
            shown.tree, TableNames(shown.table.name, ""), palette=frame.palette(), max_width=760, folded=folded,
            colour="class",
        ),
        "learned", *key, shown.settings, shown.tree.n_nodes, shown.tree.n_leaves,
    )  # fmt: skip
    frame.note(f"{method_words(shown)}. {_legend(shown)}")
    alt = f"Decision tree of {shown.table.name}: {shown.tree.n_nodes} nodes, {shown.tree.n_leaves} leaves"
    picture = image_tag(svg, alt=alt, style=_fitted(svg))
    st.html(f"<div class='ksdt-scroll' style='max-height:{HEIGHT + 10}px' tabindex='0'>{picture}</div>")
    if folded:
        frame.note(f"{len(folded)} splits are folded. Choose a smaller tree with the slider to see all of it.")


def _fitted(svg: str) -> str:
    """The style that makes a high drawing fit its card, as long as its letters stay readable."""
    found = re.search(r' height="([0-9.]+)"', svg)
    height = float(found.group(1)) if found else 0.0
    return f"height:{max(HEIGHT, SMALLEST * height):.0f}px;max-width:none" if height > HEIGHT else "max-width:none"


def _legend(shown: Learned) -> str:
    names = shown.tree.tree.class_names
    if shown.tree.numbers is not None:
        return (
            "Leaves show the mean ± standard deviation. Bars show the rows up to the overall mean, and those above it."
        )
    return f"Bars from the top: {', '.join(names[:8])}. Leaves: class and its share of the rows."
