"""One tree as a picture, drawn as fully as what is known of it allows."""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.pair import DatasetPair
from ksdt_core.figures.plain_tree_svg import folded_to_fit, plain_tree_svg
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.studies.judged_tree import judged_tree
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.value_tree import ValueTree
from pages.shared.frame import palette
from pages.shared.pictures import image_tag
from pages.shared.tree_view import names_of


def show_tree(
    source: SharedTree | Tree | ValueTree, trees: TreeSet, *, pair: DatasetPair | None, title: str, max_width: int = 480
) -> None:
    """Draw a tree: with the class counts of both tables where the tables are here, else its questions alone."""
    scrolling_picture(drawing(source, trees, pair=pair, title=title, max_width=max_width), alt=title)


def scrolling_picture(svg: str, *, alt: str) -> None:
    """A drawing in its own size, so that its letters stay readable; where there is too little room it scrolls."""
    image = image_tag(svg, alt=alt, style="max-width:none;margin:auto")
    st.html(f"<div style='overflow-x:auto;display:flex'>{image}</div>")


def drawing(
    source: SharedTree | Tree | ValueTree, trees: TreeSet, *, pair: DatasetPair | None, title: str, max_width: int
) -> str:
    """The SVG; of a large tree the upper levels."""
    scale = trees.settings.scale
    if isinstance(source, Tree) and pair is not None:
        source = judged_tree(source, pair)
    if not isinstance(source, SharedTree):
        return plain_tree_svg(source, scale=scale, palette=palette(), max_width=max_width, title=title)
    return tree_svg(
        source,
        names_of(trees),
        scale=scale,
        palette=palette(),
        max_width=max_width,
        folded=folded_to_fit(source.tree),
        title=title,
    )
