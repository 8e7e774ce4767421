"""One tree as a picture, drawn as fully as what is known of it allows."""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.figures.drawn_tree import AnyTree, tree_of
from ksdt_core.figures.tree_layout import folded_to_fit
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.studies.judged_tree import judged_tree
from ksdt_core.trees.tree import Tree
from pages.common import drawn
from pages.common.frame import palette
from pages.common.pictures import image_tag
from pages.common.tree_view import names_of


def show_tree(
    source: AnyTree,
    trees: TreeSet,
    *,
    pair: DatasetPair | None,
    title: str,
    key: tuple[Hashable, ...],
    max_width: int = 480,
) -> None:
    """Draw a tree: with the class counts of both tables where the tables are here, else its questions alone.

    The key names the tree and the tables: the same one is drawn once.
    """
    svg = drawn.once(
        lambda: drawing(source, trees, pair=pair, title=title, max_width=max_width), "tree", *key, title, max_width
    )
    scrolling_picture(svg, alt=title)


def scrolling_picture(svg: str, *, alt: str) -> None:
    """A drawing in its own size, so that its letters stay readable; where there is too little room it scrolls."""
    image = image_tag(svg, alt=alt, style="max-width:none;margin:auto")
    st.html(f"<div style='overflow-x:auto;display:flex'>{image}</div>")


def drawing(source: AnyTree, trees: TreeSet, *, pair: DatasetPair | None, title: str, max_width: int) -> str:
    """The SVG; of a large tree the upper levels."""
    if isinstance(source, Tree) and pair is not None:
        source = judged_tree(source, pair)
    return tree_svg(
        source,
        names_of(trees),
        scale=trees.settings.scale,
        palette=palette(),
        max_width=max_width,
        folded=folded_to_fit(tree_of(source)),
        title=title,
    )
