"""The drawing of a tree that was learned from one table."""

from __future__ import annotations

import re
from collections.abc import Hashable

import streamlit as st

from ksdt_core.figures.drawn_tree import folded_to_fit
from ksdt_core.figures.outline_html import learned_outline
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.studies.learning.learned import Learned
from ksdt_core.studies.learning.words import method_words
from ksdt_core.trees.text import TableNames
from pages.common import drawn, frame
from pages.common.pictures import image_tag

MOST_DRAWN = 40
HEIGHT = 470  # pixels of the drawing
CUT = "Scroll the drawing to see all of it."
TWO_BARS = "Upper bars: training rows. Lower bars, with round ends: held-out rows."  # of the list on phones
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
    lines = drawn.once(
        lambda: learned_outline(shown.tree, label=alt, folded=folded, palette=frame.palette()),
        "learned lines", *key, shown.settings, shown.tree.n_nodes, shown.tree.n_leaves,
    )  # fmt: skip
    bars = "" if shown.tree.held_out is None else f"<p class='ksdt-note'>{TWO_BARS}</p>"
    st.html(f"<div class='ksdt-drawn'>{fitted(svg, alt=alt)}</div><div class='ksdt-listed'>{bars}{lines}</div>")
    if folded:
        frame.note(f"{len(folded)} splits are folded. Choose a smaller tree with the slider to see all of it.")


def fitted(svg: str, *, alt: str, height: int = HEIGHT) -> str:
    """A drawing that is made smaller to fit its card while its letters stay readable; else it scrolls and says so."""
    wide, high = (float(re.findall(rf' {side}="([0-9.]+)"', svg)[0]) for side in ("width", "height"))
    scale = min(1.0, max(SMALLEST, height / high))
    style = f"width:{scale * wide:.0f}px;max-width:100%;min-width:{SMALLEST * wide:.0f}px"
    picture = image_tag(svg, alt=alt, style=style)
    is_cut = scale * high > height + 1
    name = f"ksdt-cut-{SMALLEST * wide:.0f}"
    narrow = f"@container (max-width:{SMALLEST * wide:.0f}px) {{ .{name} {{ display: block !important; }} }}"
    return (
        f"<div style='container-type:inline-size'><style>{'' if is_cut else narrow}</style>"
        f"<div class='ksdt-scroll' style='max-height:{height + 10}px' tabindex='0'>{picture}</div>"
        f"<p class='ksdt-note {name}' style='display:{'block' if is_cut else 'none'}'>{CUT}</p></div>"
    )


def _legend(shown: Learned) -> str:
    names = shown.tree.tree.class_names
    if shown.tree.numbers is not None:
        return (
            "Leaves show the mean ± standard deviation. Bars show the rows up to the overall mean, and those above it."
        )
    return f"Bars from the top: {', '.join(names[:8])}. Leaves: class and its share of the rows."
